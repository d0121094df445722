"""A port is SCTP, which a CLB cannot listen to.

The CCM creates the load balancer and the server group first and gives up at this listener, so a paid load balancer
stands there without it, and every retry fails in the same way.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: signalling}
spec:
  type: LoadBalancer
  ports:
  - port: 36412
    protocol: SCTP  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: signalling}
spec:
  type: ClusterIP
  ports:
  - port: 36412
    protocol: SCTP
```

For an NLB the CCM asks the API for a server group of SCTP, which it refuses:

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
  ports: [{port: 132, protocol: SCTP}]  # <- here
```

Sources: clbv1/listeners.go:Create, "sctp protocol is not supported"; NLB API, CreateServerGroup,
Protocol
"""

from __future__ import annotations

from clblint.api import Case, Listener, Problems, Severity, rule

_CASES = {
    "CLB": Case(
        "port {port} is SCTP, and the CCM creates the load balancer and then gives up at its listener",
        seen='SyncLoadBalancerFailed: "create listener error: sctp protocol is not supported"',
    ),
    "NLB": Case(
        "port {port} is SCTP, for which the API makes no server group, so its listener is never there",
        seen='SyncLoadBalancerFailed: "EnsureServerGroupCreated error: ..."',
    ),
}


@rule("sctp-unsupported", on=Listener, severity=Severity.ERROR)
def check(listener: Listener) -> Problems:
    """Report the protocol of the port; of an NLB without override the groups are made all the same."""
    kind, own = listener.balancer.kind, listener.server_group.vgroup_id.is_empty
    if listener.protocol.one_of("sctp", "SCTP") and (listener.managed or (kind == "NLB" and own)):
        yield _CASES[kind].at(
            listener.service_port.protocol,
            port=listener.port.value,
            fix="take the port out of this Service, or carry the traffic over TCP or UDP",
            subject=f"port {listener.port.value}",
        )
