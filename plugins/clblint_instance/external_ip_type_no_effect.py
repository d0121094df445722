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

from clblint.api import PUBLIC, Case, ClassicLoadBalancer, Problems, Reason, Severity, rule
from clblint_instance._instance_requests import why_public

_NOT_READ = Case(
    "external-ip-type {type} is not read: the only value is eip",
    seen="no event: EXTERNAL-IP shows the address of the CLB",
)
_OVERRIDDEN = Case(
    "hostname overrides external-ip-type, so no EIP is shown", seen="no event: EXTERNAL-IP shows the host name"
)
_PUBLIC = Case(
    "external-ip-type is eip, but EIPs are bound to private CLBs, and this one is public",
    seen='FailedSetEIPAddress: "get eip error, set external ip to slb ip"',
)


@rule("external-ip-type-no-effect", on=ClassicLoadBalancer, severity=Severity.WARNING, when=("external-ip-type",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report a value that is not read, or that something else overrides; blanks are another rule's matter."""
    kind, case, because = balancer.annotations.get("external-ip-type"), None, []
    hostname, address = balancer.annotations.get("hostname"), balancer.annotations.get("address-type")
    if kind.is_not("eip"):
        case = _NOT_READ if kind.value.strip() != "eip" else None
    elif hostname.is_set:
        case, because = _OVERRIDDEN, [Reason(hostname, "is shown instead")]
    elif kind.is_("eip") and balancer.address_type == PUBLIC and (address.is_set or not balancer.is_reused):
        case, because = _PUBLIC, [why_public(balancer)]
    if case is not None and kind.is_set:
        yield case.at(
            kind,
            because=because,
            type=kind.value,
            fix="remove it; eip is for a private CLB that an EIP is bound to",
            subject="external-ip-type",
        )
