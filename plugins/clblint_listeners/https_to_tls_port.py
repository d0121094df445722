"""An HTTPS listener sends decrypted traffic to a port that expects TLS.

An `https` listener terminates TLS in the CLB: what reaches the pods is plain HTTP. A port that expects TLS answers that
with 400 "The plain HTTP request was sent to HTTPS port". A container port that is called `https`, `tls`, `ssl` or
`websecure` is taken for one, and 443, 8443, 9443 and what is registered for another protocol over TLS (8883 of MQTT)
are unless their name says plain HTTP (`http`, `web`, `grpc`, `metrics`).
Either send it to the pods' plain HTTP port, or let the listener be TCP and the pods terminate TLS.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  ports:
  - name: https
    port: 443
    targetPort: 443  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 443
    targetPort: 9000  # <- here
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: web
        ports: [{name: https, containerPort: 9000}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 443
    targetPort: 8443  # <- here
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: web
        ports: [{name: api, containerPort: 8443}]
```

443 to 443 without an `https` listener is plain TCP, and the pods terminate TLS:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: nginx-ingress-lb}
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80, targetPort: 80}
  - {name: https, port: 443, targetPort: 443}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  ports:
  - {port: 443, targetPort: 80}
```

Its name says that the port is plain HTTP, whatever its number:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 443
    targetPort: 8443
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: web
        ports: [{name: http, containerPort: 8443}]
```

Sources: ACK Service FAQ, "The plain HTTP request was sent to HTTPS port"; clbv1/listeners.go:protocol
"""

from __future__ import annotations

from clblint.api import ClassicListener, Problems, Reason, Severity, problem, rule
from clblint_listeners._tls import tls_target

# In front of an ingress controller these are for ingress-https-passthrough to report.
_OF_INGRESS = frozenset({443, "https"})


@rule("https-to-tls-port", on=ClassicListener, severity=Severity.WARNING, evidence="SX", when=("protocol-port",))
def check(listener: ClassicListener) -> Problems:
    """Report the target port."""
    if not listener.protocol.is_("https") or not listener.managed:
        return
    target = tls_target(listener)
    if target is None or (listener.service.fronts_ingress and target.port in _OF_INGRESS):
        return
    yield problem(
        "listener {port} terminates TLS in the CLB and sends plain HTTP to {target}, which looks like a TLS port",
        listener.service_port.target,
        because=[Reason(listener.protocol, "TLS is terminated here, in the CLB"), *target.because],
        port=listener.port.value,
        target=target.port,
        seen='400 "The plain HTTP request was sent to HTTPS port"; no event',
        fix="point targetPort at the plain HTTP port of the pods, or take https:{port} out of protocol-port so that "
        "the pods terminate TLS",
        subject=f"port {listener.port.value}",
    )
