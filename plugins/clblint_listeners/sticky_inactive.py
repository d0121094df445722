"""A detail of session persistence is set that nothing uses.

`sticky-session-type`, `cookie` and `cookie-timeout` count only where `sticky-session` is on. `cookie` is the name of
the application's own cookie, for type `server`; `cookie-timeout` is the life of the load balancer's cookie, for type
`insert`.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie-timeout: "1800"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie-timeout: "1800"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie: SESSION  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: server
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie: SESSION
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An explicit off is a decision:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie-timeout: "1800"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: SLB API, CreateLoadBalancerHTTPListener: StickySessionType, CookieTimeout and Cookie; clbv1/listeners.go:
setDefaultValueForListener (off)
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_listeners._options import L7, given, kept, lacks

# What is read, and what is not, for each way of keeping a session.
_READ = {"insert": "cookie-timeout", "server": "cookie"}
_UNREAD = {"insert": "cookie", "server": "cookie-timeout"}
_DETAILS = ("sticky-session-type", "cookie", "cookie-timeout")


@rule("sticky-inactive", on=ClassicLoadBalancer, severity=Severity.WARNING, when=_DETAILS)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the first detail where the switch is missing, or the one that the type does not read.

    Where the type lacks the one that it needs, `sticky-incomplete` speaks.
    """
    annotations = balancer.annotations
    facts = {suffix: fact for suffix in _DETAILS if (fact := given(balancer, suffix)) is not None}
    if not facts or not kept(balancer, L7):
        return
    switch, kind = annotations.get("sticky-session"), annotations.get("sticky-session-type")
    idle = list(facts) if lacks(balancer, "sticky-session") else []
    if switch.is_("on") and kind.one_of(*_READ) and not lacks(balancer, _READ[kind.meaning]):
        idle = [suffix for suffix in facts if suffix == _UNREAD[kind.meaning]]
    if not idle:
        return
    others = [Reason(facts[suffix].at_key, "not used either") for suffix in idle[1:]]
    yield problem(
        "{suffix} is set, but sticky-session is of type {kind}, which does not use it"
        if switch.is_set
        else "{suffix} is set, but sticky-session is not, so sessions are not kept",
        facts[idle[0]].at_key,
        because=[Reason(kind, "the type")] if switch.is_set else others,
        suffix=idle[0],
        kind=kind.value,
        key=annotations.key_of("sticky-session"),
        seen="no event: ignored",
        fix="take it away, or choose the other type" if switch.value else 'set {key}: "on"',
        subject=idle[0],
    )
