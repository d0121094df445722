"""Port 6443 of a reused load balancer may belong to the API server.

A cluster's API server stands behind a CLB with a listener on 6443. The CCM refuses to reuse such a CLB as long as its
tag `ack.aliyun.com` is there. If the tag is missing, this Service takes the listener over, and nobody reaches the API
server any more. An inventory shows whether something listens there.

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
  - port: 6443  # <- here
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "tcp"}],
 "TotalCount": 1}
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
  ports: [{port: 6443}]
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
  ports: [{port: 443, targetPort: 6443}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 6443}]
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {port: 6443}  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Its listeners may have ranges instead of ports:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "6000-7000:443"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "7000-7100:6443"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 6443}, {name: dns, port: 6443, protocol: UDP}]
```

Sources: clbv1/model_applier.go:isLoadBalancerReusable; ACK Service FAQ, CLB of the API server
"""

from __future__ import annotations

from clblint.api import Listener, Problems, Reason, Severity, problem, rule
from clblint_reuse._reused import reused, the_reused

_API_SERVER = 6443


@rule("reuse-port-6443", on=Listener, severity=Severity.WARNING, evidence="SI", when=("id",))
def check(listener: Listener) -> Problems:
    """Report the port; an error where something listens there already that the CCM did not make."""
    if not listener.listens_on(_API_SERVER) or listener.protocol.value.lower() == "udp":
        return
    found, clb = reused(listener.balancer), listener.balancer.existing
    if found is None or not listener.balancer.force_override.holds or (clb is not None and clb.marked is not None):
        return
    listens = clb.api_server if clb is not None else None
    if clb is not None and clb.all_listeners and listens is None:
        return
    there = [Reason(listens, "listens there")] if listens is not None else []
    yield problem(
        "port 6443 of {clb} has a listener, perhaps the API server's, and it is taken over"
        if there
        else "port 6443 of {clb} is taken over, and perhaps it is that of an API server",
        listener.where,
        because=[Reason(found, "the {kind} that is reused"), *there],
        clb=the_reused(listener.balancer),
        kind=listener.balancer.kind,
        seen="no event; if it is the API server's {kind} and its tag is missing, kubectl reaches nothing",
        fix="make sure that it is not the {kind} of an API server, or take another port",
        subject="port 6443",
        severity=Severity.ERROR if there else None,
    )
