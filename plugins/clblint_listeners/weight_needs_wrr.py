"""Back ends get a weight, but the scheduler does not read weights.

The CCM asks for `rr` where no scheduler is given, and `rr` takes turns whatever the weights; only a weight of 0 counts.
A weight that is to share out traffic needs `wrr`.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1abcdefghijklmnopqr
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1abcdefghij:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "20"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1abcdefghijklmnopqr
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1abcdefghij:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "20"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A weight of 0 takes back ends out under any scheduler, and 100 is what they have anyway:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "0"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: plain
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "100"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An NLB reads weights by default:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go:setDefaultValueForListener (rr); clbv1/vgroups.go:podPercentAlgorithm; SLB API, Scheduler
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, add, problem, replace, rule

_WEIGHTS = ("weight", "default-weight")


@rule(
    "weight-needs-wrr", on=ClassicLoadBalancer, severity=Severity.NOTE, when=("weight", "default-weight"), fix="unsafe"
)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the weight that is in force and differs from the default."""
    annotations = balancer.annotations
    if not any(annotations.has(suffix) for suffix in _WEIGHTS) or not balancer.manages_listeners:
        return
    scheduler = annotations.get("scheduler")
    if not scheduler.one_of("", "rr") or not balancer.server_groups:
        return
    weighting = balancer.server_groups[0].weighting
    weight, shared = weighting.weight, weighting.kind == "total"
    if weighting.kind == "pods" or not weight.readable or (weight.is_(100) and not shared):
        return
    yield problem(
        "{suffix} {weight} has no effect, because scheduler rr does not read weights",
        weight,
        because=[
            Reason(scheduler, "the scheduler" if scheduler.present else "no scheduler here, so the CCM asks for rr")
        ],
        suffix="weight" if shared else "default-weight",
        weight=weight.value,
        key=annotations.key_of("scheduler"),
        seen="no event: each back end gets the same share",
        fix='set {key}: "wrr"',
        subject="scheduler",
        edits=[
            replace(scheduler, "wrr")
            if scheduler.present
            else add("wrr", annotations.key_of("scheduler"), beside=weight),
        ],
    )
