"""UDP health checks come faster than they may be answered.

A UDP check waits for an answer as long as `health-check-connect-timeout` says, 5 seconds by default. Where
`health-check-interval` is shorter, the next check begins before that time is over, and answers count as missing: the
API wants the interval to be no shorter than the timeout.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: udp
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "3"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 53, protocol: UDP}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: udp
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "10"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-timeout: "20"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 53, protocol: UDP}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: udp
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "20"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-timeout: "20"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 53, protocol: UDP}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: udp
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "5"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 53, protocol: UDP}]
```

Other checks may overlap:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: tcp
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "3"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: CreateServerGroup, HealthCheckConfig.HealthCheckInterval
"""

from __future__ import annotations

from clblint.api import N_, NetworkLoadBalancer, Problems, Reason, Severity, problem, rule, whole
from clblint_backends._groups import checked_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact

_INTERVAL, _TIMEOUT = "health-check-interval", "health-check-connect-timeout"
_DEFAULT_TIMEOUT = 5
_WAITS, _WAITS_BY_DEFAULT = N_("how long a check waits"), N_("nothing is said here, so a check waits 5 s")


@rule(
    "nlb-health-check-udp-interval", on=NetworkLoadBalancer, severity=Severity.WARNING, since="0.2", when=(_INTERVAL,)
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the interval."""
    if not checked_by(balancer, "udp") or not balancer.own_groups:
        return
    pause, given = balancer.annotations.get(_INTERVAL), balancer.annotations.get(_TIMEOUT)
    interval, timeout = _number(pause), _DEFAULT_TIMEOUT if given.is_empty else _number(given)
    if interval is None or timeout is None or not interval < timeout:
        return
    yield problem(
        "health-check-interval {interval} is shorter than the {timeout} s for which a UDP check waits for its answer",
        pause,
        because=[Reason(given, _WAITS if given.is_set else _WAITS_BY_DEFAULT)],
        interval=interval,
        timeout=timeout,
        seen="no event: answers count as missing, or the API refuses the server group",
        fix='write "{timeout}" or more, or a shorter health-check-connect-timeout',
        subject=_INTERVAL,
    )


def _number(fact: Fact[str]) -> int | None:
    return whole(fact.value) if fact.readable and fact.value.isdecimal() else None
