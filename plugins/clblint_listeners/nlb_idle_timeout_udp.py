"""The idle timeout is too long for a UDP listener.

One `idle-timeout` holds for all listeners of the Service. Those of TCP and TCPSSL take up to 900 seconds, those of UDP
10 to 20: the API refuses the UDP listener, and makes the others.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "60"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: dns-tcp, port: 53, protocol: TCP}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "20"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 53, protocol: UDP}]
---
apiVersion: v1
kind: Service
metadata:
  name: tcp
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "60"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB API, CreateListener, IdleTimeout; the ACK page on NLB annotations says 10 to 900
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule, whole
from clblint_listeners._network import UDP

_MOST, _MOST_OF_TCP = 20, 900  # beyond the latter no listener takes it, which another rule says


@rule("nlb-idle-timeout-udp", on=NetworkLoadBalancer, severity=Severity.WARNING, since="0.2", when=("idle-timeout",))
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the timeout."""
    fact = balancer.annotations.get("idle-timeout")
    seconds = whole(fact.value) if fact.readable and fact.value.isdecimal() else 0
    listeners = [listener for listener in balancer.listeners if listener.managed and listener.protocol.is_(UDP)]
    if not listeners or not _MOST < seconds <= _MOST_OF_TCP:
        return
    yield problem(
        "idle-timeout is {seconds} s, and the API takes at most {most} s for UDP listeners like that of port {port}",
        fact,
        because=[Reason(listeners[0].protocol, "UDP")],
        seconds=seconds,
        most=_MOST,
        port=listeners[0].shown_ports,
        seen='SyncLoadBalancerFailed: "EnsureListenerUpdated error: ..." for the UDP listener; others work',
        fix="take a value from 10 to 20, or put the UDP ports into a Service of their own",
        subject="idle-timeout",
    )
