"""A new load balancer is asked to be billed by specification, which is not sold any more.

Pay-by-specification CLBs cannot be bought since 2025-06-01. A CLB that exists keeps its way of billing; the creation of
a new one is refused.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s2.small
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayByCLCU
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A CLB that is reused is not bought:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A CLB that exists is paid for as it was when it was made:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec
spec:
  type: LoadBalancer
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{ip: 192.0.2.10}]
```

Sources: SLB help, end of sale of pay-by-specification CLBs; SLB API, CreateLoadBalancer
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, problem, replace, rule


@rule(
    "paybyspec-halt-sales",
    on=ClassicLoadBalancer,
    severity=Severity.WARNING,
    when=("instance-charge-type",),
    about=("spec",),
    fix="unsafe",
)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the way of billing."""
    kind = balancer.annotations.get("instance-charge-type")
    if not kind.is_("PayBySpec") or balancer.is_reused or balancer.may_be_there:
        return
    yield problem(
        "instance-charge-type is PayBySpec, which has not been sold since 2025-06-01: a new CLB is refused",
        kind,
        key=balancer.annotations.key_of("instance-charge-type"),
        seen="SyncLoadBalancerFailed with the API's refusal; a CLB that exists already is not affected",
        fix='for a new CLB set {key}: "PayByCLCU" and remove spec',
        subject="instance-charge-type",
        edits=[] if _is_paid_by_bandwidth(balancer) else [replace(kind, "PayByCLCU")],
    )


def _is_paid_by_bandwidth(balancer: ClassicLoadBalancer) -> bool:
    """PayByCLCU takes no other traffic than by use: then there are two things to change, and one to decide."""
    return balancer.annotations.get("charge-type").is_("paybybandwidth")
