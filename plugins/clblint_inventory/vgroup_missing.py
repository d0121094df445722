"""A server group that `vgroup-port` names is not one of the load balancer to reuse.

The CCM looks for it among the groups of the CLB, does not find it, and leaves the port out of its model without a word.
With `force-override-listeners` the listener is made all the same and has no back ends; the events tell of success.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "web", "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm9:80"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "web", "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8:80"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

The groups of this CLB were not exported:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxya", "Tags": {"Tag": []}},
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}
]}, "TotalCount": 2}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "web", "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxya"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm9:80"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go:BuildLocalModel; run against the real controller
"""

from __future__ import annotations

from clblint.api import ClassicServerGroup, Problems, Reason, Severity, known_older, problem, rule
from clblint_inventory._inventory_texts import DROPS, taken


@rule("vgroup-missing", on=ClassicServerGroup, severity=Severity.ERROR, evidence="I", when=("vgroup-port",))
def check(group: ClassicServerGroup) -> Problems:
    """Report the item; of blanks around it value-whitespace speaks."""
    inventory, clb, named = group.balancer.inventory, taken(group.balancer), group.vgroup_id
    if inventory is None or clb is None or not named.readable:
        return
    id_ = named.meaning
    elsewhere = inventory.owner_of(id_)
    if elsewhere == clb.id.value or (not elsewhere and (id_ in inventory.groups or not clb.all_groups)):
        return
    yield problem(
        "server group {group} belongs to CLB {other} and not to {id}, so port {port} gets no back ends"
        if elsewhere
        else "CLB {id} has no server group {group}, so port {port} gets no back ends",
        named,
        because=[Reason(group.balancer.reuses, "the CLB that is reused")],
        group=id_,
        id=clb.id.value,
        other=elsewhere,
        port=group.port.value,
        seen='SyncLoadBalancerFailed: "build vserver groups error: build vgroup for port {port} error: ..."'
        if known_older(group.balancer.cluster.ccm_version, DROPS)
        else "EnsuredLoadBalancer, as if all were well: the CCM leaves the port out without a word",
        fix="name a server group of {id}",
        subject=id_,
    )
