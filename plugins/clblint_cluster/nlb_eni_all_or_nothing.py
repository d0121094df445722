"""With this CCM one pod without a network interface stops the whole Service.

Pods stand in the server groups of an NLB by the network interface of their address. Before v2.13.0 one address of which
the API knew no interface ended the build of the Service, for all its ports; from then on such pods are left out with a
warning. Groups of type Ip look for no interface.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.12.4}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb  # <- here
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.13.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.12.4}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.12.4}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/server_groups.go:updateServerGroupENIBackendID (v2.12.4 and v2.13.0)
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Severity, rule
from clblint_cluster._versions import before

_MENDED = "v2.13.0"
_CASE = Case(
    "before CCM {since} one pod without a network interface stops the whole Service, and the cluster has {version}",
    seen='SyncLoadBalancerFailed: "can not find eniid for ip ... in vpc ..."',
    fix="upgrade the CCM to {since} or later",
)


@rule("nlb-eni-all-or-nothing", on=NetworkLoadBalancer, severity=Severity.NOTE, evidence="SP", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report what makes the Service an NLB, where pods are its back ends."""
    if not balancer.back_ends.mode.is_("eni") or not _are_instances(balancer):
        return
    yield from before(_MENDED, _CASE, balancer.handled_by, balancer)


def _are_instances(balancer: NetworkLoadBalancer) -> bool:
    wanted = balancer.annotations.get("server-group-type")
    return wanted.is_empty or (wanted.readable and wanted.value.lower() == "instance")
