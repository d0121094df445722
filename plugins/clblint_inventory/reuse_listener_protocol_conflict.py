"""Another listener of the reused load balancer has the port, with another protocol.

With `force-override-listeners` the CCM updates a listener in place where port and protocol are the same. One of another
protocol that it did not make for this Service it leaves alone, and then fails to create its own beside it: of http,
https and tcp a CLB has one on a port. udp listeners do not conflict.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 443, "ListenerProtocol": "https"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports:
  - name: https
    port: 443  # <- here
  - name: http
    port: 80
```

Its own listener is deleted and made anew with the other protocol, and a udp listener is in nobody's way:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 443, "ListenerProtocol": "https",
   "Description": "k8s/443/web/default/c1234567890abcdef"},
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 443, "ListenerProtocol": "udp"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports: [{port: 443}]
```

On an NLB it is TCP and TCPSSL that cannot share a port. A listener with a range of ports is in the way of one that
wants another range or a single port among them; the same range, and the same port, is taken over.

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "Tags": []}]}
{"Listeners": [
  {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-a", "ListenerPort": 443, "ListenerProtocol": "TCPSSL"},
  {"ListenerId": "lsn-2", "LoadBalancerId": "nlb-a", "ListenerPort": 85, "ListenerProtocol": "TCP"},
  {"ListenerId": "lsn-3", "LoadBalancerId": "nlb-a", "StartPort": 100, "EndPort": 110, "ListenerProtocol": "TCP"},
  {"ListenerId": "lsn-4", "LoadBalancerId": "nlb-a", "StartPort": 100, "EndPort": 110, "ListenerProtocol": "UDP"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:85"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234-cn-hangzhou
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 443  # <- here
  - port: 85  # <- here
  - port: 80
  - port: 105  # <- here
```

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "Tags": []}]}
{"Listeners": [
  {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-a", "ListenerPort": 85, "ListenerProtocol": "TCP"},
  {"ListenerId": "lsn-3", "LoadBalancerId": "nlb-a", "ListenerPort": 86, "ListenerProtocol": "TCPSSL"},
  {"ListenerId": "lsn-2", "LoadBalancerId": "nlb-a", "StartPort": 95, "EndPort": 99, "ListenerProtocol": "TCPSSL"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-90:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 80
---
apiVersion: v1
kind: Service
metadata:
  name: tls
  namespace: default
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "90-95:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 80
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "Tags": []}]}
{"Listeners": [
  {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-a", "ListenerPort": 443, "ListenerProtocol": "TCP"},
  {"ListenerId": "lsn-2", "LoadBalancerId": "nlb-a", "StartPort": 80, "EndPort": 90, "ListenerProtocol": "TCP"},
  {"ListenerId": "lsn-3", "LoadBalancerId": "nlb-a", "ListenerPort": 8080, "ListenerProtocol": "UDP"},
  {"ListenerId": "lsn-4", "LoadBalancerId": "nlb-a", "ListenerPort": 8443, "ListenerProtocol": "TCPSSL",
   "ListenerDescription": "k8s.8443.TCPSSL.web.default.c1234567890abcdef"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-90:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 443
  - port: 80
  - port: 8080
  - port: 8443
---
apiVersion: v1
kind: Service
metadata:
  name: alone
  namespace: default
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "false"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234-cn-hangzhou
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 443
  - port: 85
---
apiVersion: v1
kind: Service
metadata:
  name: unknown
  namespace: default
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:${PORT}"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234-cn-hangzhou
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 443
```

Sources: clbv1/listeners.go:buildActionsForListeners; nlbv2/model_applier.go:isListenerPortMatch; NLB listeners; run
against the real controller; CLB API, ListenerAlreadyExists
"""

from __future__ import annotations

from clblint.api import N_, Listener, Problems, Reason, Severity, listeners_in_the_way, problem, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MESSAGES = {
    "CLB": N_("CLB {id} has a {there} listener on port {port}, so a {wanted} listener cannot be created beside it"),
    "NLB": N_(
        "NLB {id} has a {there} listener on port {ports}, so a {wanted} listener on port {port} cannot be created "
        "beside it"
    ),
}
_SEEN = {
    "CLB": N_("SyncLoadBalancerFailed: ListenerAlreadyExists"),
    "NLB": N_("SyncLoadBalancerFailed: EnsureListenerUpdated error, with the API's refusal"),
}


@rule("reuse-listener-protocol-conflict", on=Listener, severity=Severity.ERROR, evidence="I", when=("id",))
def check(listener: Listener) -> Problems:
    """Report the port, or the range of an NLB's listener."""
    found = listeners_in_the_way(listener)
    if not found:
        return
    other, kind = found[0], listener.balancer.kind
    yield problem(
        _MESSAGES[kind],
        listener.where,
        because=[Reason(other, "the listener that is there"), *_why(listener)],
        id=listener.balancer.reuses.value,
        port=listener.shown_ports,
        ports=other.ports,
        there=other.protocol.value,
        wanted=listener.protocol.value,
        seen=_SEEN[kind],
        fix="delete the listener of {there} if nobody needs it, or take another port",
        subject=f"port {listener.port.value}",
    )


def _why(listener: Listener) -> Iterator[Reason]:
    if listener.protocol.present:
        yield Reason(listener.protocol, "decides for {wanted}")
