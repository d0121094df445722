"""A detail of the health check is set, and `health-check-flag` is not.

The CCM reads what is said of health checks on an NLB only where `health-check-flag` is `on`. Without it the details
are not even parsed: the server groups are checked as the API does by default, by connecting to the port of the back
end. With "off" nothing is checked, which is a decision.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: http  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: "/healthz"
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

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "10"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Values that cannot be known, and groups of your own, which are never changed:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: ${CHECK}
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "10"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: own
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "10"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/server_groups.go:setServerGroupAttributeFromAnno; run against the real controller
"""

from __future__ import annotations

from clblint.api import (
    CHECK_DETAILS,
    NetworkLoadBalancer,
    Problems,
    Reason,
    Severity,
    add,
    listed,
    problem,
    replace,
    rule,
)
from clblint_backends._groups import given

_FLAG = "health-check-flag"


@rule(
    "nlb-health-check-gate",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    since="0.2",
    when=CHECK_DETAILS,
    fix="unsafe",
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first detail, and name the others beside it."""
    flag, details = balancer.annotations.get(_FLAG), given(balancer, CHECK_DETAILS)
    if not flag.is_empty or not details or not balancer.own_groups:
        return
    first, key = details[0][1], balancer.annotations.key_of(_FLAG)
    yield problem(
        "{details} is not read without health-check-flag: new server groups are checked by connecting, others as before"
        if len(details) == 1
        else "{details} are not read without health-check-flag: new server groups are checked by connecting, others as "
        "before",
        first.at_key,
        because=[Reason(fact.at_key, "not read either") for _, fact in details[1:]],
        details=listed(suffix for suffix, _ in details),
        key=key,
        seen="no event: ignored",
        fix='set {key}: "on"',
        subject=_FLAG,
        edits=[replace(flag, "on") if flag.present else add("on", key, beside=first)],
    )
