"""The type of an NLB's server groups is none that the CCM knows.

Back ends stand in a group by their instances (Instance, the default) or by their addresses (Ip); the letter case does
not matter. Anything else, such as ECS or ENI, ends the build of the whole Service. The event does not say what was
wrong: its brackets are always empty.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: ENI  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: IP
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: instance
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/server_groups.go:setServerGroupAttributeFromAnno
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, catalogue, problem, quoted, rule

_NAME, _SUFFIX = "nlb-server-group-type-invalid", "server-group-type"


@rule(_NAME, on=NetworkLoadBalancer, severity=Severity.ERROR, since="0.2", when=(_SUFFIX,))
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the type."""
    kind = balancer.annotations.get(_SUFFIX)
    found = catalogue().by_suffix(_SUFFIX).check(kind.value, "nlb") if kind.literal else None
    if found is None or found.rule != _NAME:
        return
    yield problem(
        "{key} is {value}, which is not a type of server groups, so the CCM gives up on the Service",
        kind,
        key=balancer.annotations.key_of(_SUFFIX),
        value=quoted(kind.value),
        event=found.event,
        seen='SyncLoadBalancerFailed: "builid nlb server group error: {event}"',
        fix="write Instance for nodes and network interfaces of pods, Ip for addresses, or remove the line",
        subject=_SUFFIX,
    )
