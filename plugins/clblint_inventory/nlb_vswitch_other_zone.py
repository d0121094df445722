"""A vSwitch of `zone-maps` does not stand in the zone before it.

Each item is a zone and a vSwitch of that very zone. The API refuses to make an NLB with any other.

```yaml bad
# file: inventory.json
{"VSwitches": {"VSwitch": [
  {"VSwitchId": "vsw-a", "ZoneId": "cn-hangzhou-i"},
  {"VSwitchId": "vsw-b", "ZoneId": "cn-hangzhou-g"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"VSwitches": {"VSwitch": [
  {"VSwitchId": "vsw-a", "ZoneId": "cn-hangzhou-i"},
  {"VSwitchId": "vsw-b", "ZoneId": "cn-hangzhou-k"}
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

Sources: CreateLoadBalancer, ZoneMappings; ACK page on NLB annotations, zone-maps
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, ZoneMapping, problem, rule
from clblint_inventory._inventory_texts import REFUSED_ZONE, vswitch_of

_WHEN = ("zone-maps",)


@rule("nlb-vswitch-other-zone", on=ZoneMapping, severity=Severity.ERROR, evidence="I", since="0.2", when=_WHEN)
def check(zone: ZoneMapping) -> Problems:
    """Report the vSwitch; a zone with blanks around it, or none, is the business of others."""
    named, switch = zone.vswitch, vswitch_of(zone)
    there, text = switch.get("ZoneId") if switch is not None else None, zone.zone.text
    if named is None or there is None or not there.value or text != text.strip() or there.value == text:
        return
    yield problem(
        "vSwitch {id} stands in zone {there}, and not in {zone}",
        named,
        because=[Reason(there, "the zone of the vSwitch")],
        id=named.text,
        there=there.value,
        zone=text,
        seen=REFUSED_ZONE,
        fix="write {there} before it, or name a vSwitch of {zone}",
        subject=named.text,
    )
