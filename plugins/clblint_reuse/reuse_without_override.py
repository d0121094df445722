"""A load balancer is reused, but its listeners are left alone.

Of a CLB that the CCM did not make it looks after the server groups only. No listener is created for the Service's ports
unless `force-override-listeners` is exactly `true`; without a listener of your own nothing is reachable, and the events
tell of success. If you look after the listeners yourself, say so with `false`.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
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
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An inventory shows that a listener sends to the Service:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "tcp",
  "VServerGroupId": "rsp-2zeb3qcm8"}]}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "k8s/30080/web/default/c1234567890abcdef"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
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

So it is with an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz  # <- here
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go:Apply; ACK Service FAQ, no listener when an existing CLB is reused
"""

from __future__ import annotations

from clblint.api import (
    ClassicLoadBalancer,
    LoadBalancer,
    Problems,
    Reason,
    Severity,
    ports_named,
    problem,
    reaching,
    rule,
    with_article,
)
from clblint_reuse._reused import reused


@rule("reuse-without-override", on=LoadBalancer, severity=Severity.WARNING, when=("id",))
def check(balancer: LoadBalancer) -> Problems:
    """Report the id; milder where groups of the user's own are filled, which have listeners already."""
    found = reused(balancer)
    if found is None or not balancer.service.ports:
        return
    override = balancer.annotations.get("force-override-listeners")
    if not override.is_empty or _reaches(balancer):  # else reuse-no-listener, or all is well
        return
    own_groups = balancer.annotations.get("vgroup-port")
    yield problem(
        "{kind} {id} is reused without force-override-listeners, so the CCM makes no listener for {ports}"
        if found.readable
        else "{one} is reused without force-override-listeners, so the CCM makes no listener for {ports}",
        found,
        because=[Reason(own_groups, "your own server groups are filled all the same")] if own_groups.is_set else [],
        id=found.value,
        kind=balancer.kind,
        one=with_article(balancer.kind),
        ports=ports_named(balancer.service.ports),
        key=balancer.annotations.key_of("force-override-listeners"),
        seen="EnsuredLoadBalancer, as if all were well; nothing listens unless you made the listeners",
        fix='set {key}: "true" if these ports of the {kind} are the Service\'s, "false" if you look after them '
        "yourself",
        subject="force-override-listeners",
        severity=Severity.NOTE if own_groups.is_set else None,
    )


def _reaches(balancer: LoadBalancer) -> bool:
    return isinstance(balancer, ClassicLoadBalancer) and reaching(balancer) is not None
