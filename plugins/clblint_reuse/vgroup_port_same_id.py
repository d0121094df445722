"""Two ports of the Service share one server group.

The CCM compares the group with the back ends of one port at a time and removes those of the other: at every sync the
back ends change from one port to the other, and half of the traffic goes to the wrong one.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8:80,rsp-2zeb3qcm8:443"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8:80,rsp-2zeb3qcm9:443"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
```

With pods as back ends, ports with one target port want the same back ends:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8:80,rsp-2zeb3qcm8:443"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80, targetPort: 8080}
  - {name: https, port: 443, targetPort: 8080}
```

In a group of an NLB the back ends of the first port stay, and what arrives on the other port goes to them, too:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80,sgp-a1:443"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80,sgp-a1:443"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80, targetPort: 8080}
  - {name: https, port: 443, targetPort: 8080}
```

Sources: clbv1/model_applier.go:buildVGroupCreateAndUpdateActions; run against the real controller
"""

from __future__ import annotations

from clblint.api import Case, Problems, Reason, ServerGroup, Severity, rule
from clblint_reuse._reused import reused

_CASES = {
    "CLB": Case(
        "group {id} is named for ports {other} and {port}, whose back ends displace each other at every sync",
        seen="no event: the back ends of the group change port again and again",
    ),
    "NLB": Case(
        "group {id} is named for ports {other} and {port}, and only the back ends of the first go into it",
        seen="no event: what arrives on port {port} is sent to the back ends of port {other}",
    ),
}


@rule("vgroup-port-same-id", on=ServerGroup, severity=Severity.ERROR, when=("vgroup-port",))
def check(group: ServerGroup) -> Problems:
    """Report the second port that wants a group for other back ends."""
    balancer, id_ = group.balancer, group.vgroup_id
    if not balancer.vgroup_items or reused(balancer) is None or not _is_known(group):
        return
    other = next(one for one in balancer.server_groups if one.vgroup_id.meaning == id_.meaning and _is_known(one))
    if other.port_key != group.port_key:
        yield _CASES[balancer.kind].at(
            id_,
            because=[Reason(other.vgroup_id, "named for port {other} here")],
            id=id_.meaning,
            port=group.port.value,
            other=other.port.value,
            fix="name a group of its own for each port",
            subject="vgroup-port",
        )


def _is_known(group: ServerGroup) -> bool:
    """Whether it is the user's own, and it is known what goes into it."""
    return group.vgroup_id.holds and group.mode.holds and group.target_port.holds
