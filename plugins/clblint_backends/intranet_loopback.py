"""A node that is a back end of a private load balancer cannot reach itself through it.

With TCP and UDP listeners an ECS instance cannot be client and back end at once: when the CLB picks the node from which
a connection comes, the connection hangs. As a rule kube-proxy keeps such traffic inside the cluster. It does not where
`hostname` takes the address out of the Service's status, nor for listeners of a reused CLB that somebody else made.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: web.internal.example.com  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
status:
  loadBalancer: {ingress: [{ip: 192.168.0.9}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: client}
data:
  upstream: "192.168.0.9:8080"
```

Pods as back ends, and listeners that end the connection in the CLB, have no such limit:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: web.internal.example.com
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: api.internal.example.com
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: ACK Service FAQ, CLB inaccessible from within the cluster, scenario 1; annotations of CLBs, hostname
"""

from __future__ import annotations

from clblint.api import AddressUse, Problems, Reason, Severity, ports_listened_on, problem, rule


@rule("intranet-loopback", on=AddressUse, severity=Severity.NOTE, evidence="SX", when=("address-type",))
def check(use: AddressUse) -> Problems:
    """Report what has the traffic go through the CLB."""
    balancer, private = use.balancer, use.balancer.annotations.get("address-type")
    if not private.is_("intranet") or not balancer.back_ends.are_nodes:
        return
    listeners, detour = [one for one in balancer.listeners if one.protocol.one_of("tcp", "udp")], use.detour
    if not listeners or detour is None:
        return
    yield problem(
        "a client in the cluster reaches {ports} through the private CLB, and hangs where that picks the node it "
        "runs on",
        detour,
        because=[
            Reason(private, "a private CLB"),
            Reason(balancer.back_ends.mode, "nodes are the back ends"),
            *(Reason(mention, "its address is used here") for mention in (*use.mentions, *use.perhaps)),
        ],
        ports=ports_listened_on(listeners),
        seen="no event: some connections from inside the cluster time out",
        fix="inside the cluster use the Service's name, or with Terway have pods as back ends",
        subject="address-type",
    )
