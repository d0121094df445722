"""Some ports of the Service have a server group of your own, others have not.

For a port that `vgroup-port` does not name the CCM makes a group itself. Where all of them were meant to go to groups
that you look after, one is missing.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80,rsp-2zeb3qcm8q2x1:443"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80,sgp-b2:443"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
```

Sources: clbv1/vgroups.go:buildVGroupForServicePort
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, ports_named, problem, rule
from clblint_reuse._reused import is_unknown, reused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import GroupItem


@rule("vgroup-port-incomplete", on=LoadBalancer, severity=Severity.PEDANTIC, when=("vgroup-port",))
def check(balancer: LoadBalancer) -> Problems:
    """Report the annotation where some ports are left over and no item goes astray."""
    if not balancer.vgroup_items or reused(balancer) is None or any(map(is_unknown, balancer.vgroup_items)):
        return
    groups = balancer.server_groups
    left = [group for group in groups if group.vgroup_id.is_empty]
    named = [group for group in groups if group.vgroup_id.holds]
    if not left or not named or len(left) + len(named) < len(groups) or any(map(_is_odd, balancer.vgroup_items)):
        return
    yield problem(
        "vgroup-port names no group for {ports}, so the CCM makes its own",
        balancer.annotations.get("vgroup-port"),
        because=[Reason(group.port, "gets a group of the CCM's") for group in left],
        ports=ports_named(group.service_port for group in left),
        seen="no event",
        fix="add group:port for {ports}, unless that is what is meant",
        subject="vgroup-port",
    )


def _is_odd(item: GroupItem) -> bool:
    """Whether an item has blanks in it, which hide the port that it names."""
    return any(part.text != part.text.strip() for part in item.parts)
