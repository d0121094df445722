"""The network type of IPv6 addresses is set for an NLB that has none.

Only an NLB with `ip-version: DualStack` has IPv6 addresses. The CCM switches their network type right after it made the
NLB and at every full sync, the API refuses that, and the Service stays without an address.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ipv6-address-type: internet  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv4
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ipv6-address-type: intranet  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ipv6-address-type: internet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Of a reused NLB it is not known:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ipv6-address-type: internet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:Update; NLB API, EnableLoadBalancerIpv6Internet
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, add, problem, remove, replace, rule
from clblint_instance._network import has_zones, live

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, FixEdit


@rule(
    "nlb-ipv6-type-needs-dualstack",
    on=NetworkLoadBalancer,
    severity=Severity.ERROR,
    fix="unsafe",
    since="0.2",
    when=("ipv6-address-type",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the network type, if it is one."""
    fact, key = balancer.annotations.get("ipv6-address-type"), balancer.annotations.key_of("ip-version")
    there = live(balancer, "ip-version", "AddressIpVersion")
    version = balancer.ip_version if there is None else there
    if not fact.known or fact.value.lower() not in {"internet", "intranet"}:
        return
    if version.value.lower() != "ipv4" or not version.known or not has_zones(balancer):
        return
    yield problem(
        "ipv6-address-type is set, but the NLB has no IPv6 address, so the API refuses it at every full sync",
        fact,
        because=[Reason(version, "IPv4 alone")] if version.present else [],
        key=key,
        seen='SyncLoadBalancerFailed: "update nlb attribute error: ..."; the Service gets no address',
        fix='set {key}: "DualStack" on a new Service, or remove the line' if there is None else "remove the line",
        subject="ipv6-address-type",
        edits=[_repair(fact, version, key) if there is None else remove(fact)],
    )


def _repair(fact: Fact[str], version: Fact[str], key: str) -> FixEdit | None:
    return replace(version, "DualStack") if version.present else add("DualStack", key, beside=fact)
