"""A server group that `vgroup-port` names cannot be filled.

The group does not exist, was made by the CCM for a Service, belongs to another VPC than the NLB or is of another
protocol than the listener. Of the first two the CCM finds out while it builds, and then nothing at all is done for
the Service; a group that does not exist keeps the Service from being deleted, too.

```yaml bad
# file: inventory.json
{"ServerGroups": [{"ServerGroupId": "sgp-web", "Protocol": "TCP", "ServerGroupName": "web"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-wbe:80"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"ServerGroups": [{"ServerGroupId": "sgp-web", "Protocol": "TCP", "ServerGroupName": "k8s.80.TCP.web.default.c1"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-web:80"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"ServerGroups": [{"ServerGroupId": "sgp-web", "Protocol": "UDP", "ServerGroupName": "web"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-web:80"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "VpcId": "vpc-a1"}]}
{"ServerGroups": [{"ServerGroupId": "sgp-web", "Protocol": "TCP", "ServerGroupName": "web",
  "VpcId": "vpc-b2"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-web:80"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"ServerGroups": [{"ServerGroupId": "sgp-web", "Protocol": "TCP", "ServerGroupName": "web"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-web:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Without `id` it is not looked for while the NLB is made, but at every sync after that, and at the deletion:

```yaml bad
# file: inventory.json
{"ServerGroups": [{"ServerGroupId": "sgp-web", "Protocol": "TCP", "ServerGroupName": "web"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-wbe:80"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A group that is named for a port which the Service does not have is listed all the same:

```yaml bad
# file: inventory.json
{"ServerGroups": [{"ServerGroupId": "sgp-a", "Protocol": "TCP"}], "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: sgp-a:80,sgp-gone:81  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/server_groups.go:setServerGroupServers, ListNLBServerGroups; run against the real controller
"""

from __future__ import annotations

from clblint.api import N_, Case, NetworkGroupItem, Problems, Reason, Severity, group_fault, rule

_UNKNOWN = N_('SyncLoadBalancerFailed: "set ServerGroup for port {port} error: cannot find server group id {id} ..."')
_OF_CCM = N_(
    'SyncLoadBalancerFailed: "set ServerGroup for port {port} error: cannot reuse a ccm created server group {id} ..."'
)
_REFUSED = N_("SyncLoadBalancerFailed: the API refuses the listener or its back ends")
_FIX = N_("name a server group of your own that fits the NLB, or leave the port out of vgroup-port")
_CASES = {
    "missing": Case(
        "no server group of the inventory has the id {id}: nothing is done for the Service", _UNKNOWN, _FIX
    ),
    "later": Case(
        "no server group of the inventory has the id {id}: every sync but the first and the deletion fail",
        'SyncLoadBalancerFailed: "... reused server group id {id} not found", and CleanLoadBalancerFailed',
        "remove vgroup-port, which is of no use without id",
    ),
    "unserved": Case(
        "no server group of the inventory has the id {id}: every sync and the deletion fail, port or no port {port}",
        'SyncLoadBalancerFailed: "... reused server group id {id} not found", and CleanLoadBalancerFailed',
        "remove the item from vgroup-port: the Service has no port {port}",
    ),
    "ServerGroupName": Case("server group {id} was made by the CCM, so nothing is done for the Service", _OF_CCM, _FIX),
    "VpcId": Case("server group {id} belongs to {there}, and the NLB does not", _REFUSED, _FIX),
    "Protocol": Case("server group {id} is of protocol {there}, and the listener on {port} is not", _REFUSED, _FIX),
}


@rule(
    "nlb-vgroup-missing", on=NetworkGroupItem, severity=Severity.ERROR, evidence="I", since="0.2", when=("vgroup-port",)
)
def check(item: NetworkGroupItem) -> Problems:
    """Report the item; one of another type is nlb-vgroup-type."""
    fault, inventory, id_ = group_fault(item), item.balancer.inventory, item.group.text
    if not fault or inventory is None:
        return
    group = inventory.nlb_groups.get(id_)
    there = group.get(fault) if group is not None else None
    yield _CASES[fault].at(
        item.at,
        because=[Reason(there, "as the inventory has it")] if there is not None else [],
        id=id_,
        there=there.value if there is not None else "",
        port=item.key,
        subject=id_,
    )
