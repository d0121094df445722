"""Fields of the PROXY header are asked for, and no such header is sent.

`ppv2-pvl-ep-id-enabled`, `ppv2-pvl-eps-id-enabled` and `ppv2-pvl-vpc-id-enabled` put ids of PrivateLink into the header
of the Proxy Protocol, which an NLB sends only with `proxy-protocol: "on"`.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ppv2-pvl-ep-id-enabled: "on"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ppv2-pvl-vpc-id-enabled: "on"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ppv2-pvl-ep-id-enabled: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: off
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ppv2-pvl-ep-id-enabled: "off"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: ACK page on NLB annotations, ppv2; pkg/provider/alibaba/nlb/listener.go:CreateNLBListenerAsync
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, add, problem, replace, rule
from clblint_listeners._network import is_off, is_on

_FIELDS = ("ppv2-pvl-ep-id-enabled", "ppv2-pvl-eps-id-enabled", "ppv2-pvl-vpc-id-enabled")


@rule(
    "nlb-ppv2-without-proxy-protocol",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    fix="unsafe",
    since="0.2",
    when=_FIELDS,
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first field."""
    annotations = balancer.annotations
    switch, key = annotations.get("proxy-protocol"), annotations.key_of("proxy-protocol")
    fields = [field for field in _FIELDS if is_on(annotations.get(field))]
    if not fields or not is_off(switch) or not balancer.manages_listeners:
        return
    first, *others = (annotations.get(field) for field in fields)
    yield problem(
        "{field} is on, but proxy-protocol is not, so nothing carries the field",
        first,
        because=[Reason(other, "neither is this") for other in others],
        field=fields[0],
        key=key,
        seen="no event: the back ends get no header",
        fix='set {key}: "on" once the back ends read PROXY v2',
        subject="proxy-protocol",
        edits=[replace(switch, "on") if switch.present else add("on", key, beside=first)],
    )
