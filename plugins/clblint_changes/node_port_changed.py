"""The node port of a Service port changes.

The node port is a part of the server group's name. The CCM makes a new group, points the listener at it, and deletes
the old one: connections through the old back ends are cut. A node port that is written down for the first time may be
the one that the Service has, and is not reported.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 80
    nodePort: 30080
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 80
    nodePort: 30081  # <- here
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 80
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 80
    nodePort: 30080
```

It is the same for an NLB.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80, nodePort: 30080}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80, nodePort: 30081}]  # <- here
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80, nodePort: 30080}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80, nodePort: 30081}]
```

A group that another port had is not made, and the listener only sends to it:

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - {name: a, port: 80, nodePort: 30080}
  - {name: b, port: 81, nodePort: 30081}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - {name: a, port: 80, nodePort: 30081}  # <- here (note): the server group of another port
  - {name: b, port: 81, nodePort: 30080}  # <- here (note): the server group of another port
```

Sources: clbv1/listeners.go getVGroupNamedKey; clbv1/model_applier.go cleanup
"""

from __future__ import annotations

from clblint.api import N_, PortPair, Problems, Severity, rule
from clblint_changes._server_group import Words, another_group

_WORDS = Words(
    made=N_("the nodePort of port {port} changes from {before} to {after}: its server group is made anew"),
    there=N_("the nodePort of port {port} changes from {before} to {after}: it gets the server group of another port"),
    reason=N_("the nodePort before the change"),
)


@rule("node-port-changed", on=PortPair, severity=Severity.NOTE, evidence="O", since="0.2")
def check(pair: PortPair) -> Problems:
    """Find ports that get another server group."""
    before, after = pair.old.service_port.node_port, pair.new.service_port.node_port
    old, new = pair.old.server_group, pair.new.server_group
    if new.on_pods or old.on_pods != new.on_pods or new.vgroup_id.value:
        return
    if old.name == new.name or (new.balancer.kind == "NLB" and not new.balancer.manages_listeners):
        return
    if before.present and after.present and before.differs(after):
        yield from another_group(pair, before, after, _WORDS)
