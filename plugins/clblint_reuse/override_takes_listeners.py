"""The listeners of a reused load balancer are taken over where port and protocol are the same.

With `force-override-listeners` the CCM makes its own whatever listens on the Service's ports, no matter who made it:
another Service, the console or Terraform. Their settings and their back ends are replaced, and traffic is cut. The
ports of this Service must be free on the CLB; an inventory shows whether they are. Where it shows a listener of others
there, this is a warning; without an inventory it is advice, which `--pedantic` shows.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "tcp",
  "Description": "shop"}], "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"  # <- here (warning)
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Nothing but its own listener is there:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "tcp",
   "Description": "k8s/80/web/default/c1234567890abcdef"},
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 8080, "ListenerProtocol": "tcp", "Description": "shop"}
], "TotalCount": 2}
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
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "false"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

On an NLB a listener of the same port and protocol is taken over, too, and goes with the Service:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A listener with a range of ports is taken over where the range is the same:

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "Tags": []}]}
{"Listeners": [
  {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-a", "StartPort": 80, "EndPort": 90, "ListenerProtocol": "TCP"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"  # <- here (warning)
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-90:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go:buildActionsForListeners; ACK Service FAQ, reuse of an existing CLB
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, is_own, listed, ports_named, problem, rule
from clblint_reuse._reused import reused, the_reused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ListenerRecord


@rule("override-takes-listeners", on=LoadBalancer, severity=Severity.PEDANTIC, evidence="SI", when=("id",))
def check(balancer: LoadBalancer) -> Problems:
    """Report the switch; advice, as long as nobody knows what listens there."""
    found, override, clb = reused(balancer), balancer.force_override, balancer.existing
    if found is None or not override.holds or not balancer.service.ports:
        return
    taken = _taken(balancer)
    if clb is not None and (clb.marked is not None or (clb.all_listeners and not taken)):
        return
    yield problem(
        "this Service takes over {listeners} of the reused {kind} {id}, which others made"
        if taken
        else "whatever listens on {ports} of {clb} with the same protocol is taken over by this Service",
        override,
        because=[Reason(found, "the {kind} that is reused"), *(Reason(one, "this listener") for one in taken)],
        ports=ports_named(balancer.service.ports),
        listeners=listed(map(str, taken)),
        clb=the_reused(balancer),
        id=found.value,
        kind=balancer.kind,
        seen="no event: a listener of another Service or of the console gets this Service's settings and back ends",
        fix="make sure that nobody else uses these ports of the {kind}",
        subject="force-override-listeners",
        severity=Severity.WARNING if taken else None,
    )


def _taken(balancer: LoadBalancer) -> list[ListenerRecord]:
    """The listeners of others that are there on a port of the Service with its protocol."""
    inventory = balancer.inventory
    known = inventory.mentioned.get(balancer.reuses.value) if inventory is not None else None
    clb = balancer.existing or known
    if clb is None:
        return []
    pairs = ((ours, there) for ours in balancer.listeners for there in clb.listeners_on(ours.shown_ports))
    same = (there for ours, there in pairs if ours.protocol.equals(there.protocol))
    return [there for there in same if not is_own(there, clb, balancer.service)]
