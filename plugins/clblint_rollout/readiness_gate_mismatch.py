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

from typing import TYPE_CHECKING, NamedTuple

from clblint.api import N_, Problems, ReadinessGate, Reason, Severity, known_older, problem, rule

if TYPE_CHECKING:
    from clblint.api import LoadBalancer

_HANDLED = frozenset({"clb", "nlb"})
_SINCE = "v2.10.0"


class _Fault(NamedTuple):
    message: str
    because: tuple[Reason, ...]
    other: str = ""
    severity: Severity | None = None
    fix: str = N_("name the LoadBalancer Service that selects these pods, or remove the gate")


@rule("readiness-gate-mismatch", on=ReadinessGate, severity=Severity.ERROR, evidence="XP")
def check(gate: ReadinessGate) -> Problems:
    """Report the condition."""
    fault = _missing(gate) or _unfit(gate) or _unsupported(gate)
    if fault is None:
        return
    yield problem(
        fault.message,
        gate.condition,
        because=fault.because,
        name=gate.service_name,
        other=fault.other,
        since=_SINCE,
        seen="the pods never become Ready, and a rollout hangs",
        fix=fault.fix,
        subject=gate.condition.value,
        severity=fault.severity,
    )


def _missing(gate: ReadinessGate) -> _Fault | None:
    """There is no Service of that name, and another one selects the pods."""
    handled = [balancer for balancer in gate.selecting if balancer.handled_by.value in _HANDLED]
    if gate.named or gate.elsewhere or not handled:
        return None
    return _Fault(
        N_("the gate waits for Service {name}, which does not exist; {other} selects these pods"),
        tuple(Reason(balancer.service.name, "selects these pods") for balancer in handled),
        handled[0].service.built_name.value,
    )


def _unfit(gate: ReadinessGate) -> _Fault | None:
    """The Service of that name has no load balancer, or selects other pods."""
    if gate.elsewhere or not gate.named or any(map(gate.may_be_opened_by, gate.named)):
        return None
    service, by = gate.named[0].service, gate.named[0].handled_by
    if not by.is_("none"):
        return _Fault(
            N_("the gate waits for Service {name}, which does not select these pods"),
            tuple(Reason(fact, "its selector") for fact in service.selector.values()),
        )
    return _Fault(
        N_("the gate waits for Service {name}, for which the CCM makes no load balancer"), (Reason(by, "why"),)
    )


def _unsupported(gate: ReadinessGate) -> _Fault | None:
    """The cluster has no such gates."""
    version, plugin = gate.cluster.ccm_version, gate.cluster.network_plugin
    if version is not None and known_older(version, _SINCE):
        message = N_("the gate is opened by CCM {since} and later, and this cluster has {other}")
        because, fix = Reason(version, "the CCM of this cluster"), N_("upgrade the CCM to {since}, or remove the gate")
        return _Fault(message, (because,), version.value, fix=fix)
    if plugin is None or plugin.value != "flannel" or not gate.named:
        return None
    pods = any(_on_pods(balancer) for balancer in gate.named)
    return _Fault(
        N_("with Flannel pods cannot be back ends, so the gate that waits for Service {name} stays closed")
        if pods
        else N_("readiness gates of Services need Terway by the documents, and this cluster has Flannel"),
        (Reason(plugin, "the network plugin declared for this cluster"),),
        severity=None if pods else Severity.WARNING,
        fix=N_("remove the gate, which needs Terway"),
    )


def _on_pods(balancer: LoadBalancer) -> bool:
    return any(group.mode.is_("eni") for group in balancer.server_groups)
