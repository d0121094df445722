"""The vSwitch of a private load balancer is changed.

`vswitch-id` is read when the CLB is created, never after: the CLB stays where it is, and nothing says so. To have it
in another vSwitch, make a second Service.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-bp1aaaaaaaaaaaaaaaaaa
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-bp1bbbbbbbbbbbbbbbbbb  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-bp1aaaaaaaaaaaaaaaaaa
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go Update does not look at it
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, problem, rule


@rule("vswitch-changed", on=Change, severity=Severity.WARNING, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find another vSwitch for a CLB that has one."""
    edit = change.edit("vswitch-id")
    if edit is None or edit.added or edit.removed or change.both is None or change.both[1].is_reused:
        return
    there = change.live.attribute("VSwitchId") if change.live is not None else edit.before
    if there.value == edit.after.value:
        return
    if change.both[1].annotations.get("address-type").value == "intranet":
        yield problem(
            "vswitch-id changes from {before} to {after}, which is ignored: a CLB stays in its vSwitch",
            edit.at,
            because=[Reason(edit.before, "the vSwitch of the CLB")],
            seen="no event: ignored",
            fix="put {before} back, or make a second Service and move the traffic to it",
            subject="vswitch-id",
            before=edit.before.value,
            after=edit.after.value,
        )
