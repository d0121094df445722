"""Two Services want listeners of different protocols on one port of a reused load balancer.

HTTP and HTTPS listeners are TCP listeners, too, and a port of a CLB has only one of them. The CCM does not take over a
listener of another protocol: it makes its own beside it, and the API refuses that at every retry. UDP is apart: one
port may have a TCP and a UDP listener.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
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
  ports: [{port: 53}]
---
apiVersion: v1
kind: Service
metadata:
  name: dns
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports: [{port: 53, protocol: UDP}]
```

On an NLB it is TCP and TCPSSL that cannot share a port:

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
  - port: 443  # <- here
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 443  # <- here
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
  ports: [{port: 443}]
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
  ports: [{port: 443, protocol: UDP}]
```

So it is with a range of ports:

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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:85"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234-cn-hangzhou
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 85  # <- here: shares
  - port: 91
```

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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-90:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 80
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:91"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234-cn-hangzhou
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 91
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
  name: ${later}
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:85"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "${RANGE}"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - port: 85
```

Sources: clbv1/listeners.go:isPortManagedByMyService; CLB API, ListenerAlreadyExists and ListenerPortConflict
"""

from __future__ import annotations

from clblint.api import N_, Problems, Reason, Severity, SharedListener, if_one_cluster, problem, rule, with_article
from clblint_reuse._overlaps import REFUSED, overlap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Listener, Problem

_ON_TCP = frozenset({"http", "https", "tcp", "TCP", "TCPSSL"})
_SEEN = {
    "CLB": N_("SyncLoadBalancerFailed: ListenerAlreadyExists or ListenerPortConflict"),
    "NLB": REFUSED,
}


@rule("shared-clb-protocol-conflict", on=SharedListener, severity=Severity.ERROR, evidence="X", when=("id",))
def check(shared: SharedListener) -> Problems:
    """Report the port; the same protocol on it is `shared-clb-port-conflict`."""
    listener, protocol = shared.listener, shared.listener.protocol
    if not protocol.one_of(*_ON_TCP):
        return
    others = [other for other in shared.others if other.protocol.one_of(*_ON_TCP)]
    differing = [other for other in others if other.protocol.differs(protocol)]
    if not differing:
        return
    alone = [other for other in differing if other.on_its_port] if listener.on_its_port else []
    found = _on_one_port(shared, alone) if alone else overlap(listener, differing)
    yield if_one_cluster(found) if shared.open else found


def _on_one_port(shared: SharedListener, others: list[Listener]) -> Problem:
    """The problem of a listener on the port of others, none of which has a range."""
    listener, protocol = shared.listener, shared.listener.protocol
    return problem(
        "{other} wants port {port} of {kind} {id} for {wanted}, this Service wants it for {protocol}: one of them is "
        "refused",
        listener.port,
        because=[Reason(protocol, "{protocol} here")],
        rivals=[Reason(other.port, "the same port of the same {kind}") for other in others],
        unnamed=shared.more,
        other=others[0].service.id,
        wanted=others[0].protocol.value,
        protocol=protocol.value,
        port=listener.port.value,
        id=listener.balancer.reuses.value,
        kind=listener.balancer.kind,
        one=with_article(listener.balancer.kind),
        seen=_SEEN[listener.balancer.kind],
        fix="give each Service a port of its own on the {kind}, or {one} of its own",
        subject=f"port {listener.port.value}",
    )
