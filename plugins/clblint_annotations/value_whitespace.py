"""Blanks stand around the value of an annotation, or inside its list.

The CCM trims nothing. A number with a blank is not a number, and the whole Service fails; an id with a blank is not
found; an item of a list behind a comma and a blank names another protocol, label or group than the one that is meant.
Often a block scalar (`|`) adds a line break that nobody sees.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80, https:443"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou "  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: " 30"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443, targetPort: 80}
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "zone=a, disk=ssd"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: |  # <- here
      intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Without the blanks:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "30"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443, targetPort: 80}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "zone=a,disk=ssd"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Of `domain-extensions` the CCM trims the items, not what stands around their colons:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: "a.com: id-1, b.com :id-2"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
```

Blanks around items do no harm there and in `additional-resource-tags`:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443,http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web, stage=test"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: "a.example.com:id-1, b.example.com:id-2"
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
```

The NLB controller trims nothing either, and the API knows no zone that begins with a blank. Where it compares a flag
with "on", another text is "off":

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hefei-a:vsw-a1, cn-hefei-b:vsw-b2"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "60 "  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-a1, sg-b2"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on "  # <- here: counts as off
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-client-ip: "off "  # <- here (warning)
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

In a range of ports of an NLB they hide the item where they stand before the Service port, and before the range they
stop the whole Service:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-100: 80"  # <- here (warning)
    service.beta.kubernetes.io/backend-type: eni
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: " 80-100:80"  # <- here (error)
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:Get; clbv1/listeners.go:protocol;
reconcile/backend/backend.go:filterOutByLabel
"""

from __future__ import annotations

from clblint.api import BLANKS, N_, Annotation, Problems, Severity, problem, quoted, replace, rule, split
from clblint_annotations._blanks import LISTS, has_harmful_blanks, without_blanks
from clblint_annotations._effects_of_blanks import effect_of_blanks, is_for_no_node, is_unread
from clblint_annotations._readers import Reading, reading_of
from clblint_annotations._switches import is_refused_alone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, ValueSlice

_AS_OFF = N_("the CCM does not trim {key}, and with its blanks {value} counts as off")
_MESSAGES = {
    "build-error": N_("the CCM does not trim {key}, meets the blanks in {value} and gives up on the Service"),
    "api-error": N_("the CCM does not trim {key}, and with its blanks {value} is refused"),
    "swallowed": N_("the CCM does not trim {key}, and with its blanks {value} costs the Service its back ends"),
    "compared": N_("the CCM does not trim {key}, and with its blanks {value} never equals what the CLB has"),
    "switched-off": _AS_OFF,
    "off-anyway": _AS_OFF,
    "silently-ignored": N_("the CCM does not trim {key}, and with its blanks {value} has no effect"),
}
_HARMLESS = frozenset({"silently-ignored", "off-anyway"})
_IN_ITEMS = N_("the CCM trims the items of {key} but not around their colons, and with its blanks {value} is refused")


@rule("value-whitespace", on=Annotation, severity=Severity.ERROR, fix="safe", when=(BLANKS,))
def check(annotation: Annotation) -> Problems:
    """Report blanks that change what a value means."""
    value = annotation.value.value
    reading = reading_of(annotation)
    bare = without_blanks(reading) if reading else None
    if reading is None or bare is None or is_for_no_node(reading) or (not bare and reading.known.suffix == "zone-maps"):
        return  # of zones that are nothing but blanks it is nlb-zone-maps-malformed that speaks
    effect = effect_of_blanks(reading)
    if is_unread(reading, effect) or (effect.name == "off-anyway" and not reading.takes(bare)):
        return  # of a flag that is neither on nor off without its blanks it is nlb-flag-means-off that speaks
    alone = is_refused_alone(annotation, annotation.key, bare)
    yield problem(
        _IN_ITEMS if effect.in_items else _MESSAGES.get(effect.name, _MESSAGES["silently-ignored"]),
        _place(reading),
        key=annotation.key,
        value=quoted(value),
        bare=bare,
        event=effect.event.strip(),
        seen='SyncLoadBalancerFailed: "{event}"' if effect.event else effect.seen,
        fix='write "{bare}"' if bare else "remove the line",
        subject=annotation.key,
        severity=Severity.WARNING if effect.name in _HARMLESS else Severity.ERROR,
        edits=[replace(annotation.value, bare)] if bare and not alone else [],
        safe=effect.name not in {*_HARMLESS, "switched-off"} and reading.takes(bare),
    )


def _place(reading: Reading) -> Fact[str] | ValueSlice:
    """The value, or the first item of a list that holds blanks."""
    fact = reading.annotation.value
    items = split(fact) if reading.kind in LISTS else []
    return next((item for item in items if has_harmful_blanks(reading, item.text)), fact) if len(items) > 1 else fact
