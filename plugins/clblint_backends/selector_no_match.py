"""The selector of the Service matches no pod template of its namespace.

The Service has no endpoints then. With pods as back ends, or under policy Local, the server group stays empty; under
policy Cluster all nodes are back ends, and each refuses the connection. The event is of type Normal, and the Service
looks healthy. A workload is taken for the one that is meant if one of its labels has the key of the selector and the
same or nearly the same value, or if it is the only one of the Service's file and no Service selects it. In one file a
Service and its pods in another namespace are reported, too.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  type: LoadBalancer
  selector:
    app: wep  # <- here
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector:
    app: web
    tier: frontend  # <- here
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web, tier: frontend}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  type: LoadBalancer
  selector:
    app: web  # <- here
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shopp}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
```

Nothing is known without a workload of the namespace, where only one of the two names its namespace, where a label or
the selector is still to be filled in, or where endpoints are written by hand. The labels that a StatefulSet gives to
its pods stand in no template:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: elsewhere, namespace: shop}
spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: filled-in}
spec: {type: LoadBalancer, selector: {app: "${NAME}"}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: first}
spec: {type: LoadBalancer, selector: {statefulset.kubernetes.io/pod-name: db-0}, ports: [{port: 3306}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {containers: [{name: db, image: mysql}]}
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: api, namespace: shop}
spec:
  selector: {matchLabels: {app: api}}
  template:
    metadata: {labels: {app: api}}
    spec: {containers: [{name: api, image: api}]}
```

Nor where something in the namespace makes pods that no file shows: a release of Helm, an application of Argo CD, or a
custom resource of an operator. Pods that the platform installs in `kube-system` stand in no file either:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: kafka, namespace: mq}
spec: {type: LoadBalancer, selector: {app: broker}, ports: [{port: 9094}]}
---
apiVersion: kafka.strimzi.io/v1beta2
kind: Kafka
metadata: {name: c, namespace: mq}
spec: {kafka: {replicas: 3}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: brokers, namespace: mq}
spec:
  selector: {matchLabels: {app: brokers}}
  template:
    metadata: {labels: {app: brokers}}
    spec: {containers: [{name: ui, image: ui}]}
---
apiVersion: v1
kind: Service
metadata: {name: nginx-ingress-lb, namespace: kube-system}
spec: {type: LoadBalancer, selector: {app: ingress-nginx}, ports: [{port: 80}]}
```

Sources: ACK Service troubleshooting, "There are no available nodes for LoadBalancer"; clbv1/vgroups.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Problem, Problems, Reason, Selection, Severity, listed, problem, rule
from clblint_backends._behind import is_alike, without_pods

if TYPE_CHECKING:
    from clblint.api import Fact, Words, Workload

# Labels that all workloads of a release share.
_OF_MANY = frozenset(
    {"app.kubernetes.io/managed-by", "app.kubernetes.io/part-of", "app.kubernetes.io/version", "heritage", "release"}
)
# Here the platform installs pods of its own, which no project shows.
_OF_THE_PLATFORM = frozenset({"kube-system", "kube-public", "istio-system", "knative-serving", "arms-prom"})


@rule("selector-no-match", on=Selection, severity=Severity.WARNING, evidence="X")
def check(selection: Selection) -> Problems:
    """Report the item of the selector at which the nearest pod template fails, or the namespace."""
    service = selection.back_ends.service
    if not service.selector_values or selection.workloads:
        return
    astray = _astray(selection)
    near = () if astray else _near(selection)
    if not (astray or near) or selection.hidden:
        return
    if astray:
        yield _of_namespace(selection, astray[0])
        return
    nearest = max(near, key=lambda workload: _agreement(service.selector, workload))
    key = next((key for key, fact in service.selector.items() if nearest.lacks_label(key, fact.value)), None)
    if key is None:  # its labels cannot be known
        return
    yield problem(
        "no pod template has {selector}: {workload}, the nearest, has {labels}"
        if nearest.pod_labels
        else "no pod template has {selector}: the pods of {workload} have no labels",
        service.selector[key],
        because=[Reason(nearest.name, "its pods have {labels}")] if nearest.pod_labels else [],
        selector=_text({key: fact.value for key, fact in service.selector.items()}),
        workload=f"{nearest.kind}/{nearest.name.value}",
        labels=_text(nearest.pod_labels),
        seen=without_pods(selection.back_ends),
        fix="write the labels of the pods that are meant, as they stand in the pod template",
        subject="selector",
    )


def _of_namespace(selection: Selection, workload: Workload) -> Problem:
    service = selection.back_ends.service
    return problem(
        "no pod template of namespace {namespace} has {selector}: {workload}, which has, is in namespace {other}",
        next(iter(service.selector.values())),
        because=[Reason(workload.name, "in namespace {other}")],
        namespace=service.namespace or "",
        selector=_text({key: fact.value for key, fact in service.selector.items()}),
        workload=f"{workload.kind}/{workload.name.value}",
        other=workload.namespace or "",
        seen=without_pods(selection.back_ends),
        fix="put the Service and its pods into one namespace: a selector reaches no other",
        subject="selector",
    )


def _astray(selection: Selection) -> list[Workload]:
    """The workloads of the Service's file that have its labels and another namespace, where both write theirs."""
    service, wanted = selection.back_ends.service, (selection.back_ends.service.selector_values or {}).items()
    return [
        workload
        for workload in (selection.own if service.namespace else ())
        if workload.namespace not in {None, service.namespace} and wanted <= workload.pod_labels.items()
    ]


def _near(selection: Selection) -> tuple[Workload, ...]:
    """The workloads of which one may be meant: labels of theirs agree, or it is the only one of the file."""
    service = selection.back_ends.service
    agreeing = tuple(one for one in selection.beside if any(_agreement(service.selector, one)[:2]))
    if agreeing:
        return agreeing
    own = tuple(workload for workload in selection.own if workload.namespace == service.namespace)
    if len(own) != 1 or any(workload.path == service.path for workload in selection.beside if workload not in own):
        return ()
    *_, keys = _agreement(service.selector, own[0])
    return own if keys or service.namespace not in _OF_THE_PLATFORM else ()


def _agreement(selector: dict[str, Fact[str]], workload: Workload) -> tuple[int, int, int]:
    """How many items of a selector agree, how many nearly do, and of how many the key is there."""
    labels, name = workload.pod_labels, workload.name.value
    own = {key: fact.value for key, fact in selector.items() if key not in _OF_MANY and key in labels}
    return (
        sum(labels[key] == value for key, value in own.items()),
        sum(is_alike(value, labels[key], name) for key, value in own.items()),
        len(own),
    )


def _text(labels: dict[str, str]) -> Words:
    return listed(f"{key}={value}" for key, value in labels.items())
