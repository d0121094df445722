"""Settings of listeners stand on a Service whose listeners are not managed.

On a reused CLB without `force-override-listeners` the CCM neither creates nor changes a listener. Protocols,
certificates, schedulers, health checks and access control written here reach nobody.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Server groups are filled all the same, so their settings count:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: pool=web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Scheduler, draining and health checks are settings of server groups on an NLB, and reach those that the CCM makes:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "60"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: own
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "60"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go:Apply; clbv1/listeners.go:buildActionsForListeners
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, catalogue, listed, problem, rule
from clblint_reuse._reused import reused, the_reused


@rule("reuse-listener-options", on=LoadBalancer, severity=Severity.WARNING, when=("id",))
def check(balancer: LoadBalancer) -> Problems:
    """Report the first setting of listeners, and name the others beside it."""
    found, override = reused(balancer), balancer.annotations.get("force-override-listeners")
    if found is None or not override.one_of("", "false"):  # else override-not-true
        return
    options = [suffix for suffix in balancer.annotations if _is_option(balancer, suffix)]
    if not options:
        return
    facts = [balancer.annotations.get(suffix) for suffix in options]
    reason = Reason(override if override.value else found, "no listener of the {kind} is managed")
    yield problem(
        "{options} is for listeners, but the CCM manages no listener of {clb}, so it has no effect"
        if len(options) == 1
        else "{options} are for listeners, but the CCM manages no listener of {clb}, so they have no effect",
        facts[0].at_key,
        because=[reason, *(Reason(fact, "neither does this") for fact in facts[1:])],
        options=listed(options),
        clb=the_reused(balancer),
        kind=balancer.kind,
        key=balancer.annotations.key_of("force-override-listeners"),
        seen="no event: ignored",
        fix='set {key}: "true" to let the CCM manage the listeners, or make these settings on the {kind} yourself',
        subject="listener options",
    )


def _is_option(balancer: LoadBalancer, suffix: str) -> bool:
    known, fact = catalogue().find(balancer.annotations.key_of(suffix)), balancer.annotations.get(suffix)
    of_listeners = known is not None and known.details["scope"].get(balancer.handled_by.value) == "listener"
    if known is None or not of_listeners or not fact.is_set:
        return False
    return fact.is_not("off") if known.accepts(balancer.handled_by.value).kind == "flag" else not fact.is_("off")
