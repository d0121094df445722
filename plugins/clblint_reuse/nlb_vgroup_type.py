"""A type of server groups stands beside groups of your own.

`server-group-type` is for groups that the CCM makes. Of a group that `vgroup-port` names it is only compared: where
the group is of the other type, every sync fails.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip  # <- here
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

Without `id` no group is your own:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: made
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

An inventory knows the type of the group:

```yaml bad
# file: inventory.json
{"ServerGroups": [{"ServerGroupId": "sgp-web", "Protocol": "TCP", "ServerGroupType": "Instance"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip  # <- here (error)
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: sgp-web:80
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"ServerGroups": [{"ServerGroupId": "sgp-web", "Protocol": "TCP", "ServerGroupType": "Ip"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: ip
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: sgp-web:80
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/model_applier.go:buildServerGroupCreateAndUpdateActions
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, other_types, problem, remove, rule

_WHEN = ("server-group-type",)


@rule(
    "nlb-vgroup-type",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    evidence="SI",
    since="0.2",
    when=_WHEN,
    fix="unsafe",
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the type; where a group is the CCM's, it is the type of that one, and is not to be removed."""
    group = next((group for group in balancer.server_groups if group.is_users), None)
    wrong = other_types(balancer)
    if group is None or not group.type.present or wrong == []:
        return
    yield problem(
        "server-group-type {type} is compared with group {id} of your own, which is of type {there}: every sync fails"
        if wrong
        else "server-group-type {type} is compared with group {id} of your own, and every sync fails where it is of "
        "the other type",
        group.type,
        because=[
            Reason(group.vgroup_id, "a group of your own"),
            *(Reason(one.type, "its type") for one in wrong or ()),
        ],
        type=group.type.value,
        id=wrong[0].id.value if wrong else group.vgroup_id.value,
        there=wrong[0].type.value if wrong else "",
        seen='no event, or SyncLoadBalancerFailed: "ServerGroupType of user managed server group {id} should be '
        '[{type}], but [...]"',
        fix="remove it, or name groups of this type",
        subject="server-group-type",
        severity=Severity.ERROR if wrong else None,
        edits=[] if balancer.own_groups else [remove(balancer.annotations.get("server-group-type"))],
    )
