"""The vSwitch for a new load balancer belongs to another VPC than the cluster.

The CLB would stand in that VPC, where it reaches none of the cluster's nodes and pods.

```yaml bad
# file: .clblint.yaml
cluster: {vpc-id: vpc-cluster}
# file: inventory.json
{"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-2zeb3qcm8q2x0t1b0jxyz", "VpcId": "vpc-other"}]}}
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
# file: .clblint.yaml
cluster: {vpc-id: vpc-cluster}
# file: inventory.json
{"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-2zeb3qcm8q2x0t1b0jxyz", "VpcId": "vpc-cluster"}]}}
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

So it is with an NLB:

```yaml bad
# file: .clblint.yaml
cluster: {vpc-id: vpc-a1}
# file: inventory.json
{"VSwitches": {"VSwitch": [
  {"VSwitchId": "vsw-a", "VpcId": "vpc-a1"},
  {"VSwitchId": "vsw-b", "VpcId": "vpc-b2"}
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
# file: .clblint.yaml
cluster: {vpc-id: vpc-a1}
# file: inventory.json
{"VSwitches": {"VSwitch": [
  {"VSwitchId": "vsw-a", "VpcId": "vpc-a1"},
  {"VSwitchId": "vsw-b", "VpcId": "vpc-a1"}
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

Sources: ACK Service troubleshooting, NetworkConflict; CCM annotations page, vswitch-id
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, ZoneMapping, problem, rule
from clblint_inventory._inventory_texts import taken, vswitch_of

_WHEN = ("vswitch-id", "zone-maps")


@rule("vswitch-other-vpc", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="IP", when=_WHEN)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the id."""
    named = balancer.annotations.get("vswitch-id")
    if balancer.inventory is None or not named.readable or balancer.is_reused:
        return
    switch = balancer.inventory.vswitches.get(named.value)
    vpc = switch.get("VpcId") if switch is not None else None
    if vpc is None or not vpc.value:
        return
    declared = balancer.cluster.vpc_id
    if declared is not None and declared.differs(vpc):
        yield problem(
            "vSwitch {id} belongs to {vpc}, and the cluster to {own}: a CLB there reaches no node and no pod",
            named,
            because=[Reason(vpc, "the VPC of the vSwitch"), Reason(declared, "the VPC declared for this cluster")],
            id=named.value,
            vpc=vpc.value,
            own=declared.value,
            seen="SyncLoadBalancerFailed: NetworkConflict",
            fix="name a vSwitch of {own}",
            subject="vswitch-id",
        )


@check.also(on=ZoneMapping)
def check_zone(zone: ZoneMapping) -> Problems:
    """Report the id in a zone; a reused NLB of another VPC has vSwitches of that one."""
    balancer, named, switch = zone.balancer, zone.vswitch, vswitch_of(zone)
    reused, vpc = taken(balancer), switch.get("VpcId") if switch is not None else None
    if named is None or vpc is None or not vpc.value or (balancer.is_reused and reused is None):
        return
    wanted = reused.vpc if reused is not None else balancer.cluster.vpc_id
    if wanted is None or not wanted.value or not wanted.differs(vpc):
        return
    yield problem(
        "vSwitch {id} belongs to {vpc}, and the NLB to {own}: it cannot stand in zone {zone} with it",
        named,
        because=[Reason(vpc, "the VPC of the vSwitch"), Reason(wanted, "the VPC of the NLB")],
        id=named.text,
        zone=zone.zone.text,
        vpc=vpc.value,
        own=wanted.value,
        seen="SyncLoadBalancerFailed: the API refuses the vSwitch",
        fix="name a vSwitch of {own}",
        subject=named.text,
    )
