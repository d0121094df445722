"""An annotation of an NLB that is switched on or off says neither, which counts as off.

The NLB controller compares these flags with "on", in any letter case; every other text means off, and off is what it
sends. So "true" or "yes" switch off what they were to switch on: the health check and the preservation of client
addresses, which an NLB has without any annotation, are taken away. Nothing says so.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "true"  # <- here (error)
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "yes"  # <- here (error)
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "enabled"  # <- here (error): check off
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-client-ip: "false"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Where TCPSSL listeners negotiate protocols:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn: "1"  # <- here (error)
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn-policy: HTTP2Optional
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "ON"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "Off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ignore-weight-update: "off"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A flag that is not read where it stands is left alone: of listeners that are not managed, of groups that the user made,
and alpn without a TCPSSL listener.

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: reused
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/listeners.go:buildListenerFromServicePort; nlbv2/server_groups.go:setServerGroupAttributeFromAnno;
pkg/model/load_balancer.go:OnFlag
"""

from __future__ import annotations

from clblint.api import Case, NetworkCarriedAnnotation, Problems, Severity, catalogue, quoted, replace, rule
from clblint_instance._values import wrong_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Violation

_NAME = "nlb-flag-means-off"
_COUNTS = Case('{key} is {value}, which is not "on" and so counts as off', seen="no event: it counts as off")
_CHECK = Case(
    '{key} is {value}, which is not "on", and so switches the health check off',
    seen="no event: unhealthy back ends go on getting traffic",
)
_ADDRESSES = Case(
    '{key} is {value}, which is not "on", and so hides the addresses of clients',
    seen="no event: the back ends see the addresses of the NLB",
)
_CASES = {"health-check-flag": _CHECK, "preserve-client-ip": _ADDRESSES}
_NEEDS = {"connection-drain": "connection-drain-timeout", "alpn": "alpn-policy", "cacert": "cacert-id"}


@rule(_NAME, on=NetworkCarriedAnnotation, severity=Severity.WARNING, fix="unsafe", since="0.2")
def check(carried: NetworkCarriedAnnotation) -> Problems:
    """Report a flag that is read; an error where it was surely meant to be on."""
    _, found = wrong_value(carried.balancer, carried.suffix, _NAME)
    if found is None or not _is_read(carried):
        return
    meant = found.nearest or ""
    yield _case(carried, found).at(
        carried.fact,
        key=carried.key,
        value=quoted(carried.fact.value),
        meant=meant,
        fix='write "{meant}"' if meant else 'write "on" or "off"',
        subject=carried.suffix,
        severity=Severity.ERROR if meant == "on" else Severity.WARNING,
        edits=[replace(carried.fact, meant)] if found.sure and _may_be_mended(carried, meant) else [],
    )


def _case(carried: NetworkCarriedAnnotation, found: Violation) -> Case:
    """What comes of it: where off was meant, nothing special."""
    return _COUNTS if found.nearest == "off" else _CASES.get(carried.suffix, _COUNTS)


def _is_read(carried: NetworkCarriedAnnotation) -> bool:
    balancer, suffix, _ = carried
    known = catalogue().by_suffix(suffix)
    if known.behaviour("nlb").scope == "listener":
        for_tls = suffix != "alpn" or any(listener.is_tcpssl for listener in balancer.listeners)
        return balancer.manages_listeners and for_tls
    return suffix == "ignore-weight-update" or any(group.vgroup_id.is_empty for group in balancer.server_groups)


def _may_be_mended(carried: NetworkCarriedAnnotation, wanted: str) -> bool:
    """Whether the switch works once it is on: alone, some are refused, or do the opposite."""
    balancer, suffix, _ = carried
    if wanted != "on":
        return True
    if suffix == "preserve-client-ip":
        return not any(listener.is_tcpssl for listener in balancer.listeners)
    return suffix not in _NEEDS or balancer.annotations.get(_NEEDS[suffix]).is_set
