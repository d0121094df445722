"""Back ends have weights, and the scheduler does not read them.

An NLB reads weights by default (`wrr`). `rr` takes turns, and `sch` and `tch` go by addresses, whatever the weights:
then neither `weight` nor `default-weight` has an effect, nor has it under policy Local that a node with many pods
weighs more than one with few.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: rr  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Without weights there is nothing to read, and `wrr` is the default:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: rr
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: local
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

Sources: CreateServerGroup, Scheduler; nlbv2/server_groups.go:podNumberAlgorithm, podPercentAlgorithm
"""

from __future__ import annotations

from clblint.api import N_, NetworkLoadBalancer, Problems, Reason, Severity, problem, replace, rule
from clblint_backends._groups import means

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact

_USUAL = 100
_PODS = N_("scheduler {scheduler} does not read weights, and under policy Local a node's weight is its number of pods")
_WRITTEN = N_("scheduler {scheduler} does not read weights, so {suffix} {weight} has no effect")


@rule(
    "nlb-scheduler-ignores-weights",
    on=NetworkLoadBalancer,
    severity=Severity.NOTE,
    since="0.2",
    when=("scheduler",),
    fix="unsafe",
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the scheduler."""
    scheduler, found = balancer.annotations.get("scheduler"), _weights(balancer)
    if not means(scheduler, "rr", "sch", "tch") or found is None or not balancer.own_groups:
        return
    suffix, weight = found
    yield problem(
        _WRITTEN if suffix else _PODS,
        scheduler,
        because=[Reason(weight, "this weight" if suffix else "the weights are numbers of pods")],
        scheduler=scheduler.value,
        suffix=suffix,
        weight=weight.value,
        seen="no event: a higher weight brings no larger share",
        fix='write "wrr" where weights are to count',
        subject="scheduler",
        edits=[replace(scheduler, "wrr")],
    )


def _weights(balancer: NetworkLoadBalancer) -> tuple[str, Fact[str] | Fact[int]] | None:
    """What gives the back ends weights that may differ, by the short name of the annotation if it is one."""
    weighting, back_ends = balancer.weighting, balancer.back_ends
    if weighting is None:
        return None
    if weighting.kind == "pods":
        return None if back_ends.one_pod_a_node else ("", back_ends.mode)
    suffix = "weight" if weighting.kind == "total" else "default-weight"
    counts = weighting.weight.present and (suffix == "weight" or weighting.weight.is_not(_USUAL))
    return (suffix, balancer.annotations.get(suffix)) if counts else None
