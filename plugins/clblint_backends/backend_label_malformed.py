"""An item of `backend-label` is not of the form `label=value`.

The CCM compares the items with the labels of every node, from left to right until one does not fit. One without `=`, an
empty one too, makes it give up on the Service as soon as a node gets that far, and no other node is a back end; one
without a label in front of it fits no node at all. It knows no selectors: `!=` and `==` are read as parts
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

Of declared nodes it is known whether one gets as far as that:

```yaml bad
# file: .clblint.yaml
cluster: {node-labels: [{pool: web}, {pool: db}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=web,edge"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {node-labels: [{pool: db}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=web,edge"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Pods are back ends whatever labels nodes have, but the CCM reads them all the same:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=web,edge"  # <- here (warning)
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

So it is behind an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool:web"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=web"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: reconcile/backend/backend.go:filterOutByLabel
"""

from __future__ import annotations

from clblint.api import (
    N_,
    LabelFault,
    LabelItem,
    LoadBalancer,
    Problems,
    Reason,
    Severity,
    is_quoted,
    problem_of_quotes,
    remove,
    rule,
)
from clblint_backends._back_ends import PODS
from clblint_backends._labels import NOWHERE, case_of
from clblint_backends._symptoms import told_of


@rule("backend-label-malformed", on=LabelItem, severity=Severity.ERROR, when=("backend-label",), fix="safe")
def check(item: LabelItem) -> Problems:
    """Report a malformed item; pods have no labels of nodes."""
    first, fault, may_be_pods = item.first or item, item.fault, item.back_ends.mode.may_be(PODS)
    if fault is None or (fault.fits_no_node if may_be_pods else is_quoted(item.at.fact)):
        return
    yield case_of(item, fault).at(
        item.at,
        because=[Reason(first.at, "another value of it")] if fault is LabelFault.OTHER_VALUE else [],
        item=item.at.text,
        other=first.at.text,
        error=item.error,
        labels=item.unsure,
        events=told_of(item.back_ends).events,
        fix='write it like "pool=web", several with a comma and no blanks between',
        subject="backend-label",
        edits=[remove(item.at)] if fault is LabelFault.EMPTY else [],
        safe=True,
    )


@check.also(on=LoadBalancer)
def in_quotes(balancer: LoadBalancer) -> Problems:
    """Report the quotes around all of them."""
    if not balancer.back_ends.mode.may_be(PODS):
        label = balancer.annotations.get("backend-label")
        outcome, events = N_("no label of a node begins so, and it fits no node"), told_of(balancer.back_ends).events
        yield from problem_of_quotes(label, "backend-label", comes_of_it=outcome, seen=NOWHERE, events=events)
