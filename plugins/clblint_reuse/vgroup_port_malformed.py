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

from clblint.api import (
    N_,
    Case,
    GroupItem,
    LoadBalancer,
    Problems,
    Severity,
    is_quoted,
    problem_of_quotes,
    remove,
    replace,
    rule,
)

if TYPE_CHECKING:
    from clblint.api import FixEdit

_PARTS = 2
_FIX = N_('write it like "rsp-2zeb3qcm8q2x0:443", several with a comma and no blanks between')
_NOW = N_('SyncLoadBalancerFailed: "{error}"')
_LATER = N_('SyncLoadBalancerFailed: "{error}" as of the second sync; the Service cannot be deleted')
_IGNORED = N_("no event: ignored")
# By whether a CLB is reused: of items without a colon, there are empty ones and others.
_EMPTY = {
    True: Case(N_("an item of vgroup-port is empty, and the CCM gives up on the Service"), _NOW, _FIX),
    False: Case(
        N_("an item of vgroup-port is empty, and the CCM gives up on the Service as of the second sync"), _LATER, _FIX
    ),
}
_NO_COLON = {
    True: Case(N_("{item} in vgroup-port has no colon, and the CCM gives up on the Service"), _NOW, _FIX),
    False: Case(
        N_("{item} in vgroup-port has no colon, and the CCM gives up on the Service as of the second sync"),
        _LATER,
        _FIX,
    ),
}
_WARNING = Severity.WARNING
_NO_GROUP = Case(N_("{item} in vgroup-port names no server group, so it never applies"), _IGNORED, _FIX, _WARNING)
_NO_NUMBER = Case(
    N_("{item} in vgroup-port has no port number behind the colon, so it never applies"), _IGNORED, _FIX, _WARNING
)
_MORE = Case(N_("what stands behind the second colon of {item} in vgroup-port is not read"), _IGNORED, _FIX, _WARNING)


@rule("vgroup-port-malformed", on=GroupItem, severity=Severity.ERROR, when=("vgroup-port",), fix="unsafe")
def check(item: GroupItem) -> Problems:
    """Report a malformed item: an error where the CCM gives up, a warning where it is passed over."""
    reused = item.balancer.is_reused
    case = _fault(item)
    if case is None or (reused and is_quoted(item.at.fact)) or not (reused or item.port is None):
        return  # of others it is vgroup-port-without-id that speaks
    yield case.at(item.at, item=item.at.text, error=item.error, subject="vgroup-port", edits=_meant(item))


@check.also(on=LoadBalancer)
def in_quotes(balancer: LoadBalancer) -> Problems:
    """Report items in quotes."""
    if balancer.is_reused:
        yield from problem_of_quotes(
            balancer.annotations.get("vgroup-port"),
            "vgroup-port",
            comes_of_it=N_("it names neither a group nor a port, and your groups stay unused"),
            seen=_IGNORED,
            severity=Severity.WARNING,
        )


def _fault(item: GroupItem) -> Case | None:
    if item.port is None:
        return (_NO_COLON if item.at.text.strip() else _EMPTY)[item.balancer.is_reused]
    if not item.group.text.strip():
        return _NO_GROUP
    if not item.port.text.strip().isdigit():
        return _NO_NUMBER
    return _MORE if len(item.parts) > _PARTS else None


def _meant(item: GroupItem) -> list[FixEdit | None]:
    """Take an empty item away, and turn one round that stands the wrong way."""
    words = [part.text.strip() for part in item.parts]
    if words == [""]:
        return [remove(item.at)]
    if len(words) == _PARTS and words[0].isdigit() and words[1] and not words[1].isdigit():
        return [replace(item.at, f"{words[1]}:{words[0]}")]
    return []
