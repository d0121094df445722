"""A port of an NLB becomes a range of ports, or its range changes.

A listener keeps its port or its range for life, and so does its server group. The CCM makes both anew and deletes the
old ones; it does not wait for the deletion, so the new listener may be refused while the old one still has the port.
The next try succeeds. Connections are cut in any case.

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
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-443:80"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-443:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-8443:80"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-443:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-443:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "60"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: nlbv2/model_applier.go:buildActionsForListeners, applyListeners; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkListener, PortPair, Problems, Reason, Severity, problem, rule


@rule("nlb-port-range-changed", on=PortPair, severity=Severity.WARNING, evidence="O", since="0.2")
def check(pair: PortPair) -> Problems:
    """Find listeners that are made anew for other ports."""
    old, new = pair.old, pair.new
    if not (isinstance(old, NetworkListener) and isinstance(new, NetworkListener) and old.managed and new.managed):
        return
    if old.range.differs(new.range):
        yield problem(
            "port {port} changes from {before} to {after}: its listener and its server group are made anew",
            new.range,
            because=[Reason(old.range, "{before} before the change")],
            seen="connections are cut; perhaps Warning SyncLoadBalancerFailed once: EnsureListenerUpdated error: ...",
            fix="nothing, if it is meant: do it when little traffic runs",
            subject=f"port {new.port.value}",
            port=new.port.value,
            before=old.shown_ports,
            after=new.shown_ports,
        )
