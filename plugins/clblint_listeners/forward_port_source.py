"""`forward-port` redirects a port that is not an http listener of the Service.

Only http listeners redirect. An item that names a port of another protocol, or a port that the Service does not have,
is never looked at: the port keeps serving plain traffic.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443, targetPort: 80}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443,http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443, targetPort: 80}
```

Sources: clbv1/listeners.go:buildListenerFromServicePort
"""

from __future__ import annotations

from clblint.api import ForwardItem, Problems, Reason, Severity, problem, rule


@rule("forward-port-source", on=ForwardItem, severity=Severity.WARNING, when=("forward-port",))
def check(item: ForwardItem) -> Problems:
    """Report an item whose source is no http listener."""
    listeners, source = item.balancer.listeners, item.key
    if not listeners or not item.balancer.manages_listeners or not item.well_formed or not source.isdecimal():
        return
    if not item.balancer.has_known_listeners:
        return
    found = item.balancer.listeners_by_port.get(source, [])
    if any(each.protocol.value == "http" for each in found):
        return
    yield problem(
        "{item} in forward-port redirects nothing, because listener {source} is {protocol}, not http"
        if found
        else "{item} in forward-port redirects nothing, because the Service has no port {source}",
        item.at,
        because=[Reason(found[0].protocol, "makes listener {source} {protocol}")] if found else [],
        item=item.at.text,
        source=source,
        protocol=found[0].protocol.value if found else "",
        key=item.balancer.annotations.key_of("protocol-port"),
        seen="no event: ignored; plain HTTP is not redirected",
        fix='make it an http listener: add "http:{source}" to {key}' if found else "name a port of the Service",
        subject=f"forward-port {item.at.text}",
    )
