"""`default-weight` is set where weights come from elsewhere.

Under policy `Local` the weight of a node is its number of pods, and where `weight` shares traffic among Services it
decides. In both cases `default-weight` is read and not used.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"  # <- here
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "10"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

With pods as back ends the policy has no meaning:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

So it is behind an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go:setWeightBackends
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_backends._back_ends import is_weight


@rule("default-weight-ignored", on=LoadBalancer, severity=Severity.NOTE, when=("default-weight",))
def check(balancer: LoadBalancer) -> Problems:
    """Report a weight that is not the default one."""
    weight, weighting = balancer.annotations.get("default-weight"), balancer.weighting
    if not weight.readable or weight.is_("100") or not is_weight("default-weight", weight.value):
        return
    if weighting is None or weighting.kind == "each":
        return
    by_total, mode = weighting.kind == "total", balancer.back_ends.mode
    yield problem(
        "default-weight {weight} is not used: weight is set, and it decides"
        if by_total
        else "default-weight {weight} is not used: under policy Local a node's weight is its number of pods",
        weight.at_key,
        because=[Reason(balancer.annotations.get("weight") if by_total else mode, "decides the weights")],
        weight=weight.value,
        seen="no event: ignored",
        fix="remove it",
        subject="default-weight",
    )
