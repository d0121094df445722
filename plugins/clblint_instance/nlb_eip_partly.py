"""Some zones of a public NLB have an EIP of yours, and others do not.

For a zone without one the NLB buys an EIP of its own, with another address and, where yours is not billed by traffic or
is of another line type, of a type that does not fit: all EIPs of an NLB must be of one type.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "hz-i:vsw-a1::eip-c3,hz-k:vsw-b2"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "hz-i:vsw-a1::eip-c3,hz-k:vsw-b2::eip-d4"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: plain
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: private
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1::eip-c3,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB, "Modify configurations for an NLB instance"
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_instance._network import is_internet


@rule("nlb-eip-partly", on=NetworkLoadBalancer, severity=Severity.NOTE, since="0.2", when=("zone-maps",))
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first zone without an EIP."""
    items = [item for item in balancer.zone_mappings if item.fault is None]
    eips, without = [item.eip for item in items if item.eip is not None], [item for item in items if item.eip is None]
    if not eips or not without or not is_internet(balancer):
        return
    yield problem(
        "{zone} has no EIP in zone-maps, while other zones have one, so the NLB buys its own there",
        without[0].at,
        because=[Reason(eips[0], "an EIP of yours")],
        zone=without[0].zone.text.strip(),
        seen="no event: an address that nobody ordered, or an error of the API about EIPs of different types",
        fix="name an EIP for each zone, or for none",
        subject="zone-maps",
    )
