"""An item of `zone-maps` is not of the form `zone:vSwitch`, or goes on with something else than an address and an EIP.

Each item has a zone and a vSwitch, and may go on with a private IPv4 address and the id of an EIP, either of which may
be empty: `cn-hangzhou-i:vsw-a1::eip-c3`. At an item without a colon the CCM gives up on the Service; all else it sends
as it stands, and the API refuses it. What follows the fourth part is dropped without a word.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "hz-i:vsw-a1,hz-k:vsw-b2,"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "vsw-a1:hz-i,hz-k:vsw-b2"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:,cn-hangzhou-k:vsw-b2"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

An EIP stands behind the private address, even where there is none:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "hz-i:vsw-a1:eip-c3,hz-k:vsw-b2::eip-d4"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "i:vsw-a1:10.0.0.300,k:vsw-b2:10.0.1.3"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: app
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "i:vsw-a1:10.0.0.3:47.96.0.1,k:vsw-b2"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: game
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "i:vsw-a1::eip-c3:10,k:vsw-b2"  # <- here (warning)
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Quotes inside the quotes are part of the value:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "'hz-i:vsw-a1,hz-k:vsw-b2'"  # <- here
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
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "hz-i:vsw-a1:10.0.0.3,hz-k:vsw-b2::eip-d4"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: app
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "${ZONES}"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:parseZoneMappings; NLB API, CreateLoadBalancer, ZoneMappings; ACK page on NLB
annotations, zone-maps
"""

from __future__ import annotations

from clblint.api import (
    N_,
    Case,
    NetworkLoadBalancer,
    Problems,
    Severity,
    ZoneFault,
    ZoneMapping,
    is_quoted,
    problem_of_quotes,
    remove,
    replace,
    rule,
)
from clblint_instance._network import ZONES_REFUSED

_GIVEN_UP = N_('SyncLoadBalancerFailed: "build nlb attribute error: {error}"')
_FORM = N_('write it like "cn-hangzhou-i:vsw-abc", and behind that an address and an EIP if there are any')
_CASES = {
    ZoneFault.EMPTY: Case("an item of zone-maps is empty, and the CCM gives up on the Service", _GIVEN_UP),
    ZoneFault.NO_VSWITCH: Case("{item} in zone-maps has no colon, and the CCM gives up on the Service", _GIVEN_UP),
    ZoneFault.WIDE: Case("{item} in zone-maps has a full-width colon, and the CCM gives up on the Service", _GIVEN_UP),
    ZoneFault.SWAPPED: Case("{item} in zone-maps has the vSwitch in front of the zone, which the API refuses"),
    ZoneFault.EMPTY_PART: Case("{item} in zone-maps lacks the zone or the vSwitch, which the API refuses"),
    ZoneFault.EIP_EARLY: Case("{item} in zone-maps has the EIP where the private address is expected"),
    ZoneFault.NO_ADDRESS: Case("{item} in zone-maps has no IPv4 address in its third part, which the API refuses"),
    ZoneFault.NO_EIP: Case("{item} in zone-maps has no id of an EIP in its fourth part, which the API refuses"),
    ZoneFault.BLANK: Case("{item} in zone-maps has a blank in it, which is sent, and the API refuses it"),
    ZoneFault.DROPPED: Case(
        "{item} in zone-maps has more than four parts, and the CCM drops those behind the EIP",
        seen=N_("no event: ignored"),
        severity=Severity.WARNING,
    ),
}


@rule(
    "nlb-zone-maps-malformed", on=ZoneMapping, severity=Severity.ERROR, fix="unsafe", since="0.2", when=("zone-maps",)
)
def check(item: ZoneMapping) -> Problems:
    """Report a malformed item, with the order of its parts put right where that is clear."""
    texts = [part.text for part in item.parts]
    edits = {
        ZoneFault.EMPTY: remove(item.at),
        ZoneFault.WIDE: replace(item.at, item.at.text.translate({0xFF1A: ":", 0xFF0C: ","})),
        ZoneFault.SWAPPED: replace(item.at, ":".join([*texts[1::-1], *texts[2:]])),
        ZoneFault.EIP_EARLY: replace(item.at, ":".join([*texts[:2], "", *texts[2:3]])),
    }
    if item.fault is not None and not is_quoted(item.at.fact):
        yield _CASES[item.fault].at(
            item.at,
            item=item.at.text,
            seen=ZONES_REFUSED,
            error=item.error,
            fix=_FORM,
            subject=f"zone-maps {item.at.text}",
            edits=[edits[item.fault]] if item.fault in edits else [],
        )


@check.also(on=NetworkLoadBalancer)
def in_quotes(balancer: NetworkLoadBalancer) -> Problems:
    """Report a value in quotes."""
    yield from problem_of_quotes(
        balancer.zone_maps, "zone-maps", comes_of_it=N_("the API knows no zone of that name"), seen=ZONES_REFUSED
    )
