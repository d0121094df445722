"""Two Services want one listener of a reused load balancer.

With `force-override-listeners` a Service takes over whatever listens on its ports. Where two Services name one CLB and
one port, each full sync of one replaces the settings and the server group of the other, so the traffic goes now here,
now there. Between folders of which nothing says that they are one cluster it is a note, and folders that are named
after different clusters (such as `dev/` and `prod/`) are not compared.

```yaml bad
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
  - port: 80  # <- here
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports:
  - port: 80  # <- here
```

Without override nobody touches a listener, and an id that is still to be filled in may become anything:

```yaml good
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
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: admin
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports: [{port: 8443}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: "${CLB_ID}"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: "${CLB_ID}"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

So it is with Services on one NLB; ranges of ports are not compared:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 80  # <- here
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 80  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 81}]
```

Sources: clbv1/model_applier.go:buildActionsForListeners; run against the real controller
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, SharedListener, if_one_cluster, problem, rule, with_article


@rule("shared-clb-port-conflict", on=SharedListener, severity=Severity.ERROR, evidence="X", when=("id",))
def check(shared: SharedListener) -> Problems:
    """Report the port; another protocol on it is `shared-clb-protocol-conflict`."""
    listener, protocol = shared.listener, shared.listener.protocol
    same = [other for other in shared.others if other.protocol.equals(protocol)]
    if not same:
        return
    found = problem(
        "{other} wants the {protocol} listener {port} of {kind} {id}, too: each sync of one takes it from the other",
        listener.port,
        rivals=[Reason(other.port, "the same port of the same {kind}") for other in same],
        unnamed=shared.more,
        other=same[0].service.id,
        protocol=protocol.value,
        port=listener.port.value,
        id=listener.balancer.reuses.value,
        kind=listener.balancer.kind,
        one=with_article(listener.balancer.kind),
        seen="no event: the listener has now the back ends of one Service, now those of the other",
        fix="give each Service a port of its own on the {kind}, or {one} of its own",
        subject=f"port {listener.port.value}",
    )
    yield if_one_cluster(found) if shared.open else found
