"""Two Services fill one server group, and nothing says how the traffic is shared out.

Each Service adds its back ends to the group that `vgroup-port` names. Without `loadbalancer-weight` every back end
weighs the same, so a Service gets traffic by the number of its back ends: with nodes as back ends half of it, however
few pods it has. With a weight each Service gets the share that is written.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8:80"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8:80"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "80"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "20"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

So it is with pods behind an NLB; nodes of two Services do not go into one group of an NLB at all:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: annotations of CLBs, loadbalancer-weight; clbv1/vgroups.go:podNumberAlgorithm, podPercentAlgorithm
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, SharedGroup, if_one_cluster, problem, rule


@rule("vgroup-shared-no-weight", on=SharedGroup, severity=Severity.NOTE, evidence="X", when=("vgroup-port",))
def check(shared: SharedGroup) -> Problems:
    """Report the item of a Service that says no weight."""
    group = shared.group
    weight, balancer = group.balancer.annotations.get("weight"), group.balancer
    if not weight.is_empty or (balancer.kind == "NLB" and balancer.back_ends.are_nodes):  # nlb-vgroup-shared-nodes
        return
    other = shared.others[0]
    found = problem(
        "{other} fills group {id}, too, and without a weight the traffic is shared out by the number of back ends",
        group.vgroup_id,
        rivals=[Reason(one.vgroup_id, "the same group") for one in shared.others],
        other=other.service.id,
        id=group.vgroup_id.meaning,
        key=group.balancer.annotations.key_of("weight"),
        seen="no event: the Service with more back ends gets more of the traffic",
        fix='set {key} in each of them, such as "80" and "20"',
        subject=f"port {group.port.value}",
    )
    yield if_one_cluster(found) if shared.open else found
