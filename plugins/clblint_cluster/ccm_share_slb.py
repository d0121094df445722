"""The controller of this cluster asks for a kind of load balancer that is not sold any more.

Where `spec` is absent, CCM versions before v1.9.3.164 ask for a shared-resource CLB. The API refuses, and the Service
stays pending.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.105-gfd4e547-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A Service that has its CLB needs no other:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.105-gfd4e547-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{ip: 192.0.2.10}]
```

Sources: ACK Service troubleshooting, ShareSlbHaltSales; history of the CCM, "set default slb spec to slb.s1.small"
(July 2019)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problem, Reason, Severity, known_older, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("ccm-share-slb", on=LoadBalancer, severity=Severity.ERROR, evidence="P", page=__doc__)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report the Service; where its back ends are pods, eni-shared-clb says the same."""
    version = balancer.cluster.ccm_version
    if version is None or not known_older(version, "v1.9.3.164") or balancer.is_reused or balancer.service.fragment:
        return
    spec, pods = balancer.annotations.get("spec"), any(group.on_pods for group in balancer.server_groups)
    if spec.value or not spec.known or pods or balancer.service.status_addresses.given:
        return
    yield problem(
        "CCM {version} asks for a shared-resource CLB where spec is absent, and those are not sold any more",
        balancer.service.name,
        because=[Reason(spec, "no spec here"), Reason(version, "the version declared for this cluster")],
        version=version.value,
        key=balancer.annotations.key_of("spec"),
        seen='"ShareSlbHaltSales: The share instance has been discontinued." in the log of the CCM; the Service stays '
        "pending",
        fix='upgrade the CCM, or set {key}: "slb.s1.small"',
        subject="spec",
    )
