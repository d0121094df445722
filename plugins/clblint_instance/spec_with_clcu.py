"""A specification stands beside PayByCLCU, which has none.

A PayByCLCU instance is billed by use and has no specification: the value has no effect. Older versions of the CCM try
to give the CLB the specification and are refused at every sync.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayByCLCU
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s2.small  # <- here
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

Sources: clbv1/loadbalancer.go:updateInstanceChargeTypeAndInstanceSpec; ACK Service troubleshooting, "The operation is
not allowed because the instanceChargeType of loadbalancer is PayByCLCU"
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, remove, rule


@rule("spec-with-clcu", on=ClassicLoadBalancer, severity=Severity.WARNING, when=("spec",), fix="safe")
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the specification."""
    spec, kind = balancer.annotations.get("spec"), balancer.annotations.get("instance-charge-type")
    if not spec.is_set or not kind.is_("PayByCLCU"):
        return
    yield problem(
        "spec {spec} has no effect beside PayByCLCU, which has no specification",
        spec.at_key,
        because=[Reason(kind, "has the CLB billed by use")],
        spec=spec.value,
        seen='no event: ignored; older CCM: "The operation is not allowed because the instanceChargeType of '
        'loadbalancer is PayByCLCU."',
        fix="remove spec",
        subject="spec",
        edits=[remove(spec)],
        safe=True,
    )
