"""An item of `listener-port-range` is not of the form `start-end:port`.

For each port of the Service the CCM reads the items from left to right until one names that port. It gives up on the
whole Service at an item without exactly one colon, and at a range for that port that does not ascend from 1 or more to
65535 or less. Behind the item that decides, a wrong one is never read and never takes effect.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-100"  # <- here
    service.beta.kubernetes.io/backend-type: eni
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-80:80"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "2000-1000:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-70000:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: chat
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1k-2k:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Behind the item that decides, nobody comes to it:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1-9:80,20-30"  # <- here (warning)
    service.beta.kubernetes.io/backend-type: eni
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "'1000-2000:80'"  # <- here
    service.beta.kubernetes.io/backend-type: eni
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

Sources: nlbv2/listeners.go:portRange
"""

from __future__ import annotations

from clblint.api import (
    N_,
    NetworkLoadBalancer,
    PortRangeItem,
    Problems,
    Severity,
    is_quoted,
    problem,
    problem_of_quotes,
    remove,
    replace,
    rule,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import FixEdit

_IGNORED, _GIVEN_UP = N_("no event: ignored"), N_('SyncLoadBalancerFailed: "{error}"')


@rule(
    "nlb-port-range-malformed",
    on=PortRangeItem,
    severity=Severity.ERROR,
    fix="unsafe",
    since="0.2",
    when=("listener-port-range",),
)
def check(item: PortRangeItem) -> Problems:
    """Report a malformed item: an error where a port comes to it, else a warning."""
    if not item.fault or is_quoted(item.at.fact):
        return
    yield problem(
        "an item of listener-port-range is empty"
        if not item.at.text.strip()
        else "{item} in listener-port-range is not an ascending range of ports with the Service port behind a colon",
        item.at,
        item=item.at.text,
        error=item.fault,
        seen=_GIVEN_UP if item.is_reached else _IGNORED,
        fix='write it like "1000-2000:80"; a single port needs no item',
        subject=f"listener-port-range {item.at.text}",
        severity=Severity.ERROR if item.is_reached else Severity.WARNING,
        edits=_meant(item),
    )


@check.also(on=NetworkLoadBalancer)
def in_quotes(balancer: NetworkLoadBalancer) -> Problems:
    """Report items in quotes, with the first error that comes of it."""
    error = next((item.error for item in balancer.range_items if item.error), "")
    yield from problem_of_quotes(
        balancer.annotations.get("listener-port-range"),
        "listener-port-range",
        comes_of_it=N_("no range begins so"),
        seen=_GIVEN_UP if error else _IGNORED,
        error=error,
    )


def _meant(item: PortRangeItem) -> list[FixEdit | None]:
    """Take away what is empty or one port, and put the ends of a range into their order."""
    start, _, end = item.parts[0].text.partition("-")
    if not item.at.text.strip() or start == end:
        return [remove(item.at)]
    swapped = start.isdecimal() and end.isdecimal() and int(start) > int(end) > 0
    return [replace(item.parts[0], f"{end}-{start}")] if swapped and not item.form_error else []
