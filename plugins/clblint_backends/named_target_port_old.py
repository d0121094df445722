"""A target port is a name, which this CCM cannot use for pods as back ends.

Before v2.0.1 the CCM sends a named `targetPort` to the API as port 0 where the back ends are pods, and the API refuses
it. Write the number, or upgrade the CCM.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.380-gd6d0962-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports:
  - port: 80
    targetPort: http  # <- here
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.0.1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{port: 80, targetPort: http}]
```

With nodes as back ends the name is kube-proxy's matter:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.380-gd6d0962-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80, targetPort: http}]
```

Sources: ACK Service troubleshooting, "The specified Port must be between 1 and 65535"; CCM release notes, v2.0.1
"""

from __future__ import annotations

from clblint.api import ClassicServerGroup, Problems, Reason, Severity, known_older, problem, rule


@rule("named-target-port-old", on=ClassicServerGroup, severity=Severity.ERROR, evidence="SP")
def check(group: ClassicServerGroup) -> Problems:
    """Report the name."""
    target = group.service_port.target_port
    if not group.service_port.is_by_name or not group.mode.is_("eni"):
        return
    version = group.balancer.cluster.ccm_version
    if version is None or not known_older(version, "v2.0.1"):
        return
    yield problem(
        "targetPort {name} is a name, and with pods as back ends CCM {version} takes numbers only",
        target,
        because=[Reason(group.mode, "makes pods the back ends"), Reason(version, "the CCM of this cluster")],
        name=target.value,
        version=version.value,
        port=group.port.value,
        seen='SyncLoadBalancerFailed: "The specified Port must be between 1 and 65535."',
        fix="write the number of the port, or upgrade the CCM to v2.0.1 or later",
        subject=f"port {group.port.value}",
    )
