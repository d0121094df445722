"""A live load balancer Service is taken away from the CCM by an annotation.

With `class` or `loadbalancer-tunnel-type` the CCM does not look at the Service any more: nothing is updated, nothing
is cleaned up. A deletion is not seen either, so the Service hangs in Terminating on the CCM's finalizer: until the
CCM restarts, with a tunnel type for ever.

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
    service.beta.kubernetes.io/class: nginx  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-tunnel-type: tunnel  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

It is the same where the Service loses its type in the same change. Change the type first: then the CLB is deleted.

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
    service.beta.kubernetes.io/class: nginx  # <- here
spec:
  type: ClusterIP
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
    service.beta.kubernetes.io/class: nginx
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
    service.beta.kubernetes.io/class: nginx
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/event_handler.go needUpdate, needAdd
"""

from __future__ import annotations

from clblint.api import ClassAdded, Problems, Reason, Severity, problem, rule


@rule("class-added", on=ClassAdded, severity=Severity.ERROR, evidence="O", since="0.2")
def check(added: ClassAdded) -> Problems:
    """Find an annotation that takes a CLB from the CCM."""
    yield problem(
        "{key} takes this Service from the CCM: nothing is cleaned up, and a deletion hangs",
        added.fact,
        because=[Reason(added.old.service.name, "a CLB of the CCM before the change")],
        seen="no event: ignored; a deleted Service stays in Terminating",
        fix="remove {key}; make a second Service for the other controller",
        subject=added.suffix,
        key=added.key,
    )
