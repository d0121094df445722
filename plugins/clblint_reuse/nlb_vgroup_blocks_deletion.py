"""A malformed item of `vgroup-port` keeps an NLB's Service from being changed and deleted.

Without `id` the CCM does not look at `vgroup-port` while it makes an NLB, so the first sync succeeds. As of the
second one it looks up every server group that the annotation names, and fails at an item without a colon: at every
sync, and when the Service is to be deleted, for as long as the annotation stands. With an `id` the same happens to an
item behind those that the ports of the Service need.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: sgp-a1  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80,sgp-b2"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Well-formed items are not read without an id, which is another mistake, and where the CCM gives up at once nothing is
made:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80,sgp-b2:443"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: now
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: sgp-a1
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/server_groups.go:ListNLBServerGroups; nlbv2/model_applier.go:buildRemoteModel, deleteLoadBalancer; run
against the real controller
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Reason, Severity, remove, rule

_OWN = Case(
    "{item} in vgroup-port has no colon: the NLB is made, then every sync and the deletion of the Service fail",
    fix="remove vgroup-port, which is of no use without id",
)
_REUSED = Case(
    "{item} in vgroup-port has no colon: every sync but the first and the deletion of the Service fail",
    fix='write it like "sgp-a1:443", or remove it',
)
_WHEN = ("vgroup-port",)


@rule(
    "nlb-vgroup-blocks-deletion", on=NetworkLoadBalancer, severity=Severity.ERROR, since="0.2", when=_WHEN, fix="safe"
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first such item, unless the CCM gives up at it at once (vgroup-port-malformed)."""
    failure, groups = balancer.failure, balancer.annotations.get("vgroup-port")
    if failure is None or not all(group.vgroup_id.known for group in balancer.server_groups):
        return
    items = [item for item in balancer.vgroup_items if item.later_error]
    yield (_REUSED if balancer.is_reused else _OWN).at(
        failure.at,
        because=[Reason(item.at, "nor has this") for item in items[1:]],
        item=items[0].at.text.strip() or '""',
        error=failure.text,
        seen='SyncLoadBalancerFailed: "apply model error: {error}" as of the second sync, and CleanLoadBalancerFailed',
        subject="vgroup-port",
        edits=[] if balancer.is_reused else [remove(groups)],
        safe=True,
    )
