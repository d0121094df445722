"""The specification of a load balancer without one is changed.

`loadbalancer-spec` counts only while the CLB is paid by specification. A CLB that is paid by use (`PayByCLCU`) has none
and scales by itself, so the change is ignored without a word. Where no annotation says how it is paid, those that CCM
v2.12.1 and later made are paid by use, and those that are older by specification: there this is a note.

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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s3.large  # <- here
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

Sources: clbv1/loadbalancer.go updateInstanceChargeTypeAndInstanceSpec
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Change, Problem, Reason, Severity, known_older, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

_CLCU_BY_DEFAULT = "v2.12.1"


@rule("spec-changed-on-clcu", on=Change, severity=Severity.WARNING, evidence="OP", page=__doc__)
def check(change: Change) -> Iterator[Problem]:
    """Find another specification where none counts."""
    edit = change.edit("spec")
    if edit is None or edit.added or edit.removed or change.both is None or change.both[1].is_reused:
        return
    charges = [side.annotations.get("instance-charge-type") for side in change.both]
    if not all(charge.known and charge.value.lower() in {"", "paybyclcu"} for charge in charges):
        return
    said = bool(charges[1].value)
    if not said and known_older(change.both[1].cluster.ccm_version, _CLCU_BY_DEFAULT):
        return
    yield problem(
        "loadbalancer-spec changes from {before} to {after}, which is ignored: a CLB paid by use has none"
        if said
        else "loadbalancer-spec changes from {before} to {after}, which is ignored if the CLB is paid by use",
        edit.at,
        because=[
            Reason(edit.before, "the specification before the change"),
            Reason(charges[1], "has the CLB paid by use" if said else "no instance-charge-type here"),
        ],
        seen="no event: ignored" if said else "no event, where CCM {since} or later made the CLB: ignored",
        fix="remove loadbalancer-spec"
        if said
        else "remove loadbalancer-spec if the CLB is paid by use; the console shows how it is paid",
        subject="spec",
        severity=None if said else Severity.NOTE,
        before=edit.before.value,
        after=edit.after.value,
        since=_CLCU_BY_DEFAULT,
    )
