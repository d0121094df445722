"""A listener of HTTP has no counterpart on an NLB.

The listeners of an NLB are of TCP, UDP and TCPSSL. With `http` or `https` in `protocol-port` the whole Service fails.
In the place of `https` stands `tcpssl`, which terminates TLS and passes on what is in it; in the place of `http` stands
`tcp`.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

An edit that makes a plain TCP listener of an https one, with the same port of the back ends, gets a warning: they get
TLS now. One that keeps `http` or `https` gets `nlb-protocol-http`.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443,http:80"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12315790-cn-hangzhou
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80, name: http}, {port: 443, name: https, targetPort: 80}]
```

```yaml bad
# file: old/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12315790-cn-hangzhou
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443, targetPort: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web-nlb
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 443, targetPort: 80}]  # <- here (warning)
```

```yaml good
# file: old/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12315790-cn-hangzhou
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443, targetPort: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web-nlb
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12315790-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 443, targetPort: 80}]
```

```yaml good
# file: old/web.yaml
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
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web-nlb
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcp:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcp:80"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/listeners.go:nlbListenerProtocol
"""

from __future__ import annotations

from clblint.api import Case, Migration, MovedListener, Problems, Reason, Severity, listed, rule

_PLANNED = Case(
    "an NLB has no http and https listeners, and with {items} the whole Service fails",
    "SyncLoadBalancerFailed: port protocol format must be either [TCP|UDP|TCPSSL]",
    "write tcpssl in the place of https, tcp in the place of http",
)
_PLAIN = Case(
    "port {port} was https, and the NLB passes its TLS on to back ends that got plain HTTP before",
    "no event: the back ends answer TLS with an error",
    "write tcpssl:{port} into protocol-port, or let the back ends speak TLS",
    Severity.WARNING,
)


@rule("migrate-protocols", on=Migration, severity=Severity.ERROR, since="0.2", about=("protocol-port",))
def check(migration: Migration) -> Problems:
    """Report the protocols of a CLB whose NLB is planned."""
    found = [one for one in migration.old.listeners if one.protocol.one_of("http", "https")]
    if migration.is_planned and found:
        items = listed(f"{one.protocol.value}:{one.port.value}" for one in found)
        yield _PLANNED.at(migration.was("protocol-port"), subject="protocol-port", items=items)


@check.also(on=MovedListener)
def check_listener(moved: MovedListener) -> Problems:
    """Report an https listener that became one of TCP before the same port of the back ends."""
    old, new = moved.old, moved.new
    if new is None or not moved.was("https") or not new.protocol.is_("TCP"):
        return
    if old.server_group.target_port.equals(new.server_group.target_port):
        yield _PLAIN.at(
            new.port,
            because=[Reason(old.protocol, "the protocol on the CLB")],
            subject=f"port {new.port.value}",
            port=new.port.value,
        )
