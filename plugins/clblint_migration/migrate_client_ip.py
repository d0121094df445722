"""Behind TLS of an NLB back ends do not see their clients.

An https listener of a CLB writes the address of the client into `X-Forwarded-For`. A tcpssl listener of an NLB reads
no requests and writes no header, and the back ends see addresses of the NLB. With `proxy-protocol: "on"` each
connection begins with the address of its client; the back ends have to expect that from the same moment on. With TLS
that ends in the pods, behind a tcp listener, they see the clients themselves.

A CLB ignores `proxy-protocol` for its http and https listeners. Taken over to the NLB it comes into force there.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

It is also said of an edit that puts a tcpssl listener without proxy protocol into the place of an https one.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12315790-cn-hangzhou
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443, targetPort: 80}]
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12315790-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 443, targetPort: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "on"  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 443, targetPort: 80}]
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: Alibaba Cloud, NLB, how back ends get the addresses of clients
"""

from __future__ import annotations

from clblint.api import Case, Migration, MovedListener, Problems, Severity, is_on, ports_listened_on, rule

_CASE = Case(
    "port {port} writes X-Forwarded-For on the CLB, and nothing on the NLB: back ends see addresses of the NLB",
    "no event: logs, limits and lists of clients go by the wrong address",
    'set proxy-protocol: "on" and change the back ends with it, if they read the header',
)


_IN_FORCE = Case(
    "proxy-protocol does nothing for {ports} on the CLB, and comes into force on the NLB",
    "no event: back ends that do not expect the proxy protocol refuse every connection",
    "have the back ends expect the proxy protocol, or remove the line",
)


@rule("migrate-client-ip", on=MovedListener, severity=Severity.WARNING, since="0.2", about=("proxy-protocol",))
def check(moved: MovedListener) -> Problems:
    """Report an https listener whose counterpart tells back ends nothing of clients."""
    proxied = moved.migration.asked("proxy-protocol")
    if not moved.was("https") or not proxied.known or is_on(proxied):
        return
    if moved.new is not None and not moved.new.protocol.is_("TCPSSL"):
        return
    at = moved.old.protocol if moved.new is None else moved.new.protocol
    yield _CASE.at(at, subject=f"port {moved.old.port.value}", port=moved.old.port.value)


@check.also(on=Migration)
def check_kept(migration: Migration) -> Problems:
    """Report proxy-protocol that the CLB has, too, but ignores for its http and https listeners."""
    asked = migration.asked("proxy-protocol")
    found = [one for one in migration.old.listeners if one.protocol.one_of("http", "https")]
    if found and is_on(migration.was("proxy-protocol")) and is_on(asked):
        yield _IN_FORCE.at(asked, subject="proxy-protocol", ports=ports_listened_on(found))
