"""`external-ip-type` does nothing here.

The only value is `eip`, exactly so: the status of the Service then shows the elastic IP address that is bound to a
private CLB. Any other text is ignored; `hostname` overrides it, and to a public CLB no EIP is bound.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: EIP  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: www.example.com
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A reused CLB may be a private one:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/service_controller.go:updateServiceStatus, setEIPAsExternalIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clblint.api import N_, LoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_instance._asked import PUBLIC, address_of, why_public

if TYPE_CHECKING:
    from clblint.api import Fact


@rule("external-ip-type-no-effect", on=LoadBalancer, severity=Severity.WARNING, when=("external-ip-type",))
def check(balancer: LoadBalancer) -> Problems:
    """Report a value that is not read, or that something else overrides."""
    kind = balancer.annotations.get("external-ip-type")
    if not kind.is_set or (kind.is_not("eip") and kind.value.strip() == "eip"):
        return
    why = _why(balancer, kind)
    if why is None:
        return
    yield problem(
        why.message,
        kind,
        because=why.because,
        type=kind.value,
        seen=why.seen,
        fix="remove it; eip is for a private CLB that an EIP is bound to",
        subject="external-ip-type",
    )


class _Why(NamedTuple):
    message: str
    because: tuple[Reason, ...]
    seen: str


def _why(balancer: LoadBalancer, kind: Fact[str]) -> _Why | None:
    hostname, address = balancer.annotations.get("hostname"), balancer.annotations.get("address-type")
    if kind.is_not("eip"):
        message = N_("external-ip-type {type} is not read: the only value is eip")
        return _Why(message, (), N_("no event: EXTERNAL-IP shows the address of the CLB"))
    if hostname.is_set:
        message, reason = (
            N_("hostname overrides external-ip-type, so no EIP is shown"),
            Reason(hostname, "is shown instead"),
        )
        return _Why(message, (reason,), N_("no event: EXTERNAL-IP shows the host name"))
    if kind.is_("eip") and address_of(balancer) == PUBLIC and (address.is_set or not balancer.is_reused):
        message = N_("external-ip-type is eip, but EIPs are bound to private CLBs, and this one is public")
        return _Why(
            message, (why_public(balancer),), N_('FailedSetEIPAddress: "get eip error, set external ip to slb ip"')
        )
    return None
