"""An HTTP listener sends plain traffic to a port that expects TLS.

An `http` listener passes plain HTTP on. A port that expects TLS answers with 400 "The plain HTTP request was sent to
HTTPS port". A container port that is called `https`, `tls`, `ssl` or `websecure` is taken for one, and 443, 8443, 9443
and what is registered for another protocol over TLS (8883 of MQTT) are unless their name says plain HTTP (`http`,
`web`, `grpc`, `metrics`).

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
spec:
  type: LoadBalancer
  ports:
  - name: http
    port: 80
    targetPort: https  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80, targetPort: http}
  - {name: https, port: 443, targetPort: https}
```

A listener that redirects never sends anything to its target:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80, targetPort: 443}
  - {name: https, port: 443, targetPort: 8080}
```

Sources: ACK Service FAQ, "The plain HTTP request was sent to HTTPS port"; clbv1/listeners.go:protocol
"""

from __future__ import annotations

from clblint.api import ClassicListener, Problems, Reason, Severity, problem, rule
from clblint_listeners._tls import tls_target


@rule("http-to-tls-port", on=ClassicListener, severity=Severity.WARNING, evidence="SX", when=("protocol-port",))
def check(listener: ClassicListener) -> Problems:
    """Report the target port."""
    if not listener.protocol.is_("http") or not listener.managed:
        return
    target = tls_target(listener)
    if target is None or not listener.forward_to.is_empty:
        return
    yield problem(
        "listener {port} sends plain HTTP to {target}, which looks like a TLS port",
        listener.service_port.target,
        because=[Reason(listener.protocol, "makes it a plain HTTP listener"), *target.because],
        port=listener.port.value,
        target=target.port,
        seen='400 "The plain HTTP request was sent to HTTPS port"; no event',
        fix="point targetPort at the plain HTTP port of the pods",
        subject=f"port {listener.port.value}",
    )
