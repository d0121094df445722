"""The controller of this cluster writes no events about load balancers.

CCM versions before v1.9.3.276 do not say what they do: `kubectl describe service` shows neither successes nor failures.
That there is no event proves nothing then, and every diagnosis begins in the log of the CCM.

```yaml bad
# file: .clblint.yaml
cluster:
  ccm-version: v1.9.3.239-g40d97e1-aliyun  # <- here
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.276-g372aa98-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

Sources: ACK Service FAQ, no events; CCM release notes, v1.9.3.276
"""

from __future__ import annotations

from clblint.api import Cluster, Problems, Severity, known_older, problem, rule


@rule("ccm-no-events", on=Cluster, severity=Severity.WARNING, evidence="P", when=("cluster.ccm-version",))
def check(cluster: Cluster) -> Problems:
    """Report the version."""
    version = cluster.ccm_version
    if version is not None and known_older(version, "v1.9.3.276"):
        yield problem(
            "CCM {version} writes no events about load balancers: whether a sync failed stands in its log only",
            version,
            version=version.value,
            seen="no event, whatever happens",
            fix="upgrade the CCM to v1.9.3.276-g372aa98-aliyun or later",
            subject="ccm-version",
        )
