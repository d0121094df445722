"""Connection draining is asked for, but no listener can drain.

Only `tcp` and `udp` listeners drain connections. For `http` and `https` listeners the CCM drops `connection-drain` and
its timeout without a word, so requests to a pod that is replaced still end in 502 or 503. What helps there is a
`preStop` hook that keeps the pod answering until the CLB has taken it out.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Where one listener can drain, or draining is off, nothing is said:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: mqtt, port: 1883}
---
apiVersion: v1
kind: Service
metadata:
  name: plain
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "off"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/provider/alibaba/slb/listener.go (drain is sent for tcp and udp); ACK Service FAQ, 503 errors during
application updates
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, listed, listeners_named, problem, rule

_WHEN = ("connection-drain", "connection-drain-timeout")


@rule("drain-on-http-listener", on=ClassicLoadBalancer, severity=Severity.WARNING, when=_WHEN)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the switch, or the timeout where that stands alone."""
    drain, timeout = map(balancer.annotations.get, _WHEN)
    asked, listeners = drain if drain.is_set else timeout, balancer.listeners
    if not asked.is_set or drain.may_be("off") or not balancer.manages_listeners:
        return
    if not listeners or not all(each.protocol.one_of("http", "https") for each in listeners):
        return
    dropped = [Reason(timeout.at_key, "dropped with it")] if asked is drain and timeout.is_set else []
    yield problem(
        "draining is asked for, and only tcp and udp listeners drain, not {listeners} ({protocols})",
        asked.at_key,
        because=[Reason(listeners[0].protocol, "decides the protocol"), *dropped],
        listeners=listeners_named(listeners),
        protocols=listed(dict.fromkeys(listener.protocol.value for listener in listeners)),
        seen="no event: ignored; 502 or 503 while pods are replaced",
        fix="take it away, and let a preStop hook keep pods answering until the CLB has taken them out",
        subject="connection-drain",
    )
