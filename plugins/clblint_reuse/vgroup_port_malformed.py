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

Sources: clbv1/listeners.go:vgroup; clbv1/vgroups.go:getVGroupIDs
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import N_, LoadBalancer, Problems, Severity, problem, problem_of_quotes, remove, replace, rule

if TYPE_CHECKING:
    from clblint.api import FixEdit, GroupItem

_PARTS = 2


@rule("vgroup-port-malformed", on=LoadBalancer, severity=Severity.ERROR, when=("vgroup-port",), fix="unsafe")
def check(balancer: LoadBalancer) -> Problems:
    """Report each malformed item: an error where the CCM gives up, a warning where it is passed over."""
    in_quotes = problem_of_quotes(
        balancer.annotations.get("vgroup-port"),
        "vgroup-port",
        comes_of_it=N_("it names neither a group nor a port, and your groups stay unused"),
        seen="no event: ignored",
        severity=Severity.WARNING,
    )
    if in_quotes is not None and balancer.is_reused:
        yield in_quotes
        return
    for item in balancer.vgroup_items:
        message = _fault(item, balancer)
        if message and (item.port is None or balancer.is_reused):  # else vgroup-port-without-id
            yield problem(
                message,
                item.at,
                item=item.at.text,
                error=item.error,
                seen=_seen(item, balancer),
                fix='write it like "rsp-2zeb3qcm8q2x0:443", several with a comma and no blanks between',
                subject="vgroup-port",
                severity=None if item.port is None else Severity.WARNING,
                edits=_meant(item),
            )


def _meant(item: GroupItem) -> list[FixEdit | None]:
    """Take an empty item away, and turn one round that stands the wrong way."""
    words = [part.text.strip() for part in item.parts]
    if words == [""]:
        return [remove(item.at)]
    if len(words) == _PARTS and words[0].isdigit() and words[1] and not words[1].isdigit():
        return [replace(item.at, f"{words[1]}:{words[0]}")]
    return []


def _seen(item: GroupItem, balancer: LoadBalancer) -> str:
    if item.port is not None:
        return N_("no event: ignored")
    if balancer.is_reused:
        return N_('SyncLoadBalancerFailed: "{error}"')
    return N_('SyncLoadBalancerFailed: "{error}" as of the second sync; the Service cannot be deleted')


def _fault(item: GroupItem, balancer: LoadBalancer) -> str:
    if not item.at.text.strip():
        return (
            N_("an item of vgroup-port is empty, and the CCM gives up on the Service")
            if balancer.is_reused
            else N_("an item of vgroup-port is empty, and the CCM gives up on the Service as of the second sync")
        )
    if item.port is None:
        return (
            N_("{item} in vgroup-port has no colon, and the CCM gives up on the Service")
            if balancer.is_reused
            else N_("{item} in vgroup-port has no colon, and the CCM gives up on the Service as of the second sync")
        )
    if not item.group.text.strip():
        return N_("{item} in vgroup-port names no server group, so it never applies")
    if not item.port.text.strip().isdigit():
        return N_("{item} in vgroup-port has no port number behind the colon, so it never applies")
    if len(item.parts) > _PARTS:
        return N_("what stands behind the second colon of {item} in vgroup-port is not read")
    return ""
