"""Server groups of your own are named, but no load balancer.

`vgroup-port` names groups on a CLB that is reused. Without `id` the CCM creates a CLB and its groups itself, and the
annotation is not read.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"  # <- here
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
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An NLB is made without them at first; as of the second sync the CCM looks the groups up all the same, and fails where
one does not exist:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"  # <- here: the CCM makes an NLB
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go:buildVGroupForServicePort
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, problem, rule, with_article


@rule("vgroup-port-without-id", on=LoadBalancer, severity=Severity.WARNING, when=("vgroup-port",))
def check(balancer: LoadBalancer) -> Problems:
    """Report the annotation, unless it does worse than nothing."""
    groups = balancer.annotations.get("vgroup-port")
    worse = balancer.failure is not None or any(item.error for item in balancer.vgroup_items)
    if not groups.is_set or balancer.is_reused or worse:
        return
    yield problem(
        "vgroup-port is not read without id: the CCM makes {one} and groups of its own, and yours get no back ends",
        groups.at_key,
        because=[Reason(balancer.reuses, "no id here")],
        kind=balancer.kind,
        one=with_article(balancer.kind),
        key=balancer.annotations.key_of("id"),
        seen="no event: ignored",
        fix="name the {kind} of these groups in {key}, or remove vgroup-port",
        subject="vgroup-port",
    )
