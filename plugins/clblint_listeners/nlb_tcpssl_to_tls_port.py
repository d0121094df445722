"""A TCPSSL listener sends decrypted traffic to a port that expects TLS.

A TCPSSL listener terminates TLS in the NLB: what reaches the pods is plain. A port that expects TLS answers that with
an error, such as 400 "The plain HTTP request was sent to HTTPS port". A container port that is called `https`, `tls` or
`ssl` is taken for one, and 443, 8443, 9443 and what is registered for another protocol over TLS (8883 of MQTT, 5671 of
AMQP, 636 of LDAP) are unless their name says otherwise. The examples of the documents for TCPSSL send to 443, too; that
works only where the pods speak plain HTTP there.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 443}]  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: mqtt
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:8883"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{name: ssl-default, port: 8883, targetPort: 8883}]  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: passed-on
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 443}]
```

Sources: ACK page on NLB annotations, TCPSSL; nlbv2/listeners.go:nlbListenerProtocol
"""

from __future__ import annotations

from clblint.api import NetworkListener, Problems, Reason, Severity, problem, rule
from clblint_listeners._tls import tls_target


@rule("nlb-tcpssl-to-tls-port", on=NetworkListener, severity=Severity.WARNING, evidence="SX", since="0.2")
def check(listener: NetworkListener) -> Problems:
    """Report the target port; with a range the back ends have no port of their own."""
    target = tls_target(listener) if listener.is_tcpssl and listener.managed and not listener.has_range else None
    if target is not None:
        yield problem(
            "listener {port} terminates TLS and sends plain traffic to {target}, which looks like a TLS port",
            listener.service_port.target,
            because=[Reason(listener.protocol, "TLS is terminated here, in the NLB"), *target.because],
            port=listener.port.value,
            target=target.port,
            seen="no event: errors in the protocol, or 400 from a web server",
            fix="point targetPort at the plain port of the pods, or let them end TLS, without tcpssl:{port}",
            subject=f"port {listener.port.value}",
        )
