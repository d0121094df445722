"""A load balancer that is paid by use is to be paid by specification.

From `PayBySpec` to `PayByCLCU` a CLB can change, never back: the CCM asks, the API refuses, and every sync ends in
that error. An absent annotation means `PayByCLCU`.

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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayByCLCU
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go updateInstanceChargeTypeAndInstanceSpec; SLB API ModifyLoadBalancerInstanceChargeType
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Change, Problem, Reason, Severity, problem, replace, rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("charge-type-downgrade", on=Change, severity=Severity.ERROR, evidence="O", page=__doc__, fix="unsafe")
def check(change: Change) -> Iterator[Problem]:
    """Find the way back from PayByCLCU."""
    edit = change.edit("instance-charge-type")
    if edit is None or change.both is None or edit.after.value.lower() != "paybyspec":
        return
    before = edit.before.value.lower() or ("" if change.both[0].is_reused else "paybyclcu")
    if before == "paybyclcu":
        yield problem(
            "the CLB is paid by use (PayByCLCU) and cannot become {after}: every sync ends in an error",
            edit.at,
            because=[Reason(edit.before, "PayByCLCU, which is the default, before the change")],
            seen="Warning SyncLoadBalancerFailed: ... User does not have permission modify InstanceChargeType to spec",
            fix="write PayByCLCU, or make a second Service and move the traffic to it",
            subject="instance-charge-type",
            after=edit.after.value,
            edits=[replace(edit.after, "PayByCLCU")],
        )
