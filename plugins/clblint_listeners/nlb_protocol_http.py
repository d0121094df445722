"""A port of an NLB is to speak HTTP or HTTPS, which are protocols of CLBs.

An NLB has listeners of TCP, UDP and TCPSSL. At `http` or `https` the CCM gives up on the whole Service: none of its
ports is listened on. `tcpssl` terminates TLS in the NLB and needs a certificate in `cert-id`; `tcp` hands HTTP on as it
is. Redirects, cookies and `X-Forwarded-For` have no counterpart.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: plain
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443,tcp:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: https, port: 443, targetPort: 80}
  - {name: http, port: 80}
```

Sources: nlbv2/listeners.go:nlbListenerProtocol
"""

from __future__ import annotations

from clblint.api import NetworkProtocolItem, Problems, Severity, problem, replace, rule
from clblint_listeners._protocols import TWINS


@rule(
    "nlb-protocol-http",
    on=NetworkProtocolItem,
    severity=Severity.ERROR,
    fix="unsafe",
    since="0.2",
    when=("protocol-port",),
)
def check(item: NetworkProtocolItem) -> Problems:
    """Report an item that a port comes to."""
    twin = TWINS.get(item.protocol.text.strip().lower(), "")
    if not twin or item.port is None or not item.is_reached:
        return
    yield problem(
        "{item} in protocol-port asks for a listener that NLBs do not have: the CCM gives up on the Service",
        item.at,
        item=item.at.text.strip(),
        error=item.error.strip(),
        port=item.port.text.strip(),
        seen='SyncLoadBalancerFailed: "{error}"',
        fix='write "tcpssl:{port}", and set cert-id' if twin == "tcpssl" else 'write "tcp:{port}"',
        subject=f"protocol-port {item.at.text.strip()}",
        edits=[replace(item.protocol, twin)],
    )
