"""Nothing says whether the load balancer is public, so it is.

Without `address-type` the CCM asks for a CLB with a public address, which is reachable from the Internet at once and
costs traffic. The address type cannot be changed later. Say which one is meant.

Most of those who write nothing want what they get, so this is advice, which `--pedantic` shows. It is a note where the
name or a label of the Service speaks of an internal one.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: orders-internal  # <- here (note)
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A reused CLB has its address already:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:DefaultValue; clbv1/loadbalancer.go:setModelDefaultValue
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problems, Reason, Severity, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.api import Fact, Service

_INTERNAL = re.compile(
    r"(?<![a-z])(?:internal|intranet|inner|private|lan|vpc|neiwang)(?![a-z])|内网|内部|私网", re.IGNORECASE
)
_PUBLIC = re.compile(r"(?<![a-z])(?:external|extranet|internet|public|not?|waiwang)(?![a-z])|外网|公网", re.IGNORECASE)


@rule("public-by-default", on=LoadBalancer, severity=Severity.PEDANTIC)
def check(balancer: LoadBalancer) -> Problems:
    """Report the Service, or the empty annotation."""
    address = balancer.annotations.get("address-type")
    if not address.is_empty or balancer.is_reused or not balancer.service.ports:
        return
    if balancer.cluster.disable_public_slb.holds or _is_said_elsewhere(balancer):
        return
    sign = next(_signs(balancer.service), None)
    yield problem(
        "no address-type is given, so the CLB gets a public address",
        address if address.present else balancer.service.name,
        because=[Reason(sign, "{sign} seems to ask for an internal one")] if sign is not None else [],
        key=balancer.annotations.key_of("address-type"),
        sign=sign.value if sign is not None else "",
        seen="no event: a public address in EXTERNAL-IP",
        fix='set {key}: "internet" or "intranet"',
        subject="address-type",
        severity=Severity.NOTE if sign is not None else None,
    )


def _signs(service: Service) -> Iterator[Fact[str]]:
    """The name and the labels that speak of an internal load balancer, and of no public one."""
    for fact in (service.name, *service.labels.values()):
        if fact.readable and _INTERNAL.search(fact.value) and not _PUBLIC.search(fact.value):
            yield fact


def _is_said_elsewhere(balancer: LoadBalancer) -> bool:
    """Whether vswitch-on-internet or ip-needs-intranet speaks."""
    return any(balancer.annotations.get(suffix).is_set for suffix in ("vswitch-id", "ip"))
