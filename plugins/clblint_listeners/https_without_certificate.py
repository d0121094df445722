"""An HTTPS listener has no certificate.

The CCM sends an empty certificate id, and the API refuses to create the listener: the port stays closed.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
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
  ports: [{port: 443, targetPort: 80}]
```

Sources: pkg/provider/alibaba/slb/listener.go sends ServerCertificateId even when empty; SLB API,
MissingParam.ServerCertificates
"""

from __future__ import annotations

from clblint.api import ClassicListener, Problems, Reason, Severity, problem, rule


@rule("https-without-certificate", on=ClassicListener, severity=Severity.ERROR, when=("protocol-port",))
def check(listener: ClassicListener) -> Problems:
    """Report what makes the listener https."""
    certificate = listener.option("cert-id")
    if not listener.protocol.is_("https") or not listener.managed:
        return
    if not certificate.is_empty:
        return
    yield problem(
        "listener {port} is https and has no certificate, so the API refuses to create it",
        listener.protocol,
        because=[Reason(certificate, "empty")] if certificate.present else [],
        port=listener.port.value,
        seen="SyncLoadBalancerFailed: MissingParam.ServerCertificates",
        fix="set service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id to the id of a certificate",
        subject=f"port {listener.port.value}",
    )
