"""Session persistence is switched on, but what it needs is missing.

For `http` and `https` listeners `sticky-session: "on"` needs a `sticky-session-type`; `insert` needs a
`cookie-timeout`, `server` needs the name of a `cookie`. The API refuses to create the listener without them.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "on"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie-timeout: "1800"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: SLB API, CreateLoadBalancerHTTPListener: StickySessionType, CookieTimeout and Cookie
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, listeners_named, problem, rule
from clblint_listeners._options import L7, kept, lacks

# What each way of keeping a session needs; without a way the way itself is what is missing.
_NEEDS = {"": "sticky-session-type", "insert": "cookie-timeout", "server": "cookie"}
_OTHERS = {"cookie-timeout": "cookie", "cookie": "cookie-timeout"}


@rule("sticky-incomplete", on=ClassicLoadBalancer, severity=Severity.ERROR, when=("sticky-session",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the switch that lacks a type, or the type that lacks what it needs."""
    annotations = balancer.annotations
    switch, kind = annotations.get("sticky-session"), annotations.get("sticky-session-type")
    if not switch.is_("on") or not kind.one_of(*_NEEDS):
        return
    missing = _NEEDS[kind.meaning]
    if not lacks(balancer, missing):
        return
    listeners = kept(balancer, L7)
    if not listeners:
        return
    empty, other = annotations.get(missing), annotations.get(_OTHERS.get(missing, ""))
    reasons = [Reason(empty, "this counts as absent")] if empty.present else []
    yield problem(
        "sticky-session is on with type {kind} and without {missing}, so the API refuses {listeners}"
        if kind.is_set
        else "sticky-session is on without {missing}, so the API refuses {listeners}",
        kind if kind.is_set else switch,
        because=[*reasons, Reason(other, "this is for the other type")] if other.is_set else reasons,
        kind=kind.value,
        missing=missing,
        listeners=listeners_named(listeners),
        key=annotations.key_of(missing),
        seen="SyncLoadBalancerFailed: a required parameter is missing",
        fix="set {key}, too",
        subject="sticky-session",
    )
