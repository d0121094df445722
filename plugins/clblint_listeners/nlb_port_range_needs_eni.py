"""Listeners for ranges of ports are asked for, and nodes are the back ends.

With `listener-port-range` the NLB sends each port to the same port of the pod, which needs pods as back ends:
`backend-type: eni`, with Terway. With nodes the CCM gives up on the whole Service, ports that no item names included.
Where nothing is said, nodes are the default; it is an error where the profile of the cluster or `backend-type` says so.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"  # <- here (warning)
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"  # <- here
    service.beta.kubernetes.io/backend-type: ecs
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {network-plugin: flannel}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {network-plugin: terway, service-backend-type: eni}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/listeners.go:buildListenerFromServicePort
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule

_BACK_ENDS = "service.beta.kubernetes.io/backend-type"


@rule(
    "nlb-port-range-needs-eni",
    on=NetworkLoadBalancer,
    severity=Severity.ERROR,
    evidence="SP",
    since="0.2",
    when=("listener-port-range",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the ranges: a warning where nobody says what the back ends are."""
    ranges, asked = balancer.annotations.get("listener-port-range"), balancer.annotations.get("backend-type")
    if not ranges.is_set or not balancer.service.ports or not asked.known or balancer.back_ends.mode.value == "eni":
        return
    sure = asked.is_set or balancer.back_ends.declared
    yield problem(
        "listener-port-range needs pods as back ends, and nodes are the default"
        if not sure
        else "listener-port-range needs pods as back ends, and nodes are: the CCM gives up on the Service",
        ranges,
        because=[Reason(asked, "asks for nodes")] if asked.is_set else [],
        key=_BACK_ENDS,
        seen='SyncLoadBalancerFailed: "listener port range can only be used for eni backend type service"',
        fix='set {key}: "eni", with Terway',
        subject="listener-port-range",
        severity=None if sure else Severity.WARNING,
    )
