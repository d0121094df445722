"""Two Services put nodes into one server group of an NLB, and overwrite each other's ports.

In a server group of an NLB the CCM tells back ends apart by their id, not by the port. The nodes that one Service has
put there are those of the other, too: each sync of one Service sends the node port and the weight of that Service,
and all traffic of the group goes to whichever was synced last. Pods have addresses of their own.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A group for each Service:

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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-b2:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/server_groups.go:isServerEqual, diff; run against the real controller
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, SharedGroup, if_one_cluster, problem, rule

_WHEN = ("vgroup-port",)


@rule("nlb-vgroup-shared-nodes", on=SharedGroup, severity=Severity.ERROR, evidence="X", since="0.2", when=_WHEN)
def check(shared: SharedGroup) -> Problems:
    """Report the item of a Service whose nodes another one puts into the group, too."""
    group, others = shared.group, [one for one in shared.others if one.balancer.back_ends.are_nodes]
    if group.balancer.kind != "NLB" or not others or not group.balancer.back_ends.are_nodes:
        return
    found = problem(
        "{other} puts nodes into group {id}, too, and each sync of one overwrites the node ports of the other",
        group.vgroup_id,
        because=[Reason(group.mode, "makes nodes the back ends")],
        rivals=[Reason(one.vgroup_id, "the same group") for one in others],
        other=others[0].service.id,
        id=group.vgroup_id.meaning,
        key=group.balancer.annotations.key_of("backend-type"),
        seen="no event: all traffic of the group goes to the Service that was synced last",
        fix='name a group of its own in each Service, or with Terway have pods as back ends: {key}: "eni"',
        subject=f"port {group.port.value}",
    )
    yield if_one_cluster(found) if shared.open else found
