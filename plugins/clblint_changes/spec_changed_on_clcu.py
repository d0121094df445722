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

from typing import TYPE_CHECKING

from clblint.api import Change, Problems, Reason, Severity, known_older, problem, rule

if TYPE_CHECKING:
    from clblint.api import Fact

_CLCU_BY_DEFAULT = "v2.12.1"


@rule("spec-changed-on-clcu", on=Change, severity=Severity.WARNING, evidence="OP")
def check(change: Change) -> Problems:
    """Find another specification where none counts."""
    edit = change.edit("spec")
    if edit is None or edit.added or edit.removed or change.both is None:
        return
    charges = [side.annotations.get("instance-charge-type") for side in change.both]
    if not all(charge.one_of("", "PayByCLCU") for charge in charges):
        return
    why, certain = _by_use(change, charges[1])
    if why is None:
        return
    yield problem(
        "loadbalancer-spec changes from {before} to {after}, which is ignored: a CLB paid by use has none"
        if certain
        else "loadbalancer-spec changes from {before} to {after}, which is ignored if the CLB is paid by use",
        edit.at,
        because=[Reason(edit.before, "the specification before the change"), why],
        seen="no event: ignored" if certain else "no event, where CCM {since} or later made the CLB: ignored",
        fix="remove loadbalancer-spec"
        if certain
        else "remove loadbalancer-spec if the CLB is paid by use; the console shows how it is paid",
        subject="spec",
        severity=None if certain else Severity.NOTE,
        before=edit.before.value,
        after=edit.after.value,
        since=_CLCU_BY_DEFAULT,
    )


def _by_use(change: Change, charge: Fact[str]) -> tuple[Reason | None, bool]:
    """Why the CLB is paid by use, None where it is not; and whether that is certain."""
    if change.both is None:
        return None, False
    new = change.both[1]
    there = change.live.attribute("InstanceChargeType") if change.live is not None else None
    if there is not None and there.present and charge.is_empty:
        return (Reason(there, "as the inventory has it") if there.value.lower() == "paybyclcu" else None), True
    if new.is_reused:
        return None, False
    if charge.is_set:
        return Reason(charge, "has the CLB paid by use"), True
    older = known_older(new.cluster.ccm_version, _CLCU_BY_DEFAULT)
    return (None if older else Reason(charge, "no instance-charge-type here")), False
