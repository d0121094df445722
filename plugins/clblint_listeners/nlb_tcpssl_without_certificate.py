"""A TCPSSL listener has no certificate.

The CCM sends the listener without one, and the API refuses to make it: the port stays closed.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
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
```

Sources: nlbv2/listeners.go:buildListenerFromServicePort; NLB API, CreateListener, CertificateIds
"""

from __future__ import annotations

from clblint.api import NetworkListener, Problems, Reason, Severity, problem, rule


@rule(
    "nlb-tcpssl-without-certificate", on=NetworkListener, severity=Severity.ERROR, since="0.2", when=("protocol-port",)
)
def check(listener: NetworkListener) -> Problems:
    """Report what makes the listener end TLS."""
    annotations = listener.balancer.annotations
    certificate = annotations.get("cert-id")
    if not listener.is_tcpssl or not listener.managed or not certificate.is_empty:
        return
    yield problem(
        "listener {port} is TCPSSL and has no certificate, so the API refuses to create it",
        listener.protocol,
        because=[Reason(certificate, "empty")] if certificate.present else [],
        port=listener.shown_ports,
        key=annotations.key_of("cert-id"),
        seen='SyncLoadBalancerFailed: "EnsureListenerUpdated error: ..."',
        fix="set {key} to the id of a certificate",
        subject=f"port {listener.port.value}",
    )
