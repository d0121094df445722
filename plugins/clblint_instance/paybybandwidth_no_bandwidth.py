"""The load balancer is billed by bandwidth, and no bandwidth is given.

The CCM sends no number then, and the API decides which one is paid for.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybybandwidth  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybybandwidth
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:BuildLocalModel; ACK help, annotations of CLBs: paybybandwidth goes with bandwidth
"""

from __future__ import annotations

from clblint.api import PUBLIC, ClassicLoadBalancer, Problems, Reason, Severity, problem, rule


@rule("paybybandwidth-no-bandwidth", on=ClassicLoadBalancer, severity=Severity.WARNING, when=("charge-type",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the way of billing."""
    charge, bandwidth = balancer.annotations.get("charge-type"), balancer.annotations.get("bandwidth")
    if not charge.is_("paybybandwidth") or not bandwidth.is_empty:
        return
    kind = balancer.annotations.get("instance-charge-type")
    if kind.may_be("PayByCLCU") and kind.is_set:
        return
    if balancer.is_reused or balancer.address_type != PUBLIC or balancer.creation.billed_by_use is not None:
        return
    yield problem(
        "charge-type is paybybandwidth and no bandwidth is given, so the API decides how much is paid for",
        charge,
        because=[Reason(bandwidth, "no bandwidth here")],
        key=balancer.annotations.key_of("bandwidth"),
        seen="no event: the bill and the limit are the API's choice",
        fix='set {key} to the number of Mbit/s, in quotes: "100"',
        subject="charge-type",
    )
