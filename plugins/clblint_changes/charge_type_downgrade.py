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

from typing import TYPE_CHECKING

from clblint.api import Change, Problems, Reason, Severity, known_older, problem, replace, rule

if TYPE_CHECKING:
    from clblint.api import AnnotationEdit, LoadBalancer

_CLCU_BY_DEFAULT = "v2.12.1"


@rule("charge-type-downgrade", on=Change, severity=Severity.ERROR, evidence="OP", fix="unsafe")
def check(change: Change) -> Problems:
    """Find the way back from PayByCLCU."""
    edit = change.edit("instance-charge-type")
    if edit is None or change.both is None or not edit.after.is_("PayBySpec"):
        return
    why, certain = _by_use(edit, change)
    if why is not None:
        yield problem(
            "the CLB is paid by use (PayByCLCU) and cannot become {after}: every sync ends in an error"
            if certain
            else "a CLB that CCM {since} or later made is paid by use (PayByCLCU) and cannot become {after}: every "
            "sync ends in an error",
            edit.at,
            because=[why],
            seen="Warning SyncLoadBalancerFailed: ... User does not have permission modify InstanceChargeType to spec",
            fix="write PayByCLCU, or make a second Service and move the traffic to it",
            subject="instance-charge-type",
            severity=None if certain else Severity.WARNING,
            since=_CLCU_BY_DEFAULT,
            after=edit.after.value,
            edits=[] if _is_paid_by_bandwidth(change) else [replace(edit.after, "PayByCLCU")],
        )


def _is_paid_by_bandwidth(change: Change) -> bool:
    """PayByCLCU takes no other traffic than by use: then there are two things to change, and one to decide."""
    return change.both is not None and change.both[1].annotations.get("charge-type").is_("paybybandwidth")


def _by_use(edit: AnnotationEdit, change: Change) -> tuple[Reason | None, bool]:
    """Why the CLB is paid by use, None where it is not; and whether that is certain."""
    charged = change.live.attribute("InstanceChargeType") if change.live is not None else None
    if charged is not None and charged.present:
        by_use = charged.value.lower() == "paybyclcu"
        return (Reason(charged, "as the inventory has it") if by_use else None), True
    if edit.before.is_("PayByCLCU"):
        return Reason(edit.before, "PayByCLCU before the change"), True
    likely = edit.before.is_empty and change.both is not None and _makes_clcu(change.both[0])
    return (Reason(edit.before, "without a charge type before") if likely else None), False


def _makes_clcu(old: LoadBalancer) -> bool:
    """Whether the CCM makes a CLB of its own that is paid by use where the annotation says nothing."""
    return not old.is_reused and not known_older(old.cluster.ccm_version, _CLCU_BY_DEFAULT)
