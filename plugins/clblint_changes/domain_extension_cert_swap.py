"""The certificate of a further domain is changed or removed in a way that never arrives.

For a domain that the listener has already, the CCM sends the old certificate and an empty id, which the API refuses:
the new certificate never arrives, and no other change of this listener does either. An annotation that is removed or
empty takes no domain away.

Remove the domain in one change and add it again in the next; to remove all, keep one until the others are gone and
delete the last one in the console.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: a.example.com:2-cn
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: a.example.com:3-cn  # <- here (error)
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: a.example.com:2-cn
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: a.example.com:2-cn
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: "a.example.com:2-cn,b.example.com:3-cn"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
```

Sources: clbv1/listeners.go diffDomainExtensions, updateDomainExtensions
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, SwappedCertificate, listed, problem, rule


@rule("domain-extension-cert-swap", on=SwappedCertificate, severity=Severity.WARNING, evidence="O", since="0.2")
def check(swapped: SwappedCertificate) -> Problems:
    """Find domains whose certificate cannot follow."""
    was, now = swapped.was, swapped.now
    yield problem(
        "{domain} gets certificate {after}, which never arrives: the CCM sends {before} once more",
        now.at,
        because=[Reason(was.at, "the certificate that stays")],
        seen="Warning SyncLoadBalancerFailed: ... SetDomainExtensionAttribute ...",
        fix="remove {domain} in one change and add it again in the next",
        subject=now.domain,
        severity=Severity.ERROR,
        domain=now.domain,
        before=was.certificate,
        after=now.certificate,
    )


@check.also(on=Change)
def removed(change: Change) -> Problems:
    """Find domains that stay when the annotation is gone."""
    edit = change.edit("domain-extensions")
    if edit is None or not edit.removed or change.both is None:
        return
    if any(pair.new.protocol.value == "https" for pair in change.kept):
        yield problem(
            "domain-extensions is gone, but the listener keeps its domains: {domains}",
            edit.at,
            because=[Reason(edit.before, "the domains that stay")],
            seen="no event: ignored",
            fix="put one domain back; once the others are gone remove the annotation, and the domain in the console",
            subject="domain-extensions",
            domains=listed(dict.fromkeys(one.domain for one in change.both[0].extensions) or [edit.before.value]),
        )
