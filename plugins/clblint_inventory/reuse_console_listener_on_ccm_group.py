"""A listener of your own sends to a server group that the CCM made.

Without `force-override-listeners` that works, as long as nothing changes: the CCM fills the group and you look after
the listener. But when the Service goes, or one of its ports changes, the CCM deletes the group, and the listener that
still uses it prevents that. With groups of your own (`vgroup-port`) there is nothing to delete.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "http",
  "VServerGroupId": "rsp-2zeb3qcm8"}]}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "k8s/30080/web/default/c1234567890abcdef"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "false"
spec:
  type: LoadBalancer
  ports: [{port: 80, nodePort: 30080}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "http",
  "VServerGroupId": "rsp-2zeb3qcm8"}]}
{"VServerGroups": {"VServerGroup": [{"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "web"}]}}
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

Sources: ACK Service troubleshooting, RspoolVipExist; clbv1/model_applier.go:cleanup; run against the real controller
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, is_of, listed, problem, rule
from clblint_inventory._inventory_texts import taken


@rule("reuse-console-listener-on-ccm-group", on=ClassicLoadBalancer, severity=Severity.NOTE, evidence="I", when=("id",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the id, and name the listeners."""
    clb = taken(balancer)
    if clb is None or balancer.manages_listeners or not balancer.force_override.is_empty:
        return
    pairs = [(listener, clb.group_of(listener)) for listener in clb.listeners]
    found = [(one, group) for one, group in pairs if group is not None and is_of(balancer.service, group.key)]
    if found:
        because = [Reason(found[0][1].name, "the server group of the Service")]
        yield problem(
            "{listeners} of CLB {id} uses a server group that the CCM wants to delete together with the Service",
            balancer.reuses,
            because=[*because, *(Reason(one, "sends to it") for one, _ in found)],
            id=clb.id.value,
            listeners=listed(str(one) for one, _ in found),
            key=balancer.annotations.key_of("vgroup-port"),
            seen="nothing yet; RspoolVipExist in the events when the Service is deleted or a port of it changes",
            fix="before such a change, delete the listener or point it at a group of your own, and name that in {key}",
            subject="id",
        )
