"""TLS is terminated in the CLB in front of an ingress controller, which expects to terminate it itself.

An `https` listener sends plain HTTP. The ingress controller's port 443 expects TLS and answers 400 "The plain HTTP
request was sent to HTTPS port" to every request. Leave 443 as plain TCP and let the controller terminate TLS with the
certificates of its Ingresses; or terminate TLS in the CLB and send the traffic to the controller's port 80.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: nginx-ingress-lb
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  selector: {app: ingress-nginx}
  ports:
  - {name: http, port: 80, targetPort: 80}
  - name: https
    port: 443
    targetPort: 443  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: nginx-ingress-lb}
spec:
  type: LoadBalancer
  selector: {app: ingress-nginx}
  ports:
  - {name: http, port: 80, targetPort: 80}
  - {name: https, port: 443, targetPort: 443}
---
apiVersion: v1
kind: Service
metadata:
  name: offloading
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443,http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  selector: {app: ingress-nginx}
  ports:
  - {name: http, port: 80, targetPort: 80}
  - {name: https, port: 443, targetPort: 80}
```

Sources: ACK Service FAQ, "The plain HTTP request was sent to HTTPS port" and the nginx-ingress-lb template;
clbv1/listeners.go:protocol
"""

from __future__ import annotations

from clblint.api import ClassicListener, Problems, Reason, Severity, problem, rule

_EXPECT_TLS = frozenset({443, "https"})


@rule("ingress-https-passthrough", on=ClassicListener, severity=Severity.WARNING, when=("protocol-port",))
def check(listener: ClassicListener) -> Problems:
    """Report the target port; for other Services `https-to-tls-port` speaks."""
    if not listener.protocol.is_("https") or not listener.managed:
        return
    target = listener.service_port.target
    if not target.one_of(*_EXPECT_TLS) or not listener.service.fronts_ingress:
        return
    yield problem(
        "listener {port} terminates TLS in the CLB, but port {target} of the ingress controller behind it expects TLS",
        target,
        because=[Reason(listener.protocol, "TLS is terminated here, in the CLB")],
        port=listener.port.value,
        target=target.value,
        seen='400 "The plain HTTP request was sent to HTTPS port"; no event',
        fix="take https:{port} out of protocol-port so that the ingress controller terminates TLS, or point targetPort "
        "at its plain HTTP port",
        subject=f"port {listener.port.value}",
    )
