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

Sources: clbv1/listeners.go:buildActionsForListeners; run against the real controller; CLB API,
ListenerAlreadyExists
"""

from __future__ import annotations

from clblint.api import ClassicListener, Problems, Reason, Severity, is_own, problem, rule
from clblint_inventory._there import taken


@rule("reuse-listener-protocol-conflict", on=ClassicListener, severity=Severity.ERROR, evidence="I", when=("id",))
def check(listener: ClassicListener) -> Problems:
    """Report the port."""
    clb = taken(listener.balancer)
    if clb is None or not listener.managed or not listener.protocol.holds or not listener.port.readable:
        return
    wanted, there = listener.protocol.value, clb.listeners_on(str(listener.port.value))
    clashing = (one for one in there if one.protocol.value != wanted and "udp" not in {one.protocol.value, wanted})
    other = next((one for one in clashing if not is_own(one, clb, listener.service)), None)
    if other is None:
        return
    yield problem(
        "CLB {id} has a listener of {there} on port {port}, so that of {wanted} cannot be created beside it",
        listener.port,
        because=[Reason(other, "the listener that is there"), *_why(listener)],
        id=clb.id.value,
        port=listener.port.value,
        there=other.protocol.value,
        wanted=wanted,
        seen="SyncLoadBalancerFailed: ListenerAlreadyExists",
        fix="delete the listener of {there} if nobody needs it, or take another port",
        subject=f"port {listener.port.value}",
    )


def _why(listener: ClassicListener) -> list[Reason]:
    return [Reason(listener.protocol, "decides for {wanted}")] if listener.protocol.present else []
