"""An item of `vgroup-port` is not of the form `group:port`.

On a reused CLB an item without a colon makes the CCM give up. On a CLB of its own the first sync succeeds, because the
annotation is not looked at; every later one fails, and so does the deletion of the Service, for as long as the
annotation stands. An item with the two parts the wrong way round names no port and is passed over.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80,"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "80:rsp-2zeb3qcm8q2x0"  # <- here (warning)
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80,rsp-2zeb3qcm8q2x1:443"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
```

With an NLB, too, the CCM gives up at an item that it comes to while it looks for the group of a port; where it does
not come to it, the Service cannot be deleted (nlb-vgroup-blocks-deletion):

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: sgp-a1  # <- here
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
---
apiVersion: v1
kind: Service
metadata:
  name: own
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: sgp-a1
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go:vgroup; clbv1/vgroups.go:getVGroupIDs
"""

from __future__ import annotations

from clblint.api import N_, GroupItem, LoadBalancer, Problems, Severity, is_quoted, problem_of_quotes, rule
from clblint_reuse._group_faults import IGNORED, fault_of, meant

_EXAMPLES = {"CLB": "rsp-2zeb3qcm8q2x0:443", "NLB": "sgp-2zeb3qcm8q2x0:443"}
_UNUSED = N_("it names neither a group nor a port, and your groups stay unused")
_NOT_FOUND = N_("it names no server group of NLBs, and every sync and the deletion of the Service fail")
_FAILS = N_('SyncLoadBalancerFailed: "apply model error: {error}", and CleanLoadBalancerFailed')


@rule("vgroup-port-malformed", on=GroupItem, severity=Severity.ERROR, when=("vgroup-port",), fix="unsafe")
def check(item: GroupItem) -> Problems:
    """Report a malformed item: an error where the CCM gives up, a warning where it is passed over."""
    case, reused, at = fault_of(item), item.balancer.is_reused, item.at
    if case is None or (reused and is_quoted(item.at.fact)) or not (reused or item.port is None):
        return  # of others it is vgroup-port-without-id that speaks
    fix = N_('write it like "{example}", several with a comma and no blanks between')
    yield case.at(
        at,
        item=at.text,
        error=item.error,
        example=_EXAMPLES[item.balancer.kind],
        fix=fix,
        subject="vgroup-port",
        edits=meant(item),
    )


@check.also(on=LoadBalancer)
def in_quotes(balancer: LoadBalancer) -> Problems:
    """Report items in quotes."""
    fact, failure = balancer.annotations.get("vgroup-port"), balancer.failure
    if not balancer.is_reused:
        return
    if balancer.kind == "NLB" and failure is not None:
        yield from problem_of_quotes(fact, "vgroup-port", comes_of_it=_NOT_FOUND, seen=_FAILS, error=failure.text)
    else:
        mild = Severity.WARNING
        yield from problem_of_quotes(fact, "vgroup-port", comes_of_it=_UNUSED, seen=IGNORED, severity=mild)
