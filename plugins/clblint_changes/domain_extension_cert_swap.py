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

from typing import TYPE_CHECKING

from clblint.api import Change, Problem, Problems, Reason, Severity, listed, problem, rule

if TYPE_CHECKING:
    from clblint.api import Extension


@rule("domain-extension-cert-swap", on=Change, severity=Severity.WARNING, evidence="O")
def check(change: Change) -> Problems:
    """Find domains whose certificate cannot follow."""
    edit = change.edit("domain-extensions")
    if edit is None or change.both is None or not any(pair.new.protocol.value == "https" for pair in change.kept):
        return
    old, new = change.both
    before = {extension.domain: extension for extension in old.extensions}
    if edit.removed:
        yield problem(
            "domain-extensions is gone, but the listener keeps its domains: {domains}",
            edit.at,
            because=[Reason(edit.before, "the domains that stay")],
            seen="no event: ignored",
            fix="put one domain back; once the others are gone remove the annotation, and the domain in the console",
            subject="domain-extensions",
            domains=listed(before or [edit.before.value]),
        )
    for extension in new.extensions:
        was = before.get(extension.domain)
        if was is not None and was.certificate != extension.certificate:
            yield _swapped(was, extension)


def _swapped(was: Extension, now: Extension) -> Problem:
    return problem(
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
