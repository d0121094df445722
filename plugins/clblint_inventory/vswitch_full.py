"""The vSwitch for a new load balancer has no free address.

A private CLB takes an address of its vSwitch. The CCM looks for another vSwitch only where none is annotated: here it
gives up, and the Service stays pending until an address becomes free.

```yaml bad
# file: inventory.json
{"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-2zeb3qcm8q2x0t1b0jxyz", "AvailableIpAddressCount": 0}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-2zeb3qcm8q2x0t1b0jxyz", "AvailableIpAddressCount": 1}]}}
# file: service.yaml
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

A Service that has its CLB already needs no other address:

```yaml good
# file: inventory.json
{"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-2zeb3qcm8q2x0t1b0jxyz", "AvailableIpAddressCount": 0}]}}
# file: service.yaml
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
status:
  loadBalancer:
    ingress: [{ip: 192.168.0.10}]
```

A new NLB takes an address in each of its zones:

```yaml bad
# file: inventory.json
{"VSwitches": {"VSwitch": [
  {"VSwitchId": "vsw-a", "AvailableIpAddressCount": 9},
  {"VSwitchId": "vsw-b", "AvailableIpAddressCount": 0}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"VSwitches": {"VSwitch": [
  {"VSwitchId": "vsw-a", "AvailableIpAddressCount": 9},
  {"VSwitchId": "vsw-b", "AvailableIpAddressCount": 0}
]}}
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}],
  "ZoneMappings": [
    {"ZoneId": "cn-hangzhou-i", "VSwitchId": "vsw-a"},
    {"ZoneId": "cn-hangzhou-k", "VSwitchId": "vsw-b"}
  ]
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, VSwitchAvailableIpNotExist; clbv1/loadbalancer.go:Create
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, ZoneMapping, listed, problem, rule
from clblint_inventory._inventory_texts import fresh, is_there, vswitch_of

_WHEN = ("vswitch-id", "zone-maps")


@rule("vswitch-full", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="I", when=_WHEN)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the id, and name the vSwitches of the same VPC that have room."""
    inventory, named = balancer.inventory, balancer.annotations.get("vswitch-id")
    switch = inventory.vswitches.get(named.value) if inventory is not None and named.readable else None
    if inventory is None or switch is None or switch.number("AvailableIpAddressCount") != 0 or not fresh(balancer):
        return
    vpc = switch.get("VpcId").value
    others = inventory.with_room(vpc) if vpc else []
    yield problem(
        "vSwitch {id} has no free address, so the CLB cannot be created",
        named,
        because=[Reason(switch.get("AvailableIpAddressCount"), "no address is free")],
        id=named.value,
        others=listed(others),
        seen='SyncLoadBalancerFailed: VSwitchAvailableIpNotExist, "The specified VSwitch has no available ip."',
        fix="name another vSwitch of the same VPC: {others}" if others else "name another vSwitch of the same VPC",
        subject="vswitch-id",
    )


@check.also(on=ZoneMapping)
def check_zone(zone: ZoneMapping) -> Problems:
    """Report the id in a zone in which the NLB is not yet."""
    switch, named = vswitch_of(zone), zone.vswitch
    if named is None or switch is None or switch.number("AvailableIpAddressCount") != 0 or is_there(zone):
        return
    yield problem(
        "vSwitch {id} has no free address, so the NLB cannot stand in zone {zone}",
        named,
        because=[Reason(switch.get("AvailableIpAddressCount"), "no address is free")],
        id=named.text,
        zone=zone.zone.text,
        seen="SyncLoadBalancerFailed: the API refuses the vSwitch for want of an address",
        fix="name another vSwitch of the same zone and VPC",
        subject=named.text,
    )
