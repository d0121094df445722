"""The forwarding of an http listener is changed, or another option of one that forwards.

A forwarding rule cannot be changed in place. The CCM deletes the http listener and creates it again: for a short time
nothing listens on the port. While a listener forwards, every other change of its options is left out without a word:
nothing but the forwarding counts.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: http, port: 80}, {name: https, port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: http, port: 80}, {name: https, port: 443}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: http, port: 80}, {name: https, port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "30"  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: http, port: 80}, {name: https, port: 443}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: http, port: 80}, {name: https, port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "30"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: http, port: 80}, {name: https, port: 443}]
```

Sources: clbv1/listeners.go http.Update
"""

from __future__ import annotations

from clblint.api import FrozenEdit, KeptListener, Problems, Reason, Severity, problem, rule


@rule("forward-changed", on=KeptListener, severity=Severity.WARNING, evidence="O", since="0.2")
def check(pair: KeptListener) -> Problems:
    """Find listeners that are made anew."""
    before, after = pair.old.forward_to, pair.new.forward_to
    if before.differs(after):
        yield problem(
            "the forwarding of port {port} changes: its listener is deleted and made again",
            after,
            because=[Reason(before, "what it did before the change")],
            seen="connections to port {port} are refused until the new listener runs",
            fix="nothing, if it is meant: do it when little traffic runs",
            subject="forward-port",
            port=pair.new.port.value,
        )


@check.also(on=FrozenEdit)
def frozen(frozen: FrozenEdit) -> Problems:
    """Find options that a forwarding listener does not get."""
    edit = frozen.edit
    yield problem(
        "{suffix} changes, which is ignored: the only listeners that could use it forward",
        edit.at,
        because=[Reason(edit.before, "before the change")],
        seen="no event: ignored",
        fix="take {suffix} back, or set it on the listener that is forwarded to",
        subject=edit.suffix,
        suffix=edit.suffix,
    )
