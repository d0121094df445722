"""`zone-maps` names a zone twice, a vSwitch twice, or more than ten zones.

An NLB has one vSwitch in each of its zones, each vSwitch lies in one zone, and there may be ten zones. The CCM checks
none of this, and the API refuses the list.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "hz-i:vsw-a1,hz-i:vsw-b2"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "hz-i:vsw-a1,hz-k:vsw-a1"  # <- here
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: wide
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "a:1,b:2,c:3,d:4,e:5,f:6,g:7,h:8,i:9,j:0"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB API, CreateLoadBalancer, ZoneMappings
"""

from __future__ import annotations

from clblint.api import N_, Case, Problems, Reason, Severity, ZoneMapping, rule
from clblint_instance._network import ZONES_REFUSED

_ONCE = N_("name each zone once, with a vSwitch of its own")
_ZONE = Case("{item} in zone-maps is a second entry for {zone}, and an NLB has one vSwitch in each zone", fix=_ONCE)
_VSWITCH = Case("{item} in zone-maps has the vSwitch of {other}, and a vSwitch lies in one zone", fix=_ONCE)
_TOO_MANY = Case(
    "{item} in zone-maps is one zone more than the ten that an NLB may have", fix="leave zones out, down to ten"
)


@rule("nlb-zone-duplicate", on=ZoneMapping, severity=Severity.ERROR, since="0.2", when=("zone-maps",))
def check(item: ZoneMapping) -> Problems:
    """Report the later item of two, or the eleventh."""
    other = item.rival
    if item.fault is not None or (other is None and not item.is_too_many):
        return
    case = _ZONE if item.first is not None else _VSWITCH if other is not None else _TOO_MANY
    yield case.at(
        item.at,
        because=[Reason(other.at, "the first one")] if other is not None else [],
        item=item.at.text.strip(),
        zone=item.key,
        other=other.at.text.strip() if other is not None else "",
        seen=ZONES_REFUSED,
        subject=f"zone-maps {item.at.text.strip()}",
    )
