"""Access control is removed from the manifest and stays in force.

The CCM compares what an annotation says with what the listener has. Without `acl-status` nothing is compared, so the
list goes on admitting or refusing clients as before. To switch it off, write `acl-status: "off"`; once that is done
the annotations may go.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
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
  annotations:  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "off"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go isNeedUpdate
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, problem, rule


@rule("acl-removed", on=Change, severity=Severity.WARNING, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find access control that was on and of which the manifest says nothing any more."""
    status = change.edit("acl-status")
    if status is None or not status.removed or status.before.value != "on":
        return
    there = [change.printed(pair, "AclStatus") for pair in change.kept if not pair.old.forward_to.value]
    if all(fact is not None and fact.value != "on" for fact in there):  # and where every listener forwards
        return
    yield problem(
        "acl-status is gone: the access control list {list} stays in force on the listeners",
        status.at,
        because=[Reason(status.before, "switched on here")],
        seen="no event: ignored",
        fix='write acl-status: "off" until the CCM has switched it off',
        subject="acl-status",
        list=change.both[0].annotations.get("acl-id").value if change.both else "",
    )
