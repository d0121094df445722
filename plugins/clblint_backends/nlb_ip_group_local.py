"""Under policy Local a group of addresses holds a node once for each of its pods.

With `server-group-type: Ip` back ends are added by their addresses, nodes too. Under policy Local the CCM adds a node
for each ready pod on it, and tells only back ends of type Ecs apart: a node with three pods is asked for three times,
each time with weight 1, instead of once with weight 3.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Instance
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
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

Under policy Cluster each node is a back end once, and of a DaemonSet a node runs one pod:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  externalTrafficPolicy: Local
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
```

Sources: nlbv2/server_groups.go:removeDuplicatedECS, podNumberAlgorithm; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule

_WHEN = ("server-group-type",)


@rule("nlb-ip-group-local", on=NetworkLoadBalancer, severity=Severity.WARNING, evidence="SP", since="0.2", when=_WHEN)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the type."""
    back_ends = balancer.back_ends
    if not back_ends.by_address.holds or not back_ends.are_local or back_ends.one_pod_a_node:
        return
    if not balancer.workloads and back_ends.may_be_more:  # of which there may be one a node
        return
    yield problem(
        "under policy Local a group of type Ip holds a node once for each of its pods, each time with weight 1",
        balancer.annotations.get("server-group-type"),
        because=[Reason(balancer.service.external_traffic_policy, "makes the nodes that run pods the back ends")],
        key=balancer.annotations.key_of("backend-type"),
        seen="no event: the same address is added several times",
        fix='leave nodes to groups of type Instance, or with Terway have pods as back ends: {key}: "eni"',
        subject="server-group-type",
    )
