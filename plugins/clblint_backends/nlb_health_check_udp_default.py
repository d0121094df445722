"""A UDP port of an NLB is checked by TCP connections.

Without `health-check-type` the API checks every server group by connecting over TCP, that of a UDP listener too, with
`health-check-flag` or without. Pods that speak UDP alone refuse the connection and count as dead; with the type `http`
alike. (Where all back ends of a group count as dead the NLB sends traffic to all of them, so it may work until some pod
answers on TCP.) Where a TCP port of the Service leads to the same port of the back ends, the check finds it;
`health-check-connect-port` and an explicit `tcp` are decisions.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 53
    protocol: UDP  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80}
  - {name: syslog, port: 514, protocol: UDP}  # <- here
```

The flag alone changes nothing:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 53
    protocol: UDP  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: http
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80}
  - {name: dns, port: 53, protocol: UDP}  # <- here: asks over HTTP
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: udp
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 53, protocol: UDP}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "off"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80}
  - {name: dns, port: 53, protocol: UDP}
```

A server that answers on TCP, too, and groups of your own:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: dns-tcp, port: 53, protocol: TCP}
---
apiVersion: v1
kind: Service
metadata:
  name: own
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:53"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 53, protocol: UDP}]
```

Sources: ACK page on NLB annotations, note on UDP and health checks; NLB health checks;
nlbv2/server_groups.go:setServerGroupAttributeFromAnno
"""

from __future__ import annotations

from clblint.api import N_, NetworkLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_backends._groups import checked_by, of_tcp, of_udp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import NetworkServerGroup

_OVER_TCP = N_("the health check of UDP port {port} connects over TCP, so back ends that speak UDP alone count as dead")
_OVER_HTTP = N_("the health check of UDP port {port} asks over HTTP, so back ends that speak UDP alone count as dead")
_ALL_UDP = N_('set {flag}: "on" and {type}: "udp", or {flag}: "off"')
_MIXED = N_('set {flag}: "off", or give the UDP ports a Service of their own with {flag}: "on" and {type}: "udp"')


@rule("nlb-health-check-udp-default", on=NetworkLoadBalancer, severity=Severity.WARNING, since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the protocol of the first UDP port that nothing answers for."""
    how = _how(balancer)
    group = _first(balancer) if how else None
    if group is None:
        return
    others = [other for other in of_udp(balancer) if other is not group and not _answers(other)]
    yield problem(
        how,
        group.protocol,
        because=[Reason(other.protocol, "neither does anything answer for this one") for other in others],
        port=group.port.value,
        flag=balancer.annotations.key_of("health-check-flag"),
        type=balancer.annotations.key_of("health-check-type"),
        seen="no event: the back ends are shown as unhealthy",
        fix=_MIXED if of_tcp(balancer) else _ALL_UDP,
        subject=f"port {group.port.value}",
    )


def _how(balancer: NetworkLoadBalancer) -> str:
    """How a UDP port is checked; empty if as it should be, by decision, or as nlb-health-check-gate says."""
    flag, kind, port = (balancer.annotations.get(f"health-check-{name}") for name in ("flag", "type", "connect-port"))
    if flag.is_empty:
        return _OVER_TCP if kind.is_empty else ""
    if not port.is_empty:
        return ""
    if checked_by(balancer, "http"):
        return _OVER_HTTP
    return _OVER_TCP if kind.is_empty and checked_by(balancer, "tcp") else ""


def _first(balancer: NetworkLoadBalancer) -> NetworkServerGroup | None:
    groups = (group for group in of_udp(balancer) if group.service_port.protocol.is_("UDP"))
    return next((group for group in groups if not _answers(group)), None)


def _answers(group: NetworkServerGroup) -> bool:
    """Whether a TCP port of the Service leads to the same port of the back ends, or may."""
    groups = group.balancer.own_groups
    others = of_tcp(group.balancer) if all(other.protocol.known for other in groups) else groups
    return any(not group.is_elsewhere(other) for other in others)
