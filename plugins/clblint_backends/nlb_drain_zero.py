"""Connection draining is on, and connections are cut at once all the same.

Where `connection-drain` is on and `connection-drain-timeout` is absent or 0, the CCM makes the server groups of an
NLB with a timeout of 0 seconds, and 0 means that connections to a back end which is taken out are cut at once: the
opposite of what was asked for. The default of the API, 300 seconds, holds only where draining is not mentioned at
all.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "0"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Off is a decision, and attributes of groups of your own are left alone:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "off"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: own
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NPG:CreateNLBServerGroupAsync; nlbv2/server_groups.go:setServerGroupAttributeFromAnno; ACK page on NLB
annotations, connection-drain-timeout; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, add, problem, replace, rule
from clblint_backends._groups import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import NetworkServerGroup

_TIMEOUT = "connection-drain-timeout"
_WHEN = ("connection-drain",)


@rule("nlb-drain-zero", on=NetworkLoadBalancer, severity=Severity.ERROR, since="0.2", when=_WHEN, fix="unsafe")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the timeout, or the switch where there is none."""
    groups = [group for group in balancer.own_groups if _cuts(group)]
    if not groups:
        return
    drain, timeout = balancer.annotations.get("connection-drain"), balancer.annotations.get(_TIMEOUT)
    key = balancer.annotations.key_of(_TIMEOUT)
    yield problem(
        "connection-drain is on with a timeout of 0 s, so connections are cut at once when a back end goes"
        if timeout.is_set
        else "connection-drain is on without connection-drain-timeout, which makes it 0 s: connections are cut at once "
        "when a back end goes",
        timeout if timeout.is_set else drain,
        because=[Reason(drain, "draining is on")] if timeout.is_set else [],
        ports=named(groups),
        key=key,
        seen="no event: the server groups of {ports} are made with ConnectionDrainTimeout 0",
        fix='set {key}: "30", or as many seconds as connections take to end (up to 900)',
        subject=_TIMEOUT,
        edits=[replace(timeout, "30") if timeout.present else add("30", key, beside=drain)],
    )


def _cuts(group: NetworkServerGroup) -> bool:
    return group.option("connection-drain").is_("true") and group.option(_TIMEOUT).is_("0")
