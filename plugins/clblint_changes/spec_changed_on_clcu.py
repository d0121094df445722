"""The specification of a load balancer without one is changed.

`loadbalancer-spec` counts only while the CLB is paid by specification. A CLB that is paid by use (`PayByCLCU`) has none
and scales by itself, so the change is ignored without a word. Where no annotation says how it is paid, those that CCM
v2.12.1 and later made are paid by use, and those that are older by specification: there this is a note, unless an
inventory has the CLB and tells.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayByCLCU
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayByCLCU
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s3.large  # <- here (note)
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

An older CCM pays by specification where nothing is said:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.9.1}
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s3.large
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

The CLB was made when the default was another one:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "InstanceChargeType": "PayBySpec", "Tags": {"Tag": []}
}]}}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {service.k8s.alibaba/loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz}
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
  labels: {service.k8s.alibaba/loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz}
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s3.large
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go updateInstanceChargeTypeAndInstanceSpec
"""

from __future__ import annotations

from clblint.api import BY_USE_SINCE, Case, Change, Problems, Reason, Severity, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ClassicLoadBalancer, Fact

_BY_USE = "PayByCLCU"

_CERTAIN = Case(
    "loadbalancer-spec changes from {before} to {after}, which is ignored: a CLB paid by use has none",
    seen="no event: ignored",
    fix="remove loadbalancer-spec",
)
_LIKELY = Case(
    "loadbalancer-spec changes from {before} to {after}, which is ignored if the CLB is paid by use",
    seen="no event, where CCM {since} or later made the CLB: ignored",
    fix="remove loadbalancer-spec if the CLB is paid by use; the console shows how it is paid",
    severity=Severity.NOTE,
)


@rule("spec-changed-on-clcu", on=Change, severity=Severity.WARNING, evidence="OP", since="0.2")
def check(change: Change) -> Problems:
    """Find another specification where none counts."""
    edit = change.edit("spec")
    if edit is None or edit.added or edit.removed or change.both is None:
        return
    before, after = (side.annotations.get("instance-charge-type") for side in change.both)
    found = _by_use(change, change.both[1], after) if before.one_of("", _BY_USE) and after.one_of("", _BY_USE) else None
    if found is not None:
        case, why = found
        yield case.at(
            edit.at,
            because=[Reason(edit.before, "the specification before the change"), why],
            subject="spec",
            before=edit.before.value,
            after=edit.after.value,
            since=BY_USE_SINCE,
        )


def _by_use(change: Change, new: ClassicLoadBalancer, charge: Fact[str]) -> tuple[Case, Reason] | None:
    """Why the CLB is paid by use, and whether that is certain; None where it is not."""
    there = change.charged
    if there is not None and charge.is_empty:
        return (_CERTAIN, Reason(there, "as the inventory has it")) if there.value.lower() == "paybyclcu" else None
    if charge.is_set and not new.is_reused:
        return _CERTAIN, Reason(charge, "has the CLB paid by use")
    return (_LIKELY, Reason(charge, "no instance-charge-type here")) if new.by_use_by_default else None
