"""The controller of this cluster cannot reuse a load balancer.

CCM versions before v1.9.3.105 do not support `loadbalancer-id` (documents that name an earlier one are not followed),
and Services of the project name a CLB to reuse.

```yaml bad
# file: .clblint.yaml
cluster:
  ccm-version: v1.9.3.81-gca19cd4-aliyun  # <- here
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

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.81-gca19cd4-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

Sources: ACK Service FAQ, reuse of an existing CLB; CCM annotations page, loadbalancer-id
"""

from __future__ import annotations

from clblint.api import Fleet, Problems, Reason, Severity, known_older, problem, rule

_NAMED = 3


@rule("ccm-no-reuse", on=Fleet, severity=Severity.ERROR, evidence="P", when=("cluster.ccm-version",))
def check(fleet: Fleet) -> Problems:
    """Report the version, and name the first ids."""
    version = fleet.cluster.ccm_version
    if version is None or not known_older(version, "v1.9.3.105"):
        return
    carried = [dict(balancer.annotations.carried).get("id") for balancer in fleet.balancers]
    named = [fact for fact in carried if fact is not None and fact.is_set]
    if named:
        yield problem(
            "CCM {version} cannot reuse a CLB, and Services of the project name one with {key} ({count})",
            version,
            because=[Reason(fact, "not taken") for fact in named[:_NAMED]],
            version=version.value,
            count=len(named),
            key="loadbalancer-id",
            seen="no event: this CCM writes none",
            fix="upgrade the CCM to v1.9.3.105-gfd4e547-aliyun or later",
            subject="ccm-version",
        )
