"""The certificate of an https listener is removed.

The certificate of an https listener is always compared. Without `cert-id` the CCM looks for a certificate with an
empty id, does not find it, and ends in an error at every sync: no other change of this listener arrives any more. The
listener goes on with the old certificate until that expires.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234-cn-hangzhou"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234-cn-hangzhou"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234-cn-hangzhou"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "5678-cn-hangzhou"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
```

Sources: clbv1/listeners.go checkCertValidity
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, listeners_named, problem, rule


@rule("cert-removed", on=Change, severity=Severity.ERROR, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find an https listener that loses its certificate."""
    edit = change.edit("cert-id")
    if edit is None or not edit.removed:
        return
    listeners = [pair.new for pair in change.kept if pair.new.protocol.value == "https"]
    if listeners:
        yield problem(
            "cert-id is gone, and every sync of https {listeners} ends in an error",
            edit.at,
            because=[Reason(edit.before, "the certificate before the change")],
            seen="Warning SyncLoadBalancerFailed: ... update listener error: can not found cert by id",
            fix="put the id of a certificate back, or make the port tcp in protocol-port",
            subject="cert-id",
            listeners=listeners_named(listeners),
        )
