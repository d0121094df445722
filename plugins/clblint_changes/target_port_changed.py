"""The target port of a Service port with pods as back ends changes.

With pods as back ends the target port is a part of the server group's name. The CCM makes a new group, points the
listener at it, and deletes the old one: connections through the old back ends are cut. With nodes as back ends the
node port stays, and so does the group.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 80
    targetPort: 8080
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 80
    targetPort: 9090  # <- here
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
    targetPort: 8080
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
    targetPort: 9090
```

It is the same for an NLB; the group of a range of ports has another name, and stays.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80, targetPort: 9090}]  # <- here
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-90:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-90:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80, targetPort: 9090}]
```

A group that another port had is not made, and the listener only sends to it:

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - {name: a, port: 80, targetPort: 8080}
  - {name: b, port: 81, targetPort: 8081}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - {name: a, port: 80, targetPort: 8081}  # <- here (note): the server group of another port
  - {name: b, port: 81, targetPort: 8080}  # <- here (note): the server group of another port
```

Sources: clbv1/listeners.go getVGroupNamedKey; clbv1/model_applier.go cleanup
"""

from __future__ import annotations

from clblint.api import N_, PortPair, Problems, Severity, rule
from clblint_changes._server_group import Words, another_group

_WORDS = Words(
    made=N_("the targetPort of port {port} changes from {before} to {after}: its server group is made anew"),
    there=N_(
        "the targetPort of port {port} changes from {before} to {after}: it gets the server group of another port"
    ),
    reason=N_("the targetPort before the change"),
)


@rule("target-port-changed", on=PortPair, severity=Severity.NOTE, evidence="O", since="0.2")
def check(pair: PortPair) -> Problems:
    """Find ports that get another server group."""
    before, after = pair.old.service_port.target, pair.new.service_port.target
    old, new = pair.old.server_group, pair.new.server_group
    if not new.balancer.annotations.get("listener-port-range").known:
        return
    if not new.on_pods or old.on_pods != new.on_pods or new.vgroup_id.value:
        return
    if old.name == new.name or (new.balancer.kind == "NLB" and not new.balancer.manages_listeners):
        return
    if before.differs(after):
        yield from another_group(pair, before, after, _WORDS)
