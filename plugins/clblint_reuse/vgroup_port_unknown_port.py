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

Sources: clbv1/listeners.go:vgroup compares with spec.ports[].port as text
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, ports_named, problem, rule
from clblint_reuse._reused import reused, unknown_items


@rule("vgroup-port-unknown-port", on=LoadBalancer, severity=Severity.WARNING, when=("vgroup-port",))
def check(balancer: LoadBalancer) -> Problems:
    """Report each item whose port is none of the Service's."""
    if not balancer.vgroup_items or reused(balancer) is None:
        return
    ports = balancer.service.ports
    for item in unknown_items(balancer):
        number = item.port.text.strip() if item.port is not None else ""
        yield problem(
            "{item} in vgroup-port names port {number}, which the Service does not have",
            item.at,
            because=[
                Reason(port.target, "{number} is the target of a port, not the port")
                for port in ports
                if str(port.target.value) == number
            ],
            item=item.at.text,
            number=number,
            ports=ports_named(ports),
            seen="no event: ignored; the group gets no back ends",
            fix="this Service has {ports}",
            subject="vgroup-port",
        )
