"""A bandwidth or a way of billing traffic is set for a private load balancer.

Both belong to public addresses. On a private CLB the CCM writes the difference to its log and does nothing.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybytraffic
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybybandwidth  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybytraffic
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:Update ("only internet loadbalancer is allowed to modify bandwidth and pay type")
"""

from __future__ import annotations

from clblint.api import PRIVATE, ClassicLoadBalancer, Problems, Reason, Severity, problem, remove, rule
from clblint_instance._instance_requests import is_asked


@rule(
    "bandwidth-on-intranet",
    on=ClassicLoadBalancer,
    severity=Severity.WARNING,
    when=("bandwidth", "charge-type"),
    fix="unsafe",
)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the bandwidth, else the way of billing."""
    bandwidth, charge = balancer.annotations.get("bandwidth"), balancer.annotations.get("charge-type")
    by_number = is_asked(bandwidth)
    if not (by_number or charge.is_("paybybandwidth")) or balancer.address_type != PRIVATE:
        return
    at, suffix = (bandwidth, "bandwidth") if by_number else (charge, "charge-type")
    yield problem(
        "{suffix} {value} is a matter of public addresses, and on this private CLB it does nothing",
        at.at_key,
        because=[Reason(balancer.annotations.get("address-type"), "makes the CLB private")],
        suffix=suffix,
        value=at.value,
        seen="no event: the CCM only writes a line to its log",
        fix="remove bandwidth and charge-type",
        subject=suffix,
        edits=[remove(fact) for fact in (bandwidth, charge) if fact.present],
    )
