"""Two items of `vgroup-port` name the same port.

The CCM takes the first item that names a Service port and does not look at the others. A server group that only a later
item names is never filled, and what else sends traffic to it reaches nobody.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q:80,rsp-2zeb3qcm8r:80"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q:80,rsp-2zeb3qcm8r:443"
spec:
  type: LoadBalancer
  ports: [{name: http, port: 80}, {name: https, port: 443}]
```

So it is with an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80,sgp-b2:80"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go:vgroup, which returns at the first item that names the port
"""

from __future__ import annotations

from clblint.api import GroupItem, Problems, Reason, Severity, problem, remove, rule


@rule(
    "vgroup-port-duplicate",
    on=GroupItem,
    severity=Severity.WARNING,
    since="0.2",
    when=("vgroup-port",),
    fix="unsafe",
)
def check(item: GroupItem) -> Problems:
    """Report an item behind the one that decides: a note where it says the same."""
    winner, balancer = item.first, item.balancer
    if winner is None or not item.counts or not balancer.is_reused:  # vgroup-port-without-id
        return
    if all(str(port.port.value) != item.key for port in balancer.service.ports if port.port.holds):
        return
    yield problem(
        "{item} in vgroup-port is never used, because {winner} before it names port {port}, too",
        item.at,
        because=[Reason(winner.at, "the first item that names port {port} decides")],
        item=item.at.text,
        winner=winner.at.text,
        port=item.key,
        group=item.group.text,
        seen="no event: nothing is added to group {group} for port {port}",
        fix="keep one item for port {port}",
        subject=f"port {item.key}",
        severity=Severity.NOTE if winner.group.text == item.group.text else None,
        edits=[remove(item.at)],
    )
