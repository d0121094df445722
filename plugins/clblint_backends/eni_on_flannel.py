"""Pods are asked for as back ends, but the network plugin is Flannel.

With Flannel the addresses of pods are not addresses of the VPC, and no network interface belongs to them. The current
CCM leaves such pods out, so the server group is empty while the events tell of success; an older one fails with "can
not find eniid for ip". Pods can be back ends with Terway only.

```yaml bad
# file: .clblint.yaml
cluster: {network-plugin: flannel}
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
cluster: {network-plugin: terway}
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
cluster: {network-plugin: flannel}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A server group of an NLB that is of type Ip takes pods by their address:

```yaml good
# file: .clblint.yaml
cluster: {network-plugin: flannel}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go:updateVServerGroupENIBackendID; ACK Service troubleshooting, "can not find eniid for ip"
"""

from __future__ import annotations

from clblint.api import BackEnds, Problems, Reason, Severity, problem, remove, rule
from clblint_backends._symptoms import told_of


@rule("eni-on-flannel", on=BackEnds, severity=Severity.ERROR, evidence="SP", fix="safe")
def check(back_ends: BackEnds) -> Problems:
    """Report the backend type, or the Service where it is the default of the cluster."""
    asked = back_ends.annotations.get("backend-type")
    if not back_ends.are_pods or back_ends.by_address.may_be(value=True):
        return
    plugin = back_ends.cluster.network_plugin
    if plugin is None or plugin.value != "flannel":
        return
    by_default = back_ends.pods_by_default  # whatever stands here
    because = [Reason(plugin, "the network plugin declared for this cluster")]
    if not asked.value:
        because.append(Reason(back_ends.mode, "the backend type declared for this cluster"))
    yield problem(
        "the back ends are pods, and with Flannel the load balancer cannot reach pods, so its server groups stay empty",
        asked if asked.value else back_ends.service.name,
        because=because,
        seen=told_of(back_ends).no_interface,
        fix="set backend-type: ecs, or correct network-plugin or service-backend-type in the configuration"
        if by_default
        else "remove backend-type: eni",
        subject="backend-type",
        edits=[remove(asked)] if asked.value and not by_default else [],
        safe=True,
    )
