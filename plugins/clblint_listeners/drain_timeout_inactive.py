"""A time for draining connections is given, but draining is not switched on.

Connections of a back end that is removed are cut at once, whatever the timeout says, and the CCM does not even send a
changed timeout unless `connection-drain` is on.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An explicit off is a decision:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

On an NLB the timeout is not sent either where nothing is said of draining; with "off" it is, for later:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go:isNeedUpdate
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, LoadBalancer, Problems, Reason, Severity, add, problem, replace, rule
from clblint_listeners._options import L4, given, kept, lacks


@rule(
    "drain-timeout-inactive",
    on=LoadBalancer,
    severity=Severity.WARNING,
    when=("connection-drain-timeout",),
    fix="unsafe",
)
def check(balancer: LoadBalancer) -> Problems:
    """Report the timeout."""
    timeout = given(balancer, "connection-drain-timeout")
    if timeout is None or not lacks(balancer, "connection-drain") or not _drainable(balancer):
        return
    drain = balancer.annotations.get("connection-drain")
    yield problem(
        "connection-drain-timeout is set, but connection-drain is not, so connections are cut at once",
        timeout.at_key,
        because=[Reason(drain, "empty, which counts as absent")] if drain.present else [],
        key=balancer.annotations.key_of("connection-drain"),
        seen="no event: ignored",
        fix='set {key}: "on"',
        subject="connection-drain-timeout",
        edits=[
            replace(drain, "on")
            if drain.present
            else add("on", balancer.annotations.key_of("connection-drain"), beside=timeout),
        ],
    )


def _drainable(balancer: LoadBalancer) -> bool:
    return bool(kept(balancer, L4) if isinstance(balancer, ClassicLoadBalancer) else balancer.drainable)
