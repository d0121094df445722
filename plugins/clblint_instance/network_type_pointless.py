"""`network-type` is set, which never reaches the API.

The CCM does not send the value. It only compares it with what the API says of the CLB, and a difference makes every
sync fail. `classic` also makes the CCM forget `vswitch-id`. A private CLB in a VPC needs `address-type: intranet` and,
if it matters which one, `vswitch-id`.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-network-type: vpc  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:BuildLocalModel, Update
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, remove, rule
from clblint_instance._instance_requests import network_type_refused


@rule(
    "network-type-pointless", on=ClassicLoadBalancer, severity=Severity.PEDANTIC, when=("network-type",), fix="unsafe"
)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the network type, unless it is the cause of an error."""
    network = balancer.annotations.get("network-type")
    if not network.one_of("vpc", "classic") or network_type_refused(balancer):
        return
    vswitch = balancer.annotations.get("vswitch-id")
    forgets = network.is_("classic") and vswitch.is_set
    yield problem(
        "network-type {type} makes the CCM leave vswitch-id out, and is not sent itself"
        if forgets
        else "network-type {type} is never sent to the API; the CCM only compares it with what the CLB has",
        network.at_key,
        because=[Reason(vswitch, "is not sent either")] if forgets else [],
        type=network.value,
        seen='no event, or "alicloud: can not change LoadBalancer network type once created" where the CLB differs',
        fix="remove it",
        subject="network-type",
        edits=[remove(network)],
    )
