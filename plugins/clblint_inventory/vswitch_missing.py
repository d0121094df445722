"""The vSwitch for a new load balancer does not exist.

The inventory holds all vSwitches, and none has this id. The CCM asks for the CLB in that vSwitch, the API refuses, and
the Service stays pending.

```yaml bad
# file: inventory.json
{"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-2zeb3qcm8q2x0t1b0jxyz"}]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxya  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-2zeb3qcm8q2x0t1b0jxyz"}]}, "TotalCount": 1}
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

A CLB that is reused stands where it stands:

```yaml good
# file: inventory.json
{"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-2zeb3qcm8q2x0t1b0jxyz"}]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxya
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Each zone of an NLB has one:

```yaml bad
# file: inventory.json
{"VSwitches": {"VSwitch": [
  {"VSwitchId": "vsw-a"}
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
  {"VSwitchId": "vsw-a"},
  {"VSwitchId": "vsw-b"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, "The specified VSwitch does not exist"
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, ZoneMapping, catalogue, problem, rule
from clblint_inventory._inventory_texts import fresh, is_vswitch

_WHEN = ("vswitch-id", "zone-maps")


@rule("vswitch-missing", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="I", when=_WHEN)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the id; one that is none is invalid-annotation-value."""
    inventory, named = balancer.inventory, balancer.annotations.get("vswitch-id")
    if inventory is None or not named.readable or not inventory.vswitches.lacks(named.value) or not fresh(balancer):
        return
    if catalogue().by_suffix("vswitch-id").is_valid(named.value):
        yield problem(
            "no vSwitch of the inventory has the id {id}, so the CLB cannot be created",
            named,
            id=named.value,
            seen='SyncLoadBalancerFailed: "The specified VSwitch does not exist."',
            fix="name a vSwitch of the cluster's VPC",
            subject="vswitch-id",
        )


@check.also(on=ZoneMapping)
def check_zone(zone: ZoneMapping) -> Problems:
    """Report the id in a zone; one that is none is nlb-zone-maps-malformed."""
    inventory, named = zone.balancer.inventory, zone.vswitch
    if inventory is None or named is None or not is_vswitch(named.text) or not inventory.vswitches.lacks(named.text):
        return
    yield problem(
        "no vSwitch of the inventory has the id {id}, so the NLB cannot stand in zone {zone}",
        named,
        id=named.text,
        zone=zone.zone.text,
        seen="SyncLoadBalancerFailed: the API refuses the vSwitch",
        fix="name a vSwitch of zone {zone} in the cluster's VPC",
        subject=named.text,
    )
