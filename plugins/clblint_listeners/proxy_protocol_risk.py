"""Proxy Protocol is on for more than one port, or beside HTTP health checks.

With `proxy-protocol` on the CLB puts a PROXY v2 header before each connection. Whatever stands behind one of these
ports has to read it, health checks by HTTP included; a server that does not answers with an error or hangs up. There is
no smooth change from off to on.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "on"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: metrics, port: 9100}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "on"
spec:
  type: LoadBalancer
  ports: [{port: 443}]
```

It is the same on an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "ON"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80}
  - {name: metrics, port: 9100}
```

Sources: ACK annotation page, Proxy Protocol; CCM release notes, v2.6.0; ACK page on NLB annotations
"""

from __future__ import annotations

from clblint.api import (
    ClassicLoadBalancer,
    Problems,
    Reason,
    Severity,
    listeners_named,
    problem,
    rule,
)
from clblint_listeners._health import by_http, checked, kind
from clblint_listeners._network import is_on
from clblint_listeners._options import L4, kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import NetworkLoadBalancer


@rule("proxy-protocol-risk", on=ClassicLoadBalancer, severity=Severity.NOTE, when=("proxy-protocol",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the switch."""
    fact = balancer.annotations.get("proxy-protocol")
    if not fact.is_("on"):
        return
    listeners = kept(balancer, L4)
    asking = [listener for listener in listeners if checked(listener) and by_http(listener)]
    if not asking and len(listeners) <= 1:
        return
    yield problem(
        "proxy-protocol is on for {listeners}, so health checks by HTTP reach servers that have to read PROXY v2 first"
        if asking
        else "proxy-protocol is on for {listeners}, so what stands behind each of these ports has to read PROXY v2",
        fact,
        because=[Reason(kind(asking[0]), "health checks by HTTP")] if asking else [],
        listeners=listeners_named(listeners),
        seen="errors or closed connections where a server does not read the header; no event",
        fix="see that every one of them reads PROXY v2, or move ports that do not into a Service of their own",
        subject="proxy-protocol",
    )


@check.also(on="NetworkLoadBalancer")
def on_nlb(balancer: NetworkLoadBalancer) -> Problems:
    """Report the switch of an NLB with several listeners."""
    fact, listeners = balancer.annotations.get("proxy-protocol"), balancer.listeners
    if not is_on(fact) or len(listeners) <= 1 or not balancer.manages_listeners:
        return
    yield problem(
        "proxy-protocol is on for {listeners}, so what stands behind each of these ports has to read PROXY v2",
        fact,
        listeners=listeners_named(listeners),
        seen="errors or closed connections where a server does not read the header; no event",
        fix="see that every one of them reads PROXY v2, or move ports that do not into a Service of their own",
        subject="proxy-protocol",
    )
