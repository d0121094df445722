"""A vSwitch is named for a public load balancer.

A vSwitch belongs to a private CLB. The CCM sends the id all the same, whatever the address type: the API then makes a
private CLB where a public one was meant, or the CCM finds at once that the address type is not what it asked for. If
the CLB is meant to be private, say so with `address-type`.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz  # <- here
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

With a private address beside it, `ip-needs-intranet` says it:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip: 192.168.1.10
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/provider/alibaba/slb/loadbalancer.go:setRequest sends VSwitchId for any address type; SLB API,
CreateLoadBalancer
"""

from __future__ import annotations

from clblint.api import PUBLIC, ClassicLoadBalancer, Problems, Severity, problem, rule
from clblint_instance._instance_requests import network_type_clashes, why_public


@rule("vswitch-on-internet", on=ClassicLoadBalancer, severity=Severity.WARNING, when=("vswitch-id",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the vSwitch."""
    vswitch = balancer.annotations.get("vswitch-id")
    if not vswitch.is_set or balancer.is_reused or balancer.address_type != PUBLIC:
        return
    classic = balancer.annotations.get("network-type").may_be("classic")
    if classic or balancer.creation.refused_address is not None:  # not sent, or worse
        return
    yield problem(
        "vswitch-id {vswitch} is for a private CLB, and this one is public: it turns out private or its sync fails",
        vswitch,
        because=[why_public(balancer)],
        vswitch=vswitch.value,
        key=balancer.annotations.key_of("address-type"),
        seen="a private address in EXTERNAL-IP, or SyncLoadBalancerFailed: "
        '"alicloud: can not change LoadBalancer AddressType once created. delete and retry"',
        fix='for a private CLB set {key}: "intranet"; for a public one leave vswitch-id out',
        subject="vswitch-id",
        severity=Severity.ERROR if network_type_clashes(balancer) else None,
    )
