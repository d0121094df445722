"""A malformed item of `vgroup-port` keeps an NLB's Service from being changed and deleted.

Without `id` the CCM does not look at `vgroup-port` while it makes an NLB, so the first sync succeeds. As of the
second one it looks up every server group that the annotation names, and fails at an item without a colon, or with
something else in front of it than a server group of NLBs (`sgp-...`), such as a port or a group of a CLB (`rsp-...`):
at every sync, and when the Service is to be deleted, for as long as the annotation stands. With an `id` that happens
from the first sync on, and to an item behind those that the ports of the Service need, too.

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

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80,:443"  # <- here: no server group
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{name: http, port: 80}, {name: https, port: 443}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1cz8b2s1v6d:80"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "80:sgp-a1"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
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

from clblint.api import N_, Case, NetworkLoadBalancer, Problems, Reason, Severity, is_quoted, remove, rule
from clblint_reuse._group_faults import meant

_REMOVE, _FORM = N_("remove vgroup-port, which is of no use without id"), N_('write it like "sgp-a1:443", or remove it')
# By whether an NLB is reused, and whether the item has a colon.
_CASES = {
    (False, False): Case(
        "{item} in vgroup-port has no colon: the NLB is made, then every sync and the deletion of the Service fail"
    ),
    (False, True): Case(
        "{item} in vgroup-port names no server group of NLBs: the NLB is made, then every sync and the deletion of the "
        "Service fail"
    ),
    (True, False): Case("{item} in vgroup-port has no colon: every sync and the deletion of the Service fail"),
    (True, True): Case(
        "{item} in vgroup-port names no server group of NLBs: every sync and the deletion of the Service fail"
    ),
}
_FAULTS = {False: N_("has no colon"), True: N_("names no server group of NLBs")}
# By whether the CCM looks the group up before it does anything, for a port of the Service.
_SEEN = {
    False: N_('SyncLoadBalancerFailed: "apply model error: {error}", and CleanLoadBalancerFailed'),
    True: N_(
        'SyncLoadBalancerFailed: "... cannot find server group id {group} ...", and CleanLoadBalancerFailed: "{error}"'
    ),
}
_WHEN = ("vgroup-port",)


@rule(
    "nlb-vgroup-blocks-deletion", on=NetworkLoadBalancer, severity=Severity.ERROR, since="0.2", when=_WHEN, fix="safe"
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first such item, unless vgroup-port-malformed says it: the CCM gives up at once, or quotes."""
    failure, groups, reused = balancer.failure, balancer.annotations.get("vgroup-port"), balancer.is_reused
    if failure is None or not all(group.vgroup_id.known for group in balancer.server_groups):
        return
    if reused and is_quoted(groups):
        return
    first, *others = sorted(balancer.failing_groups, key=lambda item: item.names_nobody)
    yield _CASES[reused, first.names_nobody].at(
        failure.at,
        because=[Reason(item.at, _FAULTS[item.names_nobody]) for item in others],
        item=first.at.text.strip() or '""',
        error=failure.text,
        seen=_SEEN[first in balancer.vgroups_looked_up],
        group=first.group.text,
        fix=_FORM if reused else _REMOVE,
        subject="vgroup-port",
        edits=meant(first) if reused else [remove(groups)],
        safe=not reused,
    )
