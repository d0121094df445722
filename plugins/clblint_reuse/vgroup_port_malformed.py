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
    ClassicGroupItem,
    ClassicLoadBalancer,
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
_NOW = N_('SyncLoadBalancerFailed: "{error}"')
_LATER = N_('SyncLoadBalancerFailed: "{error}" as of the second sync; the Service cannot be deleted')
_IGNORED, _WARNING = N_("no event: ignored"), Severity.WARNING
_UNUSED = N_("it names neither a group nor a port, and your groups stay unused")
# By whether a CLB is reused.
_EMPTY = {
    True: Case("an item of vgroup-port is empty, and the CCM gives up on the Service", _NOW),
    False: Case("an item of vgroup-port is empty, and the CCM gives up on the Service as of the second sync", _LATER),
}
_NO_COLON = {
    True: Case("{item} in vgroup-port has no colon, and the CCM gives up on the Service", _NOW),
    False: Case(
        "{item} in vgroup-port has no colon, and the CCM gives up on the Service as of the second sync", _LATER
    ),
}
_NO_GROUP = N_("{item} in vgroup-port names no server group, so it never applies")
_NO_NUMBER = N_("{item} in vgroup-port has no port number behind the colon, so it never applies")
_MORE = N_("what stands behind the second colon of {item} in vgroup-port is not read")


@rule("vgroup-port-malformed", on=ClassicGroupItem, severity=Severity.ERROR, when=("vgroup-port",), fix="unsafe")
def check(item: ClassicGroupItem) -> Problems:
    """Report a malformed item: an error where the CCM gives up, a warning where it is passed over."""
    case, reused, at = _fault(item), item.balancer.is_reused, item.at
    if case is None or (reused and is_quoted(item.at.fact)) or not (reused or item.port is None):
        return  # of others it is vgroup-port-without-id that speaks
    fix = N_('write it like "rsp-2zeb3qcm8q2x0:443", several with a comma and no blanks between')
    yield case.at(at, item=at.text, error=item.error, fix=fix, subject="vgroup-port", edits=_meant(item))


@check.also(on=ClassicLoadBalancer)
def in_quotes(balancer: ClassicLoadBalancer) -> Problems:
    """Report items in quotes."""
    fact = balancer.annotations.get("vgroup-port")
    if balancer.is_reused:
        yield from problem_of_quotes(fact, "vgroup-port", comes_of_it=_UNUSED, seen=_IGNORED, severity=_WARNING)


def _fault(item: ClassicGroupItem) -> Case | None:
    if item.port is None:
        return (_NO_COLON if item.at.text.strip() else _EMPTY)[item.balancer.is_reused]
    if not item.group.text.strip():
        return Case(_NO_GROUP, _IGNORED, severity=_WARNING)
    if not item.port.text.strip().isdigit():
        return Case(_NO_NUMBER, _IGNORED, severity=_WARNING)
    return Case(_MORE, _IGNORED, severity=_WARNING) if len(item.parts) > _PARTS else None


def _meant(item: ClassicGroupItem) -> list[FixEdit | None]:
    """Take an empty item away, and turn one round that stands the wrong way."""
    words = [part.text.strip() for part in item.parts]
    if words == [""]:
        return [remove(item.at)]
    if len(words) == _PARTS and words[0].isdigit() and words[1] and not words[1].isdigit():
        return [replace(item.at, f"{words[1]}:{words[0]}")]
    return []
