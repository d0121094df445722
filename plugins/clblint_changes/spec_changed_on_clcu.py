"""The specification of a load balancer without one is changed.

`loadbalancer-spec` counts only while the CLB is paid by specification. A CLB that is paid by use (`PayByCLCU`, the
default) has none and scales by itself, so the change is ignored without a word.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s3.large  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s3.large
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go updateInstanceChargeTypeAndInstanceSpec
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Change, Problem, Reason, Severity, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("spec-changed-on-clcu", on=Change, severity=Severity.WARNING, evidence="O", page=__doc__)
def check(change: Change) -> Iterator[Problem]:
    """Find another specification where none counts."""
    edit = change.edit("spec")
    if edit is None or edit.added or edit.removed or change.both is None or change.both[1].is_reused:
        return
    charges = [side.annotations.get("instance-charge-type") for side in change.both]
    if all(charge.known and charge.value.lower() != "paybyspec" for charge in charges):
        yield problem(
            "loadbalancer-spec changes from {before} to {after}, which is ignored: a CLB paid by use has none",
            edit.at,
            because=[Reason(edit.before, "the specification before the change")],
            seen="no event: ignored",
            fix="remove loadbalancer-spec",
            subject="spec",
            before=edit.before.value,
            after=edit.after.value,
        )
