"""X-Forwarded headers are asked for on an IPv6 load balancer.

The API does not take `xforwardedfor-proto`, `-slbport` and `-clientsrcport` on a CLB of `ip-version` ipv6 and refuses
to create the http and https listeners.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-xforwardedfor-proto: "on"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv4
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-xforwardedfor-proto: "on"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: SLB API, ListenerForwardNotSupport
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, listeners_named, problem, rule
from clblint_listeners._options import L7, kept

_HEADERS = ("xforwardedfor-proto", "xforwardedfor-slbport", "xforwardedfor-clientsrcport")


@rule("xforwarded-ipv6", on=ClassicLoadBalancer, severity=Severity.ERROR, when=("ip-version",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the first header; the others are reasons."""
    annotations = balancer.annotations
    version = annotations.get("ip-version")
    if not version.is_("ipv6"):
        return
    asked = [suffix for suffix in _HEADERS if annotations.get(suffix).is_("on")]
    listeners = kept(balancer, L7) if asked else []
    if not listeners:
        return
    others = [Reason(annotations.get(suffix), "refused, too") for suffix in asked[1:]]
    yield problem(
        "{suffix} is on, but the CLB is IPv6, so the API refuses {listeners}",
        annotations.get(asked[0]),
        because=[Reason(version, "makes the CLB IPv6"), *others],
        suffix=asked[0],
        listeners=listeners_named(listeners),
        seen="SyncLoadBalancerFailed: ListenerForwardNotSupport",
        fix="take the headers away, or use an IPv4 load balancer",
        subject=asked[0],
    )
