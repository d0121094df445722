"""A server group that `vgroup-port` names is one that the CCM made.

Such a group belongs to a Service and goes with it. The CCM refuses to fill it for another one, and leaves the port out
of its model without a word. Only groups of your own can be named.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "k8s/30080/shop/default/c1234567890abcdef"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8:80"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"VServerGroups": {"VServerGroup": [{"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "k8s-web"}]}}
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

Sources: clbv1/vgroups.go:buildVGroupForServicePort, "cannot reuse a ccm created vgroup"; run against the real
controller
"""

from __future__ import annotations

from clblint.api import ClassicServerGroup, Problems, Reason, Severity, known_older, problem, rule
from clblint_inventory._inventory_texts import DROPS


@rule("vgroup-ccm-made", on=ClassicServerGroup, severity=Severity.ERROR, evidence="I", when=("vgroup-port",))
def check(group: ClassicServerGroup) -> Problems:
    """Report the item; a group of another CLB is vgroup-missing."""
    inventory, named = group.balancer.inventory, group.vgroup_id
    there = inventory.groups.get(named.meaning) if inventory is not None and named.readable else None
    owners = {"", group.balancer.reuses.value}
    if inventory is None or there is None or there.key is None or inventory.owner_of(named.meaning) not in owners:
        return
    yield problem(
        "server group {group} was made by the CCM for Service {service}, so it is not filled for port {port}",
        named,
        because=[Reason(there.name, "the name that the CCM gave it")],
        group=named.meaning,
        service=f"{there.key.namespace}/{there.key.service}",
        port=group.port.value,
        seen='SyncLoadBalancerFailed: "build vserver groups error: build vgroup for port {port} error: ..."'
        if known_older(group.balancer.cluster.ccm_version, DROPS)
        else "EnsuredLoadBalancer, as if all were well: the CCM leaves the port out without a word",
        fix="create a server group of your own on the CLB and name that, or leave the port out of vgroup-port",
        subject=named.meaning,
    )
