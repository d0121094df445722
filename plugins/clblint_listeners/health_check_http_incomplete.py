"""A TCP listener checks by HTTP, but no path is given.

With `health-check-type: http` and no `health-check-uri` the CLB asks for the root path. Where the application answers
that with a redirect, an error or a login page, the back ends count as down, unless `health-check-httpcode` lists such
an answer. What counts is `http_2xx` without that annotation.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: http  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: http
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: /healthz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

So it is on an NLB, where `health-check-flag` is on:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: http  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: http
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: "/healthz"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: unread
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: http
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: SLB API, CreateLoadBalancerTCPListener, HealthCheckURI
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, listed, problem, rule
from clblint_listeners._health import checked, checked_groups
from clblint_listeners._options import kept, lacks, ports_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import LoadBalancer, NetworkLoadBalancer, Words

_WHEN = ("health-check-type",)


@rule("health-check-http-incomplete", on=ClassicLoadBalancer, severity=Severity.NOTE, when=_WHEN)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the type."""
    listeners = [listener for listener in kept(balancer, frozenset({"tcp"})) if checked(listener)]
    if listeners:
        yield from _of(balancer, ports_of(listeners))


@check.also(on="NetworkLoadBalancer")
def of_nlb(balancer: NetworkLoadBalancer) -> Problems:
    """Report the type, which counts for all server groups."""
    groups = checked_groups(balancer)
    if groups:
        yield from _of(balancer, listed(dict.fromkeys(str(group.port.value) for group in groups)))


def _of(balancer: LoadBalancer, ports: Words) -> Problems:
    kind, codes = map(balancer.annotations.get, ("health-check-type", "health-check-httpcode"))
    if kind.known and kind.meaning.lower() == "http" and lacks(balancer, "health-check-uri"):
        yield problem(
            "health-check-type is http without health-check-uri, so the root path is asked for on {ports}",
            kind,
            ports=ports,
            key=balancer.annotations.key_of("health-check-uri"),
            codes=codes.value or "http_2xx",
            seen="no event: back ends count as down where the root path does not answer with {codes}",
            fix="set {key} to a path that answers with {codes}",
            subject="health-check-type",
        )
