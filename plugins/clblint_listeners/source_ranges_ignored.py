"""`loadBalancerSourceRanges` is set, which a CLB does not know.

The CCM does not hand the ranges to the load balancer, and kube-proxy filters only packets that are addressed to the
ingress address itself: what comes through the CLB arrives on the node port, or at the pod if pods are the back ends,
and is let in from everywhere. The older annotation `service.beta.kubernetes.io/load-balancer-source-ranges` fares no
better. Access lists filter on a CLB: `acl-status`, `acl-id` and `acl-type`.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  loadBalancerSourceRanges:
  - 10.0.0.0/8  # <- here
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/load-balancer-source-ranges: "10.0.0.0/8,192.168.0.0/16"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A range that lets everyone in is what happens anyway, and an NLB knows the field:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  loadBalancerSourceRanges: [0.0.0.0/0]
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata: {name: nlb}
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

Sources: helper/service_utils.go:GetServiceHash is the only reader in clbv1; Kubernetes, kube-proxy and
loadBalancerSourceRanges
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact

# The API server still takes it where the field is absent.
_ANNOTATION = "service.beta.kubernetes.io/load-balancer-source-ranges"
_EVERYONE = frozenset({"0.0.0.0/0", "::/0"})


@rule(
    "source-ranges-ignored",
    on=ClassicLoadBalancer,
    severity=Severity.WARNING,
    when=("spec.loadBalancerSourceRanges", _ANNOTATION),
)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the first range, or the annotation: a note where access lists are in force."""
    ranges, annotation = balancer.service.source_ranges, balancer.service.annotations.get(_ANNOTATION)
    given = ranges or ((annotation,) if annotation is not None and annotation.value else ())
    if not given or not all(one.readable and _EVERYONE.isdisjoint(_items(one)) for one in given):
        return
    status = balancer.annotations.get("acl-status")
    listed = status.is_("on") and balancer.manages_listeners
    yield problem(
        "{name} has no effect on a CLB; its access lists decide alone"
        if listed
        else "{name} has no effect on a CLB, so the ports are open to everyone who reaches it",
        given[0],
        because=[Reason(status, "access lists are on")] if listed else [],
        name="loadBalancerSourceRanges" if ranges else _ANNOTATION,
        status=balancer.annotations.key_of("acl-status"),
        list=balancer.annotations.key_of("acl-id"),
        kind=balancer.annotations.key_of("acl-type"),
        seen="no event: ignored",
        fix="take it away"
        if listed
        else 'put the ranges into an access list and set {status}: "on", {list} and {kind}: white',
        subject="loadBalancerSourceRanges",
        severity=Severity.NOTE if listed else Severity.WARNING,
    )


def _items(ranges: Fact[str]) -> set[str]:
    return {item.strip() for item in ranges.value.split(",")}
