"""The HTTP version of a health check is set, and the health check is not made by HTTP.

The API looks at the version for checks by HTTP only. An NLB checks by TCP unless health-check-type says http, which is
read beside health-check-flag "on" only.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-http-version: HTTP1.1  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: tcp
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-http-version: HTTP1.1  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-http-version: HTTP1.1
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "${CHECK}"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: http
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-http-version: HTTP1.1
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: release notes of CCM v2.15.0 on GitHub; texts of the NLB API of 2022-04-30, HealthCheckHttpVersion
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, known_older, problem, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact

_SUFFIX, _FIRST = "health-check-http-version", "v2.15.0"


@rule("nlb-http-version-without-http", on=NetworkLoadBalancer, severity=Severity.NOTE, since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the version, where the check is another one."""
    annotations = balancer.annotations
    fact, flag, kind = map(annotations.get, (_SUFFIX, "health-check-flag", "health-check-type"))
    if fact.is_empty or known_older(balancer.cluster.declared.ccm_version, _FIRST):
        return
    if not _is_other(flag, "on") and not _is_other(kind, "http"):
        return
    yield problem(
        "{key} is for health checks by HTTP, and those of this NLB are not made by HTTP",
        fact.at_key,
        key=annotations.key_of(_SUFFIX),
        seen="no event: without effect",
        fix='set health-check-flag: "on" and health-check-type: http, or remove the line',
        subject=_SUFFIX,
    )


def _is_other(fact: Fact[str], wanted: str) -> bool:
    return fact.is_empty or (fact.readable and fact.value.lower() != wanted)
