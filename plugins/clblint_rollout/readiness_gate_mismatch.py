"""A readiness gate of the pods waits for a Service that will never open it.

The CCM sets the condition `service.readiness.alibabacloud.com/NAME` on the pods behind the Service NAME of type
LoadBalancer, once they are back ends. A pod that waits for a Service that does not exist, that selects other pods, or
that has no load balancer is never ready, and a rollout hangs at the first new pod. The gates need Terway and CCM
v2.10.0.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      readinessGates:
      - conditionType: service.readiness.alibabacloud.com/web-svc  # <- here
      containers: [{name: web, image: web}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: ClusterIP
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata: {name: edge}
spec:
  type: LoadBalancer
  selector: {app: edge}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      readinessGates:
      - conditionType: service.readiness.alibabacloud.com/web  # <- here
      - conditionType: service.readiness.alibabacloud.com/edge  # <- here
      containers: [{name: web, image: web}]
```

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.9.1}
# file: web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      readinessGates:
      - conditionType: service.readiness.alibabacloud.com/web  # <- here
      containers: [{name: web, image: web}]
```

Nothing is known of a Service that the project does not show:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      readinessGates:
      - conditionType: service.readiness.alibabacloud.com/web
      - conditionType: target-health.alb.k8s.alicloud
      containers: [{name: web, image: web}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: api}
spec:
  selector: {matchLabels: {app: api}}
  template:
    metadata: {labels: {app: api}}
    spec:
      readinessGates: [{conditionType: service.readiness.alibabacloud.com/api}]
      containers: [{name: api, image: api}]
```

Sources: helper/pod_utils.go:UpdateReadinessConditionForPod; clbv1/service_controller.go:updateReadinessCondition;
ACK page on readiness gates for Services
"""

from __future__ import annotations

from clblint.api import N_, Case, Problems, ReadinessGate, Reason, Severity, rule

_REMOVE = N_("remove the gate, which needs Terway")
_MISSING = Case("the gate waits for Service {name}, which does not exist; {other} selects these pods")
_WITHOUT = Case("the gate waits for Service {name}, for which the CCM makes no load balancer")
_OTHER_PODS = Case("the gate waits for Service {name}, which does not select these pods")
_OLD_CCM = Case(
    "the gate is opened by CCM {since} and later, and this cluster has {other}",
    fix="upgrade the CCM to {since}, or remove the gate",
)
_NO_PODS = Case(
    "with Flannel pods cannot be back ends, so the gate that waits for Service {name} stays closed", fix=_REMOVE
)
_NO_TERWAY = Case(
    "readiness gates of Services need Terway by the documents, and this cluster has Flannel",
    fix=_REMOVE, severity=Severity.WARNING)  # fmt: skip


@rule("readiness-gate-mismatch", on=ReadinessGate, severity=Severity.ERROR, evidence="XP")
def check(gate: ReadinessGate) -> Problems:
    """Report the condition."""
    case, because, other = _of_service(gate) or _of_cluster(gate)
    if case is not None:
        yield case.at(
            gate.condition,
            because=because,
            name=gate.service_name,
            other=other,
            since=gate.since,
            seen="the pods never become Ready, and a rollout hangs",
            fix="name the LoadBalancer Service that selects these pods, or remove the gate",
            subject=gate.condition.value,
        )


def _of_service(gate: ReadinessGate) -> tuple[Case, list[Reason], str] | None:
    if gate.others:
        reasons = [Reason(balancer.service.name, "selects these pods") for balancer in gate.others]
        return _MISSING, reasons, gate.others[0].service.built_name.value
    if gate.shut is None:
        return None
    if gate.shut.handled_by.is_("none"):
        return _WITHOUT, [Reason(gate.shut.handled_by, "why")], ""
    return _OTHER_PODS, [Reason(fact, "its selector") for fact in gate.shut.service.selector.values()], ""


def _of_cluster(gate: ReadinessGate) -> tuple[Case | None, list[Reason], str]:
    too_old, plugin = gate.too_old, gate.cluster.network_plugin
    if too_old is not None:
        return _OLD_CCM, [Reason(too_old, "the CCM of this cluster")], too_old.value
    if plugin is None or plugin.value != "flannel" or not gate.named:
        return None, [], ""
    case = _NO_PODS if gate.on_pods else _NO_TERWAY
    return case, [Reason(plugin, "the network plugin declared for this cluster")], ""
