"""An item of `backend-label` is not of the form `label=value`.

The CCM compares the items with the labels of every node. One without `=`, an empty one too, makes it give up on the
Service; one without a label in front of it fits no node at all. It knows no selectors: `!=` and `==` are read as parts
of the label or its value, which no node has. A node must have all of the labels, and it has each only once: two values
of one label fit no node either.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool:web"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=web,"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "=web"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool!=db"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool==web"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=a,pool=b"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=web"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=web,example.com/zone=h"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "node-role.kubernetes.io/edge="
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: reconcile/backend/backend.go:filterOutByLabel
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from clblint.api import (
    N_,
    LoadBalancer,
    Problems,
    Reason,
    Severity,
    parse_labels,
    problem,
    problem_of_quotes,
    remove,
    rule,
)
from clblint_backends._back_ends import PODS

if TYPE_CHECKING:
    from clblint.api import LabelItem

# What Kubernetes takes as a label and as its value.
_VALUE = r"([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?"
_KEY = r"([a-z0-9.-]+/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?"
_GIVEN_UP = N_('SyncLoadBalancerFailed: "{error}"')
_NOWHERE = N_('UnAvailableLoadBalancer: "There are no available nodes for LoadBalancer"')


_OTHER_VALUE = N_("{item} in backend-label asks for another value than {other} before it, so no node fits both")


class _Fault(NamedTuple):
    message: str
    seen: str
    severity: Severity | None = None


@rule("backend-label-malformed", on=LoadBalancer, severity=Severity.ERROR, when=("backend-label",), fix="safe")
def check(balancer: LoadBalancer) -> Problems:
    """Report each malformed item; what stands behind a second `=` is lost without harm."""
    label, mode = balancer.annotations.get("backend-label"), balancer.back_ends.mode
    if not label.readable:
        return
    in_quotes = problem_of_quotes(
        label, "backend-label", comes_of_it=N_("no label of a node begins so, and it fits no node"), seen=_NOWHERE
    )
    if in_quotes is not None and not mode.may_be(PODS):
        yield in_quotes
        return
    first: dict[str, LabelItem] = {}
    for item in parse_labels(label):
        before = first.setdefault(item.parts[0].strip(), item)
        fault = _fault(item) or _contradiction(before, item)
        if fault is None or (fault.seen == _NOWHERE and mode.may_be(PODS)):
            continue
        yield problem(
            fault.message,
            item.at,
            because=[Reason(before.at, "another value of it")] if fault.message == _OTHER_VALUE else [],
            item=item.at.text,
            other=before.at.text,
            error=item.error,
            seen=fault.seen,
            fix='write it like "pool=web", several with a comma and no blanks between',
            subject="backend-label",
            severity=fault.severity,
            edits=[] if item.at.text.strip() else [remove(item.at)],
            safe=True,
        )


def _fault(item: LabelItem) -> _Fault | None:
    if not item.at.text.strip():
        return _Fault(N_("an item of backend-label is empty, and the CCM gives up on the Service"), _GIVEN_UP)
    if item.error:
        return _Fault(N_("{item} in backend-label has no =, and the CCM gives up on the Service"), _GIVEN_UP)
    key, value, *more = (part.strip() for part in item.parts)
    nowhere = _fits_nowhere(key, value, more)
    if nowhere:
        return _Fault(nowhere, _NOWHERE)
    if not more:
        return None
    return _Fault(
        N_("what stands behind the second = of {item} in backend-label is not compared"),
        N_("no event: ignored"),
        Severity.WARNING,
    )


def _contradiction(before: LabelItem, item: LabelItem) -> _Fault | None:
    """Two items that ask for different values of one label."""
    if before.error or before.parts[1].strip() == item.parts[1].strip():
        return None
    return _Fault(_OTHER_VALUE, _NOWHERE)


def _fits_nowhere(key: str, value: str, more: list[str]) -> str:
    if not key:
        return N_("{item} in backend-label has no label in front of the =, so it fits no node")
    if more and not value:
        return N_("{item} in backend-label asks for a label without a value, because the CCM reads = and not ==")
    if not (re.fullmatch(_KEY, key) and re.fullmatch(_VALUE, value)):
        return N_("{item} in backend-label is nothing that a label can be, so it fits no node")
    return ""
