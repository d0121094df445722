"""An NLB that the CCM made has a listener that nobody asks for.

The CCM takes an NLB that it made for its own: at the next full sync it deletes every listener that no port of the
Service describes, whoever made it. A listener of your own needs an NLB of your own.

```yaml bad
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-a",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}]
}]}
{"Listeners": [
  {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-a", "ListenerPort": 80, "ListenerProtocol": "TCP"},
  {"ListenerId": "lsn-2", "LoadBalancerId": "nlb-a", "ListenerPort": 8080, "ListenerProtocol": "TCP"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]  # <- here
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-a",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}]
}]}
{"Listeners": [
  {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-a", "ListenerPort": 80, "ListenerProtocol": "TCP"},
  {"ListenerId": "lsn-2", "LoadBalancerId": "nlb-a", "ListenerPort": 8080, "ListenerProtocol": "TCP"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{name: a, port: 80}, {name: b, port: 8080}]
```

One of the Service's own goes because its port is gone:

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-a",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}]
}]}
{"Listeners": [
  {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-a", "ListenerPort": 80, "ListenerProtocol": "TCP"},
  {"ListenerId": "lsn-2", "LoadBalancerId": "nlb-a", "ListenerPort": 8080, "ListenerProtocol": "TCP",
   "ListenerDescription": "k8s.8080.TCP.web.default.c1"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

On a reused NLB the listeners of others stay:

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-a", "Tags": []
}]}
{"Listeners": [
  {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-a", "ListenerPort": 80, "ListenerProtocol": "TCP"},
  {"ListenerId": "lsn-2", "LoadBalancerId": "nlb-a", "ListenerPort": 8080, "ListenerProtocol": "TCP"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/model_applier.go:buildActionsForListeners; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, foreign_listeners, listed, problem, rule


@rule("nlb-foreign-listeners", on=NetworkLoadBalancer, severity=Severity.WARNING, evidence="I", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the ports of the Service."""
    found, ports = foreign_listeners(balancer), balancer.service.ports
    if not found or not ports:
        return
    yield problem(
        "the NLB has listener {listeners}, which no port of the Service describes: it is deleted at the next full sync"
        if len(found) == 1
        else "the NLB has listeners {listeners}, which no port of the Service describes: they are deleted at the next "
        "full sync",
        ports[0].port,
        because=[Reason(one, "this listener") for one in found],
        listeners=listed(map(str, found)),
        seen="no event: the CCM calls DeleteListener; whoever uses it is cut off",
        fix="add ports to the Service for what is to stay, or make an NLB of your own for it",
        subject="listeners",
    )
