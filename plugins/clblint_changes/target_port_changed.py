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

Sources: clbv1/listeners.go getVGroupNamedKey; clbv1/model_applier.go cleanup
"""

from __future__ import annotations

from clblint.api import N_, PortPair, Problems, Severity, rule
from clblint_changes._server_group import made_anew


@rule("target-port-changed", on=PortPair, severity=Severity.NOTE, evidence="O")
def check(pair: PortPair) -> Problems:
    """Find server groups that are made anew."""
    before, after = pair.old.service_port.target, pair.new.service_port.target
    old, new = pair.old.server_group, pair.new.server_group
    if not new.balancer.annotations.get("listener-port-range").known:
        return
    if not new.on_pods or old.on_pods != new.on_pods or new.vgroup_id.value:
        return
    if old.name == new.name or (new.balancer.kind == "NLB" and not new.balancer.manages_listeners):
        return
    if before.differs(after):
        yield made_anew(
            pair,
            before,
            after,
            N_("the targetPort of port {port} changes from {before} to {after}: its server group is made anew"),
            N_("the targetPort before the change"),
        )
