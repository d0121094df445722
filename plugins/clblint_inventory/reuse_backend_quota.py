"""The reused load balancer has no room for the back ends or the listeners of the Service.

A CLB takes 200 back ends, those of all its server groups together, and 50 listeners. A Service under policy Cluster
adds every worker node once for each of its ports, one with pods as back ends every pod. Beyond the quota the API
refuses the rest, and some nodes or pods stay without traffic. Under policy Local only the nodes count that run a pod,
which no file tells.

```yaml bad
# file: .clblint.yaml
cluster: {nodes: 60}
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "shop", "ServerCount": 90,
   "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
```

Pods count as their workload says, a DaemonSet's as many as there are nodes:

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "shop", "ServerCount": 90,
   "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - {name: http, port: 80, targetPort: 8080}
  - {name: https, port: 443, targetPort: 8443}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 60
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
```

The back ends that are there are those of the Service itself:

```yaml good
# file: .clblint.yaml
cluster: {nodes: 60}
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "k8s/30080/web/default/c1234567890abcdef", "ServerCount": 60,
   "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"},
  {"VServerGroupId": "rsp-2zeb3qcm9", "VServerGroupName": "k8s/30443/web/default/c1234567890abcdef", "ServerCount": 60,
   "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
```

```yaml good
# file: .clblint.yaml
cluster: {nodes: 60, backend-quota: 400}
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "shop", "ServerCount": 90,
   "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
```

An NLB takes 400 back ends and 50 listeners:

```yaml bad
# file: .clblint.yaml
cluster: {nodes: 10}
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a"}]}
{"ServerGroups": [
  {"ServerGroupId": "sgp-a", "Protocol": "TCP", "RelatedLoadBalancerIds": ["nlb-a"], "ServerCount": 395}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-type: ecs
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {nodes: 10}
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a"}]}
{"ServerGroups": [
  {"ServerGroupId": "sgp-a", "Protocol": "TCP", "RelatedLoadBalancerIds": ["nlb-a"], "ServerCount": 390}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-type: ecs
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, "quota limit of this load balancer"; CLB quotas; NLB quotas
"""

from __future__ import annotations

from clblint.api import (
    LoadBalancer,
    Problems,
    Reason,
    Severity,
    back_ends_of,
    back_ends_of_others,
    problem,
    rule,
    with_article,
)
from clblint_inventory._inventory_texts import BEYOND_QUOTA, counted_by, taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import BalancerRecord

_LISTENERS = 50


@rule("reuse-backend-quota", on=LoadBalancer, severity=Severity.WARNING, evidence="IP", when=("id",))
def check(balancer: LoadBalancer) -> Problems:
    """Report the id; a Service that alone exceeds the quota is backend-quota."""
    found = taken(balancer)
    if found is not None:
        yield from _of_back_ends(balancer, found)
        yield from _of_listeners(balancer, found)


def _of_back_ends(balancer: LoadBalancer, found: BalancerRecord) -> Problems:
    quota, there, more = balancer.back_end_quota, back_ends_of_others(balancer, found), back_ends_of(balancer)
    if not there or quota < more or quota >= there + more:
        return
    yield problem(
        "{kind} {id} has {there} back ends of others and gets {more} of this Service, and {quota} is its quota",
        balancer.reuses,
        because=[Reason(found.id, "{there} back ends or more"), *counted_by(balancer)],
        there=there,
        more=more,
        quota=quota,
        seen=BEYOND_QUOTA[balancer.kind],
        fix="give the Service {one} of its own, or have the quota raised (and declare backend-quota)"
        if balancer.back_ends.are_pods
        else "give the Service {one} of its own, use externalTrafficPolicy: Local or backend-label, or have the quota "
        "raised (and declare backend-quota)",
        subject="back ends",
        id=found.id.value,
        kind=balancer.kind,
        one=with_article(balancer.kind),
    )


def _of_listeners(balancer: LoadBalancer, found: BalancerRecord) -> Problems:
    there = {(one.ports, one.protocol.value) for one in found.listeners}
    more = {(one.shown_ports, one.protocol.value) for one in balancer.listeners if one.managed} - there
    if len(there) <= _LISTENERS < len(there | more):
        yield problem(
            "{kind} {id} has {there} listeners and gets {more} more, and {quota} is its quota",
            balancer.reuses,
            there=len(there),
            more=len(more),
            quota=_LISTENERS,
            seen="SyncLoadBalancerFailed: the API refuses the listeners beyond the quota",
            fix="give the Service {one} of its own, or delete listeners that nobody needs",
            subject="listeners",
            id=found.id.value,
            kind=balancer.kind,
            one=with_article(balancer.kind),
        )
