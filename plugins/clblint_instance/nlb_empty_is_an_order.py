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

from clblint.api import N_, NetworkCarriedAnnotation, Problems, Severity, problem, remove, rule

_NAME = "nlb-empty-is-an-order"
_LEAVES = {
    "security-group-ids": N_("{key} is empty, which makes the NLB leave all its security groups"),
    "bandwidth-package-id": N_("{key} is empty, which takes the NLB out of its Internet shared bandwidth"),
    "additional-cert-ids": N_("{key} is empty, which removes all further certificates from the TCPSSL listeners"),
}


@rule(_NAME, on=NetworkCarriedAnnotation, severity=Severity.WARNING, fix="unsafe", since="0.2", when=tuple(_LEAVES))
def check(carried: NetworkCarriedAnnotation) -> Problems:
    """Report an empty text that is read as one."""
    message = _LEAVES.get(carried.suffix)
    if message is None or not carried.fact.is_empty or not _is_read(carried):
        return
    yield problem(
        message,
        carried.fact,
        key=carried.key,
        seen="no event",
        fix="remove the line to leave things as they are, unless this is meant",
        subject=carried.suffix,
        edits=[remove(carried.fact)],
    )


def _is_read(carried: NetworkCarriedAnnotation) -> bool:
    if carried.suffix != "additional-cert-ids":
        return True
    balancer = carried.balancer
    return balancer.manages_listeners and any(listener.is_tcpssl for listener in balancer.listeners)
