"""Whether an NLB forwards across zones is neither on nor off.

Of all flags this is the one whose text is checked: anything but "on" and "off", in any letter case, ends the build of
the Service before the API is called. Nothing is made, and nothing is updated.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cross-zone-enabled: "true"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cross-zone-enabled: "Off"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:BuildLocalModel; pkg/model/load_balancer.go:ParseFlagType
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, quoted, replace, rule
from clblint_instance._values import wrong_value

_NAME, _SUFFIX = "nlb-cross-zone-flag", "cross-zone-enabled"


@rule(_NAME, on=NetworkLoadBalancer, severity=Severity.ERROR, fix="unsafe", since="0.2", when=(_SUFFIX,))
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the text, with the word that was meant."""
    flag, found = wrong_value(balancer, _SUFFIX, _NAME)
    if found is None:
        return
    meant = found.nearest or ""
    yield problem(
        '{key} is {value}, and the CCM gives up on whatever is not "on" or "off"',
        flag,
        key=balancer.annotations.key_of(_SUFFIX),
        value=quoted(flag.value),
        event=found.event,
        meant=meant,
        seen='SyncLoadBalancerFailed: "build nlb attribute error: {event}"',
        fix='write "{meant}"' if meant else 'write "on" or "off"',
        subject=_SUFFIX,
        edits=[replace(flag, meant)] if found.sure else [],
    )
