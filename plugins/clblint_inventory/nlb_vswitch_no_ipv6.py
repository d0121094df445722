"""A dual-stack NLB is to stand in a vSwitch without IPv6.

With `ip-version: DualStack` the NLB takes an IPv6 address in each zone. A vSwitch for which no IPv6 block is enabled
has none, and the API refuses.

```yaml bad
# file: inventory.json
{"VSwitches": {"VSwitch": [
  {"VSwitchId": "vsw-a", "ZoneId": "cn-hangzhou-i",
   "Ipv6CidrBlock": "2408:4005:3d6:b800::/64"},
  {"VSwitchId": "vsw-b", "ZoneId": "cn-hangzhou-k",
   "Ipv6CidrBlock": ""}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"VSwitches": {"VSwitch": [
  {"VSwitchId": "vsw-a", "ZoneId": "cn-hangzhou-i",
   "Ipv6CidrBlock": "2408:4005:3d6:b800::/64"},
  {"VSwitchId": "vsw-b", "ZoneId": "cn-hangzhou-k",
   "Ipv6CidrBlock": "2408:4005:3d6:b801::/64"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"VSwitches": {"VSwitch": [
  {"VSwitchId": "vsw-a", "ZoneId": "cn-hangzhou-i"},
  {"VSwitchId": "vsw-b", "ZoneId": "cn-hangzhou-k", "Ipv6CidrBlock": ""}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: CreateLoadBalancer, ZoneMappings; ACK page on NLB annotations, ip-version
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, ZoneMapping, problem, rule
from clblint_inventory._inventory_texts import REFUSED_ZONE, vswitch_of

_WHEN = ("zone-maps", "ip-version")


@rule("nlb-vswitch-no-ipv6", on=ZoneMapping, severity=Severity.ERROR, evidence="I", since="0.2", when=_WHEN)
def check(zone: ZoneMapping) -> Problems:
    """Report the vSwitch; one whose block was not printed may have one."""
    named, switch, version = zone.vswitch, vswitch_of(zone), zone.balancer.annotations.get("ip-version")
    if named is None or switch is None or not version.holds or version.value.lower() != "dualstack":
        return
    block = switch.get("Ipv6CidrBlock")
    if block.given and not block.value:
        yield problem(
            "vSwitch {id} has no IPv6 block, and a dual-stack NLB takes an IPv6 address there",
            named,
            because=[Reason(version, "asks for IPv6"), Reason(block, "no block")],
            id=named.text,
            seen=REFUSED_ZONE,
            fix="enable IPv6 for {id}, name a vSwitch that has it, or remove ip-version",
            subject=named.text,
        )
