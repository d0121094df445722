"""The controller of this cluster cannot reuse a load balancer.

CCM versions before v1.9.3.105 do not support `loadbalancer-id` (documents that name an earlier one are not followed).

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.81-gca19cd4-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: ACK Service FAQ, reuse of an existing CLB; CCM annotations page, loadbalancer-id
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problem, Reason, Severity, known_older, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("ccm-no-reuse", on=LoadBalancer, severity=Severity.ERROR, evidence="P", when=("id",), page=__doc__)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report the id."""
    version, named = balancer.cluster.ccm_version, balancer.reuses
    if version is not None and known_older(version, "v1.9.3.105") and named.given and named.value:
        yield problem(
            "CCM {version} cannot reuse a CLB, so that {id} is not taken",
            named,
            because=[Reason(version, "the version declared for this cluster")],
            version=version.value,
            id=named.value,
            seen="no event: this CCM writes none",
            fix="upgrade the CCM to v1.9.3.105-gfd4e547-aliyun or later",
            subject="id",
        )
