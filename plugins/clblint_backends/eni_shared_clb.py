"""Pods are asked for as back ends, but this CCM creates load balancers that take none.

Where `spec` is absent, CCM versions before v1.9.3.164 create shared-resource CLBs. Those do not take network interfaces
as back ends, and have not been sold for years either.

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


@rule("eni-shared-clb", on=LoadBalancer, severity=Severity.ERROR, evidence="SP", page=__doc__)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report the backend type, or the Service where it is the default of the cluster."""
    version, spec = balancer.cluster.ccm_version, balancer.annotations.get("spec")
    if version is None or not known_older(version, "v1.9.3.164") or balancer.is_reused or spec.value or not spec.known:
        return
    mode, asked = mode_of(balancer), balancer.annotations.get("backend-type")
    if mode is None or mode.value != PODS:
        return
    yield problem(
        "CCM {version} creates shared CLBs where spec is absent, and those take no pods as back ends",
        asked if asked.value else balancer.service.name,
        because=[Reason(spec, "no spec here"), Reason(version, "the CCM of this cluster")],
        version=version.value,
        key=balancer.annotations.key_of("spec"),
        seen='SyncLoadBalancerFailed: "The loadbalancer does not support backend servers of eni type"',
        fix='upgrade the CCM, or set {key}: "slb.s1.small"',
        subject="backend-type",
    )
