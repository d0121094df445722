"""The class of a live load balancer Service is changed.

`spec.loadBalancerClass` cannot change while the type stays LoadBalancer, nor be set or taken away: the API server
refuses the whole Service, and a deployment stops there. Make a second Service with the other class.

`clblint plan --as nlb --format yaml` writes that Service for a CLB.

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
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
  loadBalancerClass: alibabacloud.com/nlb  # <- here
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
  loadBalancerClass: alibabacloud.com/nlb
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
  loadBalancerClass: alibabacloud.com/nlb
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: ClusterIP
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
  loadBalancerClass: alibabacloud.com/nlb
```

Sources: Kubernetes API server, validation of Services: loadBalancerClass is immutable
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, problem, rejected_update, rule


@rule("lb-class-changed", on=Change, severity=Severity.ERROR, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find another class on a Service that stays a load balancer."""
    if change.old is None or change.new is None:
        return
    rejection = rejected_update(change.old.service, change.new.service)
    if rejection is not None:
        yield problem(
            rejection.message,
            rejection.at,
            because=[Reason(at, text) for at, text in rejection.because],
            error=rejection.text,
            seen="the API server refuses it: {error}",
            fix=rejection.fix,
            subject=rejection.subject,
        )
