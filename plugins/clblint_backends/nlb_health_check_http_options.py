"""A detail of HTTP health checks is set, and the check is not made by HTTP.

`health-check-uri`, `-domain`, `-method` and `-httpcode` are for checks by HTTP. An NLB checks by TCP unless
`health-check-type` is `http`: it only connects, and back ends that answer with errors count as well.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: "/healthz"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: tcp
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: "/healthz"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-httpcode: "http_2xx"
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
```

Without the flag nothing of it is read, which is another mistake:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: "/healthz"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: CreateServerGroup, HealthCheckConfig; nlbv2/server_groups.go:setServerGroupAttributeFromAnno
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, add, listed, problem, replace, rule
from clblint_backends._groups import HTTP_DETAILS, checked_by, given

_TYPE = "health-check-type"


@rule(
    "nlb-health-check-http-options",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    since="0.2",
    when=HTTP_DETAILS,
    about=(_TYPE, "health-check-flag"),
    fix="unsafe",
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first detail, and name the others beside it."""
    kind, details = balancer.annotations.get(_TYPE), given(balancer, HTTP_DETAILS)
    if not details or not checked_by(balancer, "tcp", "udp") or not balancer.own_groups:
        return
    first, key = details[0][1], balancer.annotations.key_of(_TYPE)
    yield problem(
        "{details} is for checks by HTTP, and the back ends are checked by {kind}"
        if len(details) == 1
        else "{details} are for checks by HTTP, and the back ends are checked by {kind}",
        first.at_key,
        because=[
            Reason(kind, "checked by {kind}" if kind.is_set else "no health-check-type here, so TCP"),
            *(Reason(fact.at_key, "not used either") for _, fact in details[1:]),
        ],
        details=listed(suffix for suffix, _ in details),
        kind=kind.value.upper() or "TCP",
        key=key,
        seen="no event: ignored",
        fix='set {key}: "http"',
        subject=_TYPE,
        edits=[replace(kind, "http") if kind.present else add("http", key, beside=first)],
    )
