"""Traffic stays on the node, but the scheduler does not weigh nodes.

Under `externalTrafficPolicy: Local` only nodes with ready pods are back ends, and the CCM gives each a weight equal to
its number of pods. Only weighted schedulers read weights. The CCM asks for `rr` where the annotation is absent, so a
node with one pod gets as many connections as a node with five, and its pod five times the load.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local  # <- here
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: rr  # <- here
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

With back ends in ENI mode the policy has no meaning and pods are equal:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

A DaemonSet has one pod on each node:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: agent}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: {app: agent}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: agent, image: agent}]}
```

Sources: clbv1/vgroups.go:podNumberAlgorithm; clbv1/listeners.go:setDefaultValueForListener (rr); ACK Service FAQ,
uneven load
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import N_, LoadBalancer, Problem, Reason, Severity, add, problem, replace, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.api import FixEdit


@rule("local-without-wrr", on=LoadBalancer, severity=Severity.WARNING, evidence="SP", page=__doc__, fix="unsafe")
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report the policy, or the scheduler that is written."""
    policy, scheduler = balancer.service.external_traffic_policy, balancer.annotations.get("scheduler")
    modes = [group.mode for group in balancer.server_groups]
    if not modes or not modes[0].known or modes[0].value != "local" or not balancer.manages_listeners:
        return
    if not scheduler.known or scheduler.value not in {"", "rr"} or _one_pod_a_node(balancer):
        return
    if scheduler.value:
        message, at, other = (
            N_("scheduler rr does not read weights, and under policy Local a node's weight is its number of pods"),
            scheduler,
            Reason(policy, "makes the pods on a node its weight"),
        )
    else:
        message, at, other = (
            N_("policy Local makes the pods on a node its weight, and the default scheduler rr does not read weights"),
            policy,
            Reason(scheduler, "no scheduler annotation here, so the CCM asks for rr"),
        )
    yield problem(
        message,
        at,
        because=[other],
        seen="no event: nodes with few and many pods get the same share: a pod alone on its node is overloaded",
        fix='set service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: "wrr"',
        subject="scheduler",
        edits=_weighted(balancer),
    )


def _weighted(balancer: LoadBalancer) -> list[FixEdit | None]:
    """Write the scheduler anew, or behind the last annotation."""
    scheduler = balancer.annotations.get("scheduler")
    last = [fact for fact in balancer.service.annotations.values() if fact.given][-1:]
    if scheduler.given:
        return [replace(scheduler, "wrr")]
    return [add("wrr", balancer.annotations.key_of("scheduler"), beside=fact) for fact in last]


def _one_pod_a_node(balancer: LoadBalancer) -> bool:
    return bool(balancer.workloads) and all(workload.kind == "DaemonSet" for workload in balancer.workloads)
