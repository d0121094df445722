"""`force-override-listeners` has a value that counts as false.

Only the text `true` in lower case switches it on. With `True`, `on`, `1` or quotes inside the quotes the CCM leaves the
listeners of the reused CLB alone, without a word.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "True"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: '"true"'  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "false"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

So it is with an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "True"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:IsForceOverride
"""

from __future__ import annotations

from clblint.api import (
    N_,
    LoadBalancer,
    Problems,
    Reason,
    Severity,
    is_quoted,
    problem,
    problem_of_quotes,
    replace,
    rule,
)

_SEEN = N_("EnsuredLoadBalancer, as if all were well; no listener is created or changed")


@rule("override-not-true", on=LoadBalancer, severity=Severity.WARNING, when=("force-override-listeners",), fix="unsafe")
def check(balancer: LoadBalancer) -> Problems:
    """Report a value that is neither true nor false; without an id it is override-without-id."""
    override = balancer.annotations.get("force-override-listeners")
    if not override.readable or override.value.strip() in {"", "true", "false"} or not balancer.is_reused:
        return
    if is_quoted(override):
        yield from problem_of_quotes(
            override,
            "force-override-listeners",
            because=[Reason(balancer.reuses, "the {kind} that is reused")],
            comes_of_it=N_("it counts as false, and no listener of the {kind} is managed"),
            seen=_SEEN,
            kind=balancer.kind,
        )
        return
    yield problem(
        "force-override-listeners is {value}, which counts as false: no listener of the {kind} is managed",
        override,
        because=[Reason(balancer.reuses, "the {kind} that is reused")],
        value=override.value,
        kind=balancer.kind,
        seen=_SEEN,
        fix='write it in lower case: "true"',
        subject="force-override-listeners",
        edits=[replace(override, "true")] if override.value.strip().lower() == "true" else [],
    )
