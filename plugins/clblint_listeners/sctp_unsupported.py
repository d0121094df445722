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

Sources: clbv1/listeners.go:Create, "sctp protocol is not supported"
"""

from __future__ import annotations

from clblint.api import ClassicListener, Problems, Severity, problem, rule


@rule("sctp-unsupported", on=ClassicListener, severity=Severity.ERROR)
def check(listener: ClassicListener) -> Problems:
    """Report the protocol of the port."""
    if not listener.protocol.is_("sctp") or not listener.managed:
        return
    yield problem(
        "port {port} is SCTP, and the CCM creates the load balancer and then gives up at its listener",
        listener.service_port.protocol,
        port=listener.port.value,
        seen='SyncLoadBalancerFailed: "create listener error: sctp protocol is not supported"',
        fix="take the port out of this Service, or carry the traffic over TCP or UDP",
        subject=f"port {listener.port.value}",
    )
