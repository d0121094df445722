"""An item of `domain-extensions` is not of the form `domain:certificate`.

The CCM checks the items for every port of the Service, also where no listener is https, and gives up on the whole
Service at one that has not exactly one colon. A domain or a certificate that is left empty is refused by the API. A
domain that comes twice is asked for twice, and with two certificates every later sync fails. A listener takes 3 further
domains by default, and up to 10 on request.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: "shop.example.com"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: "a.example.com:1-cn,a.example.com:2-cn"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
```

Blanks around an item do no harm:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: "a.example.com:1-cn, b.example.com:2-cn"
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
```

Sources: clbv1/listeners.go:parseDomainExtensionsAnnotation; CLB limits page (further domains of an https listener)
"""  # noqa: E501 - a line of YAML with its mark

from __future__ import annotations

from clblint.api import N_, Case, Extension, Problems, Severity, rule

_QUOTA, _MOST = 3, 10
_WRITE = N_('write it like "www.example.com:CERTIFICATE_ID", several with a comma between')
_KEEP = N_("keep one item for {domain}")
_COLONS = Case(
    "{item} in domain-extensions has not exactly one colon, and the CCM gives up on the whole Service",
    'SyncLoadBalancerFailed: "parse DomainExtensions error: {error}"', _WRITE)  # fmt: skip
_EMPTY = Case(
    "{item} in domain-extensions lacks its domain or its certificate, and the API refuses it",
    "SyncLoadBalancerFailed: create https listener domain extension error", _WRITE)  # fmt: skip
_TWICE = Case(
    "{domain} comes twice in domain-extensions, and a listener takes one certificate for a domain",
    "only one of the two certificates is used", _KEEP, Severity.WARNING)  # fmt: skip
_TWO_CERTIFICATES = Case(
    "{domain} comes twice in domain-extensions with two certificates, and the CCM takes the second for a change",
    "SyncLoadBalancerFailed as of the second sync: SetDomainExtensionAttribute is refused", _KEEP)  # fmt: skip
_TOO_MANY = Case(
    "{item} in domain-extensions is beyond the {quota} further domains that an https listener takes",
    "SyncLoadBalancerFailed: create https listener domain extension error, unless the quota was raised",
    "have the quota raised, or use one certificate for several domains",
)
# By the place in the list.
_BEYOND = {_QUOTA: Severity.NOTE, _MOST: Severity.WARNING}


@rule("domain-extensions-malformed", on=Extension, severity=Severity.ERROR, when=("domain-extensions",))
def check(item: Extension) -> Problems:
    """Report an item that is refused; what only the API judges, where a listener is https."""
    case = _COLONS if item.error else _of_api(item)
    if case is not None:
        yield case.at(
            item.at,
            item=item.at.text,
            domain=item.domain,
            error=item.error,
            quota=_MOST if item.position >= _MOST else _QUOTA,
            subject=f"domain-extensions {item.at.text}",
            severity=_BEYOND[item.position] if case is _TOO_MANY else None,
        )


def _of_api(item: Extension) -> Case | None:
    if not any(listener.protocol.is_("https") for listener in item.balancer.managed_listeners):
        return None
    if not item.domain.strip() or not item.certificate.strip():
        return _EMPTY
    if item.first is not None:
        return _TWICE if item.first.certificate == item.certificate else _TWO_CERTIFICATES
    return _TOO_MANY if item.position in _BEYOND else None
