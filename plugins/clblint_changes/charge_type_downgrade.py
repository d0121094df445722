"""A load balancer that is paid by use is to be paid by specification.

From `PayBySpec` to `PayByCLCU` a CLB can change, never back: the CCM asks, the API refuses, and every sync ends in
that error.

Without the annotation CCM v2.12.1 and later make a CLB that is paid by use, older ones one that is paid by
specification. A CLB may be older than the CCM of today, so such a change is a warning only: to write down what an old
CLB has is right. An inventory tells which it is, where the Service names its CLB or was exported from the cluster.

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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec  # <- here (warning)
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

```yaml bad
# file: old/service.yaml
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
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

An older CCM made the CLB with a specification:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.11.2}
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

The CLB is known, and paid by specification already:

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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

It is paid by use:

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "InstanceChargeType": "PayByCLCU", "Tags": {"Tag": []}
}]}}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go updateInstanceChargeTypeAndInstanceSpec; SLB API ModifyLoadBalancerInstanceChargeType
"""

from __future__ import annotations

from clblint.api import BY_USE_SINCE, Case, Change, Problems, Reason, Severity, replace, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import AnnotationEdit, ClassicLoadBalancer, Fact

_CERTAIN = Case("the CLB is paid by use (PayByCLCU) and cannot become {after}: every sync ends in an error")
_LIKELY = Case(
    "a CLB that CCM {since} or later made is paid by use (PayByCLCU) and cannot become {after}: every sync ends in an "
    "error",
    severity=Severity.WARNING,
)


@rule("charge-type-downgrade", on=Change, severity=Severity.ERROR, evidence="OP", since="0.2", fix="unsafe")
def check(change: Change) -> Problems:
    """Find the way back from PayByCLCU; beside paybybandwidth there are two things to change, and one to decide."""
    edit = change.edit("instance-charge-type")
    if edit is None or change.both is None or not edit.after.is_("PayBySpec"):
        return
    old, new = change.both
    found = _by_use(edit, change.charged, old)
    if found is not None:
        case, why = found
        by_bandwidth = new.annotations.get("charge-type").is_("paybybandwidth")
        yield case.at(
            edit.at,
            because=[why],
            seen="Warning SyncLoadBalancerFailed: ... User does not have permission modify InstanceChargeType to spec",
            fix="write PayByCLCU, or make a second Service and move the traffic to it",
            subject="instance-charge-type",
            since=BY_USE_SINCE,
            after=edit.after.value,
            edits=[] if by_bandwidth else [replace(edit.after, "PayByCLCU")],
        )


def _by_use(edit: AnnotationEdit, there: Fact[str] | None, old: ClassicLoadBalancer) -> tuple[Case, Reason] | None:
    """Why the CLB is paid by use, and whether that is certain; None where it is not."""
    if there is not None:
        return (_CERTAIN, Reason(there, "as the inventory has it")) if there.value.lower() == "paybyclcu" else None
    if edit.before.is_("PayByCLCU"):
        return _CERTAIN, Reason(edit.before, "PayByCLCU before the change")
    likely = edit.before.is_empty and old.by_use_by_default
    return (_LIKELY, Reason(edit.before, "without a charge type before")) if likely else None
