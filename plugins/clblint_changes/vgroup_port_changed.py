"""A server group of yours is not named any more, and keeps its back ends.

The CCM looks only into the groups that `vgroup-port` names now. What it had put into another one stays there for
ever, and is not removed with the Service either: traffic goes on to nodes or pods that may be long gone. Empty the
old group by hand after the change.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1aaaa:80"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1bbbb:80"  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1aaaa:80"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1aaaa:80"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1aaaa:80,rsp-bp1bbbb:443"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: http, port: 80}, {name: https, port: 443}]
```

Groups of an NLB keep their servers likewise.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-aaaa:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-bbbb:80"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go DescribeVServerGroups, isReusedVGroup; nlbv2/server_groups.go:ListNLBServerGroups
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, listed, problem, rule


@rule("vgroup-port-changed", on=Change, severity=Severity.WARNING, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find groups that are left behind."""
    edit = change.edit("vgroup-port")
    if edit is None or change.pair is None or not change.pair[1].is_reused:
        return
    old, new = change.pair
    named = {item.group.text for item in new.vgroup_items}
    left = dict.fromkeys(group.vgroup_id.value for group in old.server_groups if group.vgroup_id.value not in named)
    left.pop("", None)
    if left:
        yield problem(
            "vgroup-port does not name {groups} any more, which keeps the back ends that the CCM put there",
            edit.at,
            because=[Reason(edit.before, "named here before the change")],
            seen="no event: the old back ends stay in the group",
            fix="remove the back ends of this Service from {groups} by hand after the change",
            subject="vgroup-port",
            groups=listed(left),
        )
