"""An internal NLB is asked for, and this CCM cannot make it.

Before v2.11.1 the CCM sent an empty private address for each zone of which zone-maps names none, and for an internal
NLB the API refuses that. Zones with an address of their own, and a public NLB, are not concerned.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.10.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.11.2}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.10.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.10.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "a:vsw-a:10.0.0.5,b:vsw-b:10.0.1.5"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: issue 428 of kubernetes/cloud-provider-alibaba-cloud; CCM release notes, v2.11.1
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Severity, rule
from clblint_cluster._versions import before

_MENDED = "v2.11.1"
_CASE = Case(
    "before CCM {since} no internal NLB can be made without an address in each zone, and the cluster has {version}",
    seen='SyncLoadBalancerFailed: "IllegalParam.PrivateIPv4Address"',
    fix="upgrade the CCM to {since} or later",
)


@rule("nlb-intranet-old-ccm", on=NetworkLoadBalancer, severity=Severity.ERROR, evidence="SP", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the type of an NLB that has to be made."""
    wanted = balancer.address_type
    if not wanted.is_("Intranet") or balancer.is_reused or _names_all(balancer):
        return
    yield from before(_MENDED, _CASE, wanted, balancer)


def _names_all(balancer: NetworkLoadBalancer) -> bool:
    """Whether every zone has an address of its own, or that cannot be known."""
    return all(zone.address is not None and zone.address.text for zone in balancer.zone_mappings)
