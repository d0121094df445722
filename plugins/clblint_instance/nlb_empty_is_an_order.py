"""An annotation of an NLB is empty, which takes something away.

Nearly every annotation counts as unset where it is empty. Of these three the NLB controller asks whether they are there
at all: an empty security-group-ids makes the NLB leave all its security groups, an empty bandwidth-package-id takes it
out of its Internet shared bandwidth, an empty additional-cert-ids removes the further certificates of TCPSSL listeners.
Without the line, each is left as it is.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: ""  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth-package-id: ""  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: ""  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-bp1abc
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: ""
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Certificates are read for TCPSSL listeners only:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: ""
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:BuildLocalModel, Update; nlbv2/listeners.go:UpdateNLBListener
"""

from __future__ import annotations

from clblint.api import Case, NetworkCarriedAnnotation, Problems, Severity, remove, rule

_NAME = "nlb-empty-is-an-order"
_CASES = {
    "security-group-ids": Case(
        "{key} is empty, which makes the NLB leave all its security groups",
        seen="no event: clients that these groups refused get in",
    ),
    "bandwidth-package-id": Case(
        "{key} is empty, which takes the NLB out of its Internet shared bandwidth",
        seen="no event: its traffic is no longer part of that bandwidth",
    ),
    "additional-cert-ids": Case(
        "{key} is empty, which removes all further certificates from the TCPSSL listeners",
        seen="no event: clients that ask for their names are shown the certificate of cert-id",
    ),
}


@rule(_NAME, on=NetworkCarriedAnnotation, severity=Severity.WARNING, fix="unsafe", since="0.2", when=tuple(_CASES))
def check(carried: NetworkCarriedAnnotation) -> Problems:
    """Report an empty text that is read as one."""
    case = _CASES.get(carried.suffix)
    if case is None or not carried.fact.is_empty or not _is_read(carried):
        return
    yield case.at(
        carried.fact,
        key=carried.key,
        fix="remove the line to leave things as they are, unless this is meant",
        subject=carried.suffix,
        edits=[remove(carried.fact)],
    )


def _is_read(carried: NetworkCarriedAnnotation) -> bool:
    balancer, suffix, _ = carried
    if suffix == "security-group-ids":  # beside source ranges it changes nothing: nlb-source-ranges-drop-groups
        return balancer.source_ranges_group is None
    if suffix != "additional-cert-ids":
        return True
    return balancer.manages_listeners and any(listener.is_tcpssl for listener in balancer.listeners)
