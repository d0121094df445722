"""The protocol of a port is changed.

A listener cannot change its protocol. The CCM deletes the old one, which cuts all its connections, and creates
another: for a short time nothing listens on the port. What was set on the old listener is gone; the new one has what
the annotations say.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 53}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 53, protocol: UDP}]  # <- here
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

The controller of NLBs does not wait for the deletion: the new listener may be refused while the old one is there, and
comes with the next try. `tcp` and `tcpssl` exclude each other on a port.

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
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:80"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go buildActionsForListeners; nlbv2/model_applier.go:applyListeners
"""

from __future__ import annotations

from clblint.api import PortPair, Problems, Reason, Severity, problem, rule


@rule("protocol-changed", on=PortPair, severity=Severity.WARNING, evidence="O", since="0.2")
def check(pair: PortPair) -> Problems:
    """Find ports whose listener is made anew with another protocol."""
    before, after = pair.old.protocol, pair.new.protocol
    if pair.old.managed and pair.new.managed and before.differs(after):
        yield problem(
            "port {port} changes from {before} to {after}: its listener is deleted and made anew",
            after,
            because=[Reason(before, "{before} before the change")],
            seen="connections to port {port} are reset, and refused until the new listener runs",
            fix="nothing, if it is meant: do it when little traffic runs",
            subject=f"port {pair.new.port.value}",
            port=pair.new.port.value,
            before=before.value,
            after=after.value,
        )
