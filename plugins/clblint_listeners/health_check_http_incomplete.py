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

Sources: SLB API, CreateLoadBalancerTCPListener, HealthCheckURI
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, problem, rule
from clblint_listeners._health import checked
from clblint_listeners._options import kept, lacks, ports_of


@rule("health-check-http-incomplete", on=ClassicLoadBalancer, severity=Severity.NOTE, when=("health-check-type",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the type."""
    kind = balancer.annotations.get("health-check-type")
    if not kind.is_("http") or not lacks(balancer, "health-check-uri"):
        return
    listeners = [listener for listener in kept(balancer, frozenset({"tcp"})) if checked(listener)]
    if listeners:
        yield problem(
            "health-check-type is http without health-check-uri, so the root path is asked for on {ports}",
            kind,
            ports=ports_of(listeners),
            key=balancer.annotations.key_of("health-check-uri"),
            codes=balancer.annotations.get("health-check-httpcode").value or "http_2xx",
            seen="no event: back ends count as down where the root path does not answer with {codes}",
            fix="set {key} to a path that answers with {codes}",
            subject="health-check-type",
        )
