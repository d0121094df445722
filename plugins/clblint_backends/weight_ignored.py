"""`weight` is set where it is not read.

It shares the traffic of a server group among several Services, and is read only beside `id` and `vgroup-port`. With
`ignore-weight-update` back ends that are in the group already keep their weight.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50"  # <- here (note)
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ignore-weight-update: "on"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ignore-weight-update: "off"
spec:
  type: LoadBalancer
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go:buildVGroupForServicePort, diff
"""

from __future__ import annotations

from clblint.api import Case, LoadBalancer, Problems, Reason, Severity, remove, rule, with_article
from clblint_backends._back_ends import is_weight, reads_weight

_NOT_READ = Case(
    "weight {weight} is not read: it takes id and vgroup-port beside it",
    seen="no event: ignored",
    fix="remove it; for all back ends of {one} that the CCM makes there is default-weight",
)
_NOT_UPDATED = Case(
    "weight {weight} counts for new back ends alone: ignore-weight-update keeps the others as they are",
    seen="no event: back ends that are there keep their weight",
    fix="remove ignore-weight-update where the weight has to follow",
    severity=Severity.NOTE,
)
_ABOUT = ("id", "vgroup-port", "default-weight")


@rule("weight-ignored", on=LoadBalancer, severity=Severity.WARNING, when=("weight",), about=_ABOUT, fix="unsafe")
def check(balancer: LoadBalancer) -> Problems:
    """Report the weight; milder where it counts for new back ends."""
    get = balancer.annotations.get
    weight, groups, ignore = get("weight"), get("vgroup-port"), get("ignore-weight-update")
    if not weight.is_set or not (groups.is_set or groups.is_empty):
        return
    if not reads_weight(balancer):
        reason = Reason(groups, "no vgroup-port here")
        if not balancer.is_reused:
            reason = Reason(balancer.reuses, "no id here, so the CCM makes {one} and groups of its own")
        yield _NOT_READ.at(
            weight.at_key,
            because=[reason],
            weight=weight.value,
            one=with_article(balancer.kind),
            subject="weight",
            edits=[remove(weight)],
        )
    elif ignore.readable and ignore.value.lower() == "on" and weight.readable and is_weight("weight", weight.value):
        reason = Reason(ignore, "back ends that are there keep their weight")
        yield _NOT_UPDATED.at(weight.at_key, because=[reason], weight=weight.value, subject="weight")
