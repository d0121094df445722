"""The controller of this cluster does not tag the load balancers that it makes.

Versions after v1.9.3.10 give a CLB that they make the tag `kubernetes.do.not.delete`, by which it is found again.
Documents disagree whether v1.9.3.10 does already, so it counts as one that does not. Without the tag a CLB is found by
its name: whoever renames it in the console breaks the link to its Service.

```yaml bad
# file: .clblint.yaml
cluster:
  ccm-version: v1.9.3.10-gfb99107-aliyun  # <- here
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.59-ge3bc999-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

Sources: ACK Service FAQ, renaming a CLB
"""

from __future__ import annotations

from clblint.api import Cluster, Problems, Severity, known_older, problem, rule


@rule("ccm-no-owner-tag", on=Cluster, severity=Severity.NOTE, evidence="P", when=("cluster.ccm-version",))
def check(cluster: Cluster) -> Problems:
    """Report the version."""
    version = cluster.ccm_version
    if version is not None and known_older(version, "v1.9.3.11"):
        yield problem(
            "CCM {version} finds the CLBs that it made by their names: renaming one breaks the link to its Service",
            version,
            version=version.value,
            tag="kubernetes.do.not.delete",
            seen='nothing yet; after a renaming "not able to find loadbalancer named [...]"',
            fix="upgrade the CCM; before renaming a CLB that it made, give it the tag {tag} with its present name",
            subject="ccm-version",
        )
