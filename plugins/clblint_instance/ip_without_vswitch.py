"""A private address is asked for without saying in which vSwitch.

Without `vswitch-id` the CCM picks one of the cluster's vSwitches itself, at random in newer versions. The address lies
in the range of one vSwitch only, so creation fails unless the CCM happens to pick that one.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip: 192.168.10.20  # <- here
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

Sources: clbv1/loadbalancer.go:setModelDefaultValue, RandomVswitchID; SLB API, "IP address is not in subnet"
"""

from __future__ import annotations

from clblint.api import PRIVATE, ClassicLoadBalancer, Problems, Reason, Severity, catalogue, problem, rule


@rule("ip-without-vswitch", on=ClassicLoadBalancer, severity=Severity.WARNING, when=("ip",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the address."""
    address = balancer.annotations.get("ip")
    if not address.is_set or balancer.is_reused or balancer.address_type != PRIVATE:
        return
    if address.readable and not catalogue().by_suffix("ip").is_valid(address.value):
        return
    vswitch = balancer.annotations.get("vswitch-id")
    if not vswitch.is_empty:
        return
    yield problem(
        "ip {ip} has no vswitch-id beside it, so the CCM picks a vSwitch, and the address has to lie in that one",
        address,
        because=[Reason(vswitch, "no vswitch-id here, so the CCM picks one")],
        ip=address.value,
        key=balancer.annotations.key_of("vswitch-id"),
        seen='SyncLoadBalancerFailed: "IP address is not in subnet" where it picks another one',
        fix="name the vSwitch of the address: {key}",
        subject="ip",
    )
