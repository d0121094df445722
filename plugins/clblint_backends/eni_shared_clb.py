"""Pods are asked for as back ends of a shared-resource load balancer, which takes none.

Shared-resource CLBs do not take network interfaces as back ends. Where `spec` is absent, CCM versions before v1.9.3.164
create such CLBs, which have not been sold for years either. Of a CLB that is reused, an inventory shows the
specification.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.105-gfd4e547-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerSpec": "", "Tags": {"Tag": []}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/backend-type: eni  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerSpec": "slb.lcu.elastic", "Tags": {"Tag": []}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.12.1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.105-gfd4e547-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, "The loadbalancer does not support backend servers of eni type"; history of
the CCM, "set default slb spec to slb.s1.small" (July 2019)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problem, Reason, Severity, known_older, problem, rule
from clblint_backends._back_ends import PODS, mode_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("eni-shared-clb", on=LoadBalancer, severity=Severity.ERROR, evidence="SPI", page=__doc__)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report the backend type, or the Service where it is the default of the cluster."""
    mode, asked = mode_of(balancer), balancer.annotations.get("backend-type")
    if mode is None or mode.value != PODS:
        return
    clb = balancer.existing
    shared = clb.shared if clb is not None and clb.marked is None else None
    if shared is None and not _makes_shared(balancer):
        return
    version = balancer.cluster.ccm_version
    because = [Reason(balancer.annotations.get("spec"), "no spec here")] if shared is None else []
    because.append(Reason(shared or version or asked, "a shared CLB" if shared else "the CCM of this cluster"))
    yield problem(
        "CCM {version} creates shared CLBs where spec is absent, and those take no pods as back ends"
        if shared is None
        else "the reused CLB {id} is a shared one, and those take no pods as back ends",
        asked if asked.value else balancer.service.name,
        because=because,
        version=version.value if version is not None else "",
        id=balancer.reuses.value,
        key=balancer.annotations.key_of("spec"),
        seen='SyncLoadBalancerFailed: "The loadbalancer does not support backend servers of eni type"',
        fix='upgrade the CCM, or set {key}: "slb.s1.small"'
        if shared is None
        else "have the specification of {id} changed, or reuse another CLB",
        subject="backend-type",
    )


def _makes_shared(balancer: LoadBalancer) -> bool:
    """Whether the CCM of the cluster would create a shared CLB."""
    spec = balancer.annotations.get("spec")
    if balancer.is_reused or not spec.known or spec.value:
        return False
    return known_older(balancer.cluster.ccm_version, "v1.9.3.164")
