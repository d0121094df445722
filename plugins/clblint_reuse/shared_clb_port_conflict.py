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

So it is with Services on one NLB:

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

A range of ports is taken over by whoever has the same range:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
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
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-90:8080"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 8080
```

One that overlaps with it is not: each Service wants a listener of its own beside the other, and a port has only one
listener of a protocol.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-90:80"  # <- here: shares
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
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "90-95:80"  # <- here: shares
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
  name: single
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 85  # <- here: shares
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-90:80"
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
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "91-95:80"
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
  name: udp
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-90:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 80
    protocol: UDP
---
apiVersion: v1
kind: Service
metadata:
  name: single
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 79
  - port: 96
---
apiVersion: v1
kind: Service
metadata:
  name: later
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "${FIRST}-100:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 80
```

Sources: clbv1/model_applier.go:buildActionsForListeners; nlbv2/model_applier.go:isListenerPortMatch; NLB listeners;
run against the real controller
"""

from __future__ import annotations

from clblint.api import N_, Problems, Reason, Severity, SharedListener, if_one_cluster, problem, rule, with_article
from clblint_reuse._overlaps import OWN_PORTS, overlap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Listener, Problem


_ONE_PORT = N_("give each Service a port of its own on the {kind}, or {one} of its own")


@rule("shared-clb-port-conflict", on=SharedListener, severity=Severity.ERROR, evidence="X", when=("id",))
def check(shared: SharedListener) -> Problems:
    """Report the port or the range; another protocol on it is `shared-clb-protocol-conflict`."""
    listener = shared.listener
    same = [other for other in shared.others if other.protocol.equals(listener.protocol)]
    taken = [other for other in same if other.span == listener.span]
    if not same:
        return
    found = _taken(shared, taken) if taken else overlap(listener, same)
    yield if_one_cluster(found) if shared.open else found


def _taken(shared: SharedListener, others: list[Listener]) -> Problem:
    """The problem of a listener that each Service takes over: it has the same protocol, and the same port or range."""
    listener, range_ = shared.listener, not shared.listener.on_its_port
    same = N_("the same range of ports of the same {kind}") if range_ else N_("the same port of the same {kind}")
    return problem(
        "{other} wants the {protocol} listener {port} of {kind} {id}, too: each sync of one takes it from the other",
        listener.where,
        rivals=[Reason(other.where, same) for other in others],
        unnamed=shared.more,
        other=others[0].service.id,
        protocol=listener.protocol.value,
        port=listener.shown_ports,
        id=listener.balancer.reuses.value,
        kind=listener.balancer.kind,
        one=with_article(listener.balancer.kind),
        seen="no event: the listener has now the back ends of one Service, now those of the other",
        fix=OWN_PORTS if range_ else _ONE_PORT,
        subject=f"port {listener.port.value}",
    )
