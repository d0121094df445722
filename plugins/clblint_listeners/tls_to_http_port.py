"""A TCP listener that clients speak TLS to passes it on to a port that is named for plain HTTP.

Without an `https` listener (`tcpssl` on an NLB) the load balancer does not end TLS: the pods get it as the client sent
it. A server of plain HTTP answers a TLS handshake with an error, and no request gets through. A name proves nothing,
and some servers tell both apart on one port: so this is a note. What is named `http`, `http-…` or `h2c` is taken for
plain HTTP, whatever its number. What clients speak TLS to is 443, or a port whose name says so (`https`). A
certificate, a redirection or an item of `protocol-port` for the port is left to the rules about these.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports:
  - name: https
    port: 443
    targetPort: http  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports:
  - port: 443
    targetPort: 3000  # <- here
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
        ports: [{name: http, containerPort: 3000}]
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
  - {name: https, port: 443, targetPort: http}
```

The pods end TLS here, and a port that is named for plain HTTP is one, whatever its number:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports:
  - {name: https, port: 443, targetPort: https}
  - {name: http-admin, port: 8443, targetPort: http}
```

Sources: clbv1/listeners.go:protocol; nlbv2/listeners.go:nlbListenerProtocol; ACK Service FAQ, HTTPS listeners
"""

from __future__ import annotations

from clblint.api import Listener, Problems, Reason, Severity, problem, rule
from clblint_listeners._tls import http_target, is_for_tls

_ENDING = {"tcp": "https", "TCP": "tcpssl"}  # what ends TLS, by the protocol of a listener that does not
_ABOUT_TLS = ("cert-id", "forward-port")


@rule("tls-to-http-port", on=Listener, severity=Severity.NOTE, evidence="SX", since="0.2")
def check(listener: Listener) -> Problems:
    """Report the target port."""
    if not listener.managed or not listener.on_its_port or not listener.protocol.one_of(*_ENDING):
        return
    spoken_of = listener.protocol_item or any(listener.balancer.annotations.get(one).written for one in _ABOUT_TLS)
    target = None if spoken_of or not is_for_tls(listener.service_port) else http_target(listener)
    if target is not None:
        yield problem(
            "listener {port} passes TLS on as it comes, to {target}, which looks like a plain HTTP port",
            listener.service_port.target,
            because=[
                Reason(listener.service_port.port, "plain TCP: protocol-port does not name it"),
                *target.because,
            ],
            port=listener.port.value,
            target=target.port,
            ending=_ENDING[listener.protocol.value],
            seen="TLS handshakes fail (wrong version number, SSL_ERROR_RX_RECORD_TOO_LONG); no event",
            fix='set protocol-port "{ending}:{port}" with a certificate, or point targetPort at a port on which the '
            "pods end TLS",
            subject=f"port {listener.port.value}",
        )
