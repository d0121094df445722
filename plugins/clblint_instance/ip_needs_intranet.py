"""A private address is asked for, but the load balancer is public.

`ip` picks an address out of a vSwitch, which only a private CLB stands in. The API refuses the combination, so no CLB
is created. A public CLB gets its address from the API; for a fixed one reuse a CLB, or bind an EIP to a private one.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip: 192.168.10.20  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip: 192.168.10.20
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: SLB API, CreateLoadBalancer: Address is for private CLBs
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, problem, rule
from clblint_instance._instance_requests import why_public


@rule("ip-needs-intranet", on=ClassicLoadBalancer, severity=Severity.ERROR, when=("ip",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the address."""
    address = balancer.creation.refused_address
    if address is None:
        return
    yield problem(
        "ip {ip} is for a private CLB and this one is public, so the API refuses to create it",
        address,
        because=[why_public(balancer)],
        ip=address.value,
        key=balancer.annotations.key_of("address-type"),
        seen="SyncLoadBalancerFailed with the API's parameter error; EXTERNAL-IP stays pending",
        fix='set {key}: "intranet", or leave ip out',
        subject="ip",
    )
