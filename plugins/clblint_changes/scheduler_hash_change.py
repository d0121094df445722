"""The scheduler changes to, from or between hash schedulers.

A listener that has been created with `rr`, `wrr` or `wlc` can change among those. To or from `sch`, `tch` and `qch`,
or from one of them to another, the API refuses, and every sync ends in that error. An absent annotation means `rr`
when the listener is created.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: tch  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

The inventory says what the listener has, whatever the older manifest asks for:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"}]}}
{"Listeners": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "tcp", "Scheduler": "sch"}
], "TotalCount": 1}
# file: old/service.yaml
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
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: rr
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: SLB API, SetLoadBalancerTCPListenerAttribute: Scheduler
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, problem, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import AnnotationEdit, Fact

_HASHES = frozenset({"sch", "tch", "qch"})


@rule("scheduler-hash-change", on=Change, severity=Severity.ERROR, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find a scheduler that a listener cannot change to."""
    edit = change.edit("scheduler")
    if edit is None or edit.removed:
        return
    after = edit.after.value
    hashed = (one for one in _there(change, edit) if _is_refused(one.value or "rr", after))
    there = next(hashed, None)
    if there is not None:
        yield problem(
            "a listener cannot change its scheduler from {before} to {after}: the API refuses, at every sync",
            edit.at,
            because=[
                Reason(there, "{before} before the change" if there is edit.before else "as the inventory has it")
            ],
            seen="Warning SyncLoadBalancerFailed: ... update listener error: ...",
            fix="put {before} back, or remove the port in one change and add it again in the next",
            subject="scheduler",
            before=there.value or "rr",
            after=after,
        )


def _is_refused(before: str, after: str) -> bool:
    return before != after and bool({before, after} & _HASHES)


def _there(change: Change, edit: AnnotationEdit) -> list[Fact[str]]:
    """The scheduler of each listener that stays and does not forward: that of the inventory, if it has one."""
    printed = [change.printed(pair, "Scheduler") for pair in change.kept if not pair.new.forward_to.value]
    return [edit.before if fact is None else fact for fact in printed]
