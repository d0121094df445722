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

from clblint.api import N_, LoadBalancer, Problems, Severity, problem, rule
from clblint_listeners._options import managed

_QUOTA, _MOST = 3, 10


# What is wrong, what is seen, what to do, how bad it is.
_COLONS = (
    N_("{item} in domain-extensions has not exactly one colon, and the CCM gives up on the whole Service"),
    N_('SyncLoadBalancerFailed: "parse DomainExtensions error: {error}"'),
    N_('write it like "www.example.com:CERTIFICATE_ID", several with a comma between'),
    Severity.ERROR,
)
_EMPTY = (
    N_("{item} in domain-extensions lacks its domain or its certificate, and the API refuses it"),
    N_("SyncLoadBalancerFailed: create https listener domain extension error"),
    _COLONS[2],
    Severity.ERROR,
)
_TWICE = (
    N_("{domain} comes twice in domain-extensions, and a listener takes one certificate for a domain"),
    N_("only one of the two certificates is used"),
    N_("keep one item for {domain}"),
    Severity.WARNING,
)
_TWO_CERTIFICATES = (
    N_("{domain} comes twice in domain-extensions with two certificates, and the CCM takes the second for a change"),
    N_("SyncLoadBalancerFailed as of the second sync: SetDomainExtensionAttribute is refused"),
    N_("keep one item for {domain}"),
    Severity.ERROR,
)
_TOO_MANY = (
    N_("{item} in domain-extensions is beyond the {quota} further domains that an https listener takes"),
    N_("SyncLoadBalancerFailed: create https listener domain extension error, unless the quota was raised"),
    N_("have the quota raised, or use one certificate for several domains"),
)


@rule("domain-extensions-malformed", on=LoadBalancer, severity=Severity.ERROR, when=("domain-extensions",))
def check(balancer: LoadBalancer) -> Problems:
    """Report each item that is refused; what only the API judges, where a listener is https."""
    if not balancer.extensions:
        return
    used = any(listener.protocol.is_("https") for listener in managed(balancer))
    domains: dict[str, str] = {}
    for position, item in enumerate(balancer.extensions, 1):
        fault = _COLONS if item.error else None
        if used and fault is None:
            fault = _of_api(item.domain, item.certificate, domains, position)
        domains.setdefault(item.domain, item.certificate)
        if fault is not None:
            yield problem(
                fault[0],
                item.at,
                item=item.at.text,
                domain=item.domain,
                error=item.error,
                quota=_MOST if position > _MOST else _QUOTA,
                seen=fault[1],
                fix=fault[2],
                subject=f"domain-extensions {item.at.text}",
                severity=fault[3],
            )


def _of_api(
    domain: str, certificate: str, before: dict[str, str], position: int
) -> tuple[str, str, str, Severity] | None:
    if not domain.strip() or not certificate.strip():
        return _EMPTY
    if domain in before:
        return _TWICE if before[domain] == certificate else _TWO_CERTIFICATES
    if position in {_QUOTA + 1, _MOST + 1}:
        return (*_TOO_MANY, Severity.WARNING if position > _MOST else Severity.NOTE)
    return None
