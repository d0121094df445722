"""Pods are to leave a load balancer gracefully in a way that this Service does not have.

With graceful-shutdown "true" (CCM v2.15.0) a pod that terminates and still serves stays in the server group with weight
0. The release notes speak of pods as back ends (backend-type eni) and of the text "true" only, for CLBs and NLBs alike:
where nodes are the back ends, connection-drain is what remains.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"  # <- here
    service.beta.kubernetes.io/backend-type: ecs
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "on"  # <- here
    service.beta.kubernetes.io/backend-type: eni
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"  # <- here
    service.beta.kubernetes.io/backend-type: ecs
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {network-plugin: flannel}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Which of them are the default of a cluster is unknown unless it is declared:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.14.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: release notes of CCM v2.15.0 on GitHub
"""

from __future__ import annotations

from clblint.api import Case, LoadBalancer, Problems, Reason, Severity, known_older, quoted, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact

_SUFFIX, _FIRST = "graceful-shutdown", "v2.15.0"
_NODES = Case(
    "{key} is for pods as back ends, and this Service has nodes",
    fix="set backend-type: eni where the network plugin is Terway, or use connection-drain and remove the line",
)
_TEXT = Case('{key} is {value}, and only "true" is documented', fix='write "true", or remove the line')


@rule("nlb-graceful-shutdown-unfit", on=LoadBalancer, severity=Severity.NOTE, evidence="SP", since="0.2")
def check(balancer: LoadBalancer) -> Problems:
    """Report the text, else the back ends."""
    fact = balancer.annotations.get(_SUFFIX)
    if not fact.readable or known_older(balancer.cluster.declared.ccm_version, _FIRST):
        return
    nodes = _on_nodes(balancer) if fact.value == "true" else None
    if fact.value == "true" and nodes is None:
        return
    yield (_TEXT if nodes is None else _NODES).at(
        fact,
        because=[] if nodes is None else [Reason(nodes, "the back ends are nodes")],
        key=balancer.annotations.key_of(_SUFFIX),
        value=quoted(fact.value),
        seen="not documented: pods may leave the load balancer at once",
        subject=_SUFFIX,
    )


def _on_nodes(balancer: LoadBalancer) -> Fact[str] | None:
    """What says that nodes are the back ends; None where pods are, or the default of the cluster is not declared."""
    wanted, default = balancer.annotations.get("backend-type"), balancer.cluster.default_back_ends
    if not wanted.is_empty:
        return wanted if wanted.is_not("eni") else None
    if default.written and default.is_("ecs"):
        return default
    plugin = balancer.cluster.network_plugin
    return plugin if plugin is not None and plugin.is_("flannel") and default.is_("ecs") else None
