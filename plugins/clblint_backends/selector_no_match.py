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

from clblint.api import N_, Case, Problems, Reason, Selection, Severity, listed, rule
from clblint_backends._no_backend_symptoms import names_of, without_pods

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Words

_WRITE = N_("write the labels of the pods that are meant, as they stand in the pod template")
_NO_LABELS = Case("no pod template has {selector}: the pods of {workload} have no labels", fix=_WRITE)
_OTHER_LABELS = Case("no pod template has {selector}: {workload}, the nearest, has {labels}", fix=_WRITE)
_OTHER_NAMESPACE = Case(
    "no pod template of namespace {namespace} has {selector}: {workload}, which has, is in namespace {other}",
    fix="put the Service and its pods into one namespace: a selector reaches no other",
)
_WHY = {_OTHER_LABELS: N_("its pods have {labels}"), _OTHER_NAMESPACE: N_("in namespace {other}")}


@rule("selector-no-match", on=Selection, severity=Severity.WARNING, evidence="X")
def check(selection: Selection) -> Problems:
    """Report the item of the selector at which the nearest pod template fails, or the namespace."""
    meant, service = selection.meant, selection.back_ends.service
    if meant is None or selection.hidden:
        return
    workload = meant.workload
    case = _OTHER_NAMESPACE if meant.elsewhere else _OTHER_LABELS if workload.pod_labels else _NO_LABELS
    yield case.at(
        meant.at,
        because=[Reason(workload.name, _WHY[case])] if case in _WHY else [],
        namespace=service.namespace or "",
        selector=_text({key: fact.value for key, fact in service.selector.items()}),
        workload=names_of([workload]),
        labels=_text(workload.pod_labels),
        other=workload.namespace or "",
        seen=without_pods(selection.back_ends),
        subject="selector",
    )


def _text(labels: dict[str, str]) -> Words:
    return listed(f"{key}={value}" for key, value in labels.items())
