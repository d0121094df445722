"""`forward-port` redirects to a port that is not an https listener of the Service.

The CCM does not check the target. The API wants an https listener there and refuses to create the http listener, so
the port that was meant to redirect stays closed.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
```

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
  - {name: http, port: 80}
  - {name: https, port: 443, targetPort: 80}
```

On a reused CLB the https listener may have been made elsewhere:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1abcdefghijklmnopqr
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
```

Sources: clbv1/listeners.go:forwardPort does not look at the target; SLB API, "The specified ListenerPort or ForwardPort
is invalid"
"""

from __future__ import annotations

from clblint.api import ClassicListener, Problems, Reason, Severity, problem, rule


@rule("forward-port-target", on=ClassicListener, severity=Severity.ERROR, when=("forward-port",))
def check(listener: ClassicListener) -> Problems:
    """Report the target of an http listener that redirects."""
    target, item, balancer = listener.forward_to, listener.forward.item, listener.balancer
    if not target.holds or item is None or target.equals(listener.port):
        return
    found = [other for other in balancer.listeners if other.port.may_be(target.value)]
    if not listener.managed or any(each.protocol.may_be("https") for each in found):
        return
    if not found and balancer.is_reused:
        return
    yield problem(
        "listener {port} redirects to {target}, which is a {protocol} listener, and the API takes only https there"
        if found
        else "listener {port} redirects to {target}, but the Service has no port {target}",
        item.parts[1],
        because=[Reason(found[0].protocol, "makes listener {target} {protocol}")] if found else [],
        port=listener.port.value,
        target=target.value,
        protocol=found[0].protocol.value if found else "",
        key=balancer.annotations.key_of("protocol-port"),
        seen='SyncLoadBalancerFailed: "The specified ListenerPort or ForwardPort is invalid"; port {port} stays closed',
        fix='add "https:{target}" to {key}, and a certificate' if found else "redirect to an https port of the Service",
        subject=f"port {listener.port.value}",
    )
