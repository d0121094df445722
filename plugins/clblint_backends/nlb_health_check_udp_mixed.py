"""UDP health checks are asked for, and not every port is a UDP port.

`health-check-type` counts for all server groups of the Service. The API checks the groups of UDP listeners over UDP
only, and is expected to refuse it for those of TCP and TCPSSL listeners: their listeners are not made.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: udp  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80}
  - {name: dns, port: 53, protocol: UDP}
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: UDP  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: tcp
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80}
  - {name: dns, port: 53, protocol: UDP}
```

Without the flag the type is not read:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: udp
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80}
  - {name: dns, port: 53, protocol: UDP}
```

Sources: e2e suite of the CCM, udp with tcp port; CreateServerGroup, HealthCheckConfig.HealthCheckType
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Reason, Severity, rule
from clblint_backends._groups import checked_by, named, of_tcp, of_udp

_MIXED = Case(
    "health-check-type udp is for the UDP ports, and the groups of {ports} are to be checked by it, too",
    fix="give the UDP ports a Service of their own, or have no check type at all",
)
_NONE = Case("health-check-type is udp, and no port of this Service is UDP", fix='write "tcp" or "http"')
_WHEN = ("health-check-type",)


@rule("nlb-health-check-udp-mixed", on=NetworkLoadBalancer, severity=Severity.ERROR, since="0.2", when=_WHEN)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the type."""
    groups = of_tcp(balancer) if checked_by(balancer, "udp") else []
    if groups:
        yield (_MIXED if of_udp(balancer) else _NONE).at(
            balancer.annotations.get("health-check-type"),
            because=[Reason(group.protocol, "a {protocol} listener") for group in groups[:1]],
            protocol=groups[0].protocol.value,
            ports=named(groups),
            seen="SyncLoadBalancerFailed: EnsureServerGroupCreated error, of a live group UpdateNLBServerGroup error, "
            "with the API's parameter error",
            subject="health-check-type",
        )
