"""An item of `backend-label` is not of the form `label=value`.

The CCM compares the items with the labels of every node. One without `=`, an empty one too, makes it give up on the
Service; one without a label in front of it fits no node at all.

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

from typing import TYPE_CHECKING

from clblint.api import N_, LoadBalancer, Problem, Severity, parse_labels, problem, remove, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.api import LabelItem

_PARTS = 2


@rule(
    "backend-label-malformed",
    on=LoadBalancer,
    severity=Severity.ERROR,
    when=("backend-label",),
    page=__doc__,
    fix="safe",
)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report each malformed item; what stands behind a second `=` is lost without harm."""
    label = balancer.annotations.get("backend-label")
    if not label.given or not label.value:
        return
    for item in parse_labels(label):
        message, seen = _fault(item)
        if message:
            yield problem(
                message,
                item.at,
                item=item.at.text,
                error=item.error,
                seen=seen,
                fix='write it like "pool=web", several with a comma and no blanks between',
                subject="backend-label",
                severity=Severity.WARNING if len(item.parts) > _PARTS else None,
                edits=[] if item.at.text.strip() else [remove(item.at)],
                safe=True,
            )


def _fault(item: LabelItem) -> tuple[str, str]:
    given_up = N_('SyncLoadBalancerFailed: "{error}"')
    if not item.at.text.strip():
        return N_("an item of backend-label is empty, and the CCM gives up on the Service"), given_up
    if item.error:
        return N_("{item} in backend-label has no =, and the CCM gives up on the Service"), given_up
    if not item.parts[0].strip():
        nothing = N_('UnAvailableLoadBalancer: "There are no available nodes for LoadBalancer"')
        return N_("{item} in backend-label has no label in front of the =, so it fits no node"), nothing
    if len(item.parts) > _PARTS:
        return N_("what stands behind the second = of {item} in backend-label is not compared"), N_("no event: ignored")
    return "", ""
