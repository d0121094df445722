"""An item of `vgroup-port` names a port that the Service does not have.

Items are compared with `spec.ports[].port`, not with target ports. An item that names no such port is passed over: the
group gets no back ends, and the CCM makes one of its own for the port that was meant.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:8080"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80, targetPort: 8080}]
```

Both are compared as texts, so 080 differs from 80:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:080"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
spec:
  type: LoadBalancer
  ports: [{port: 80, targetPort: 8080}]
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:8080"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: 8080}]
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
  ports: [{port: 80, targetPort: 8080}]
```

An item of an NLB that names no group is not ignored: every sync ends at it, which nlb-vgroup-blocks-deletion says.

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80,:8080"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: 8080}]
```

Sources: clbv1/listeners.go:vgroup compares with spec.ports[].port as text
"""

from __future__ import annotations

from clblint.api import ClassicGroupItem, Problems, Reason, Severity, ports_named, problem, rule
from clblint_reuse._reused import is_unknown, reused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import GroupItem, NetworkGroupItem


@rule("vgroup-port-unknown-port", on=ClassicGroupItem, severity=Severity.WARNING, when=("vgroup-port",))
def check(item: ClassicGroupItem) -> Problems:
    """Report an item whose port is none of the Service's."""
    yield from _astray(item)


@check.also(on="NetworkGroupItem")
def on_nlb(item: NetworkGroupItem) -> Problems:
    """Report it for an NLB, unless every sync ends at it: nlb-vgroup-blocks-deletion and nlb-vgroup-missing say so."""
    inventory = item.balancer.inventory
    if not item.names_nobody and (inventory is None or not inventory.nlb_groups.lacks(item.group.text)):
        yield from _astray(item)


def _astray(item: GroupItem) -> Problems:
    if reused(item.balancer) is None or not is_unknown(item):
        return
    ports, number = item.balancer.service.ports, item.key.strip()
    targets = [port.target for port in ports if str(port.target.value) == number]
    yield problem(
        "{item} in vgroup-port names port {number}, which the Service does not have",
        item.at,
        because=[Reason(target, "{number} is the targetPort, not the port") for target in targets],
        item=item.at.text,
        number=number,
        ports=ports_named(ports),
        seen="no event: ignored; the group gets no back ends",
        fix="write a port of the Service (it has {ports}), or remove the item",
        subject="vgroup-port",
    )
