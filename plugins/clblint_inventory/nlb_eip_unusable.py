"""An NLB cannot have the EIP that is named for a zone.

An NLB takes EIPs that are paid by traffic, bound to nothing else and in no bandwidth package; those of all its zones
are of one line type. With any other one the API refuses to make the NLB.

```yaml bad
# file: inventory.json
{"EipAddresses": {"EipAddress": [
  {"AllocationId": "eip-a", "IpAddress": "192.0.2.1", "InstanceId": "",
   "InternetChargeType": "PayByTraffic"},
  {"AllocationId": "eip-b", "IpAddress": "192.0.2.1", "InstanceId": "",
   "InternetChargeType": "PayByBandwidth"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: a:vsw-a::eip-a,b:vsw-b::eip-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"EipAddresses": {"EipAddress": [
  {"AllocationId": "eip-a", "IpAddress": "192.0.2.1", "InstanceId": "",
   "InternetChargeType": "PayByTraffic"},
  {"AllocationId": "eip-b", "IpAddress": "192.0.2.1", "InstanceId": "i-2zeb3qcm",
   "InternetChargeType": "PayByTraffic"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: a:vsw-a::eip-a,b:vsw-b::eip-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"EipAddresses": {"EipAddress": [
  {"AllocationId": "eip-a", "IpAddress": "192.0.2.1", "InstanceId": "",
   "InternetChargeType": "PayByTraffic"},
  {"AllocationId": "eip-b", "IpAddress": "192.0.2.1", "InstanceId": "",
   "InternetChargeType": "PayByTraffic",
   "BandwidthPackageId": "cbwp-a"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: a:vsw-a::eip-a,b:vsw-b::eip-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"EipAddresses": {"EipAddress": [
  {"AllocationId": "eip-a", "IpAddress": "192.0.2.1", "InstanceId": "",
   "InternetChargeType": "PayByTraffic",
   "ISP": "BGP"},
  {"AllocationId": "eip-b", "IpAddress": "192.0.2.1", "InstanceId": "",
   "InternetChargeType": "PayByTraffic",
   "ISP": "BGP_PRO"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: a:vsw-a::eip-a,b:vsw-b::eip-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"EipAddresses": {"EipAddress": [
  {"AllocationId": "eip-a", "IpAddress": "192.0.2.1", "InstanceId": "",
   "InternetChargeType": "PayByTraffic"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: a:vsw-a::eip-a,b:vsw-b::eip-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"EipAddresses": {"EipAddress": [
  {"AllocationId": "eip-a", "IpAddress": "192.0.2.1", "InstanceId": "",
   "InternetChargeType": "PayByTraffic"},
  {"AllocationId": "eip-b", "IpAddress": "192.0.2.1", "InstanceId": "",
   "InternetChargeType": "PayByTraffic"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: a:vsw-a::eip-a,b:vsw-b::eip-b
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Of an NLB that is there they are bound to it:

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}],
  "ZoneMappings": [
    {"ZoneId": "a", "VSwitchId": "vsw-a", "LoadBalancerAddresses": [{"AllocationId": "eip-a"}]},
    {"ZoneId": "b", "VSwitchId": "vsw-b", "LoadBalancerAddresses": [{"AllocationId": "eip-b"}]}
  ]
}]}
{"EipAddresses": {"EipAddress": [
  {"AllocationId": "eip-a", "IpAddress": "192.0.2.1", "InstanceId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
   "InternetChargeType": "PayByTraffic"},
  {"AllocationId": "eip-b", "IpAddress": "192.0.2.1", "InstanceId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
   "InternetChargeType": "PayByTraffic"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: a:vsw-a::eip-a,b:vsw-b::eip-b
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB page on zones and EIPs; CreateLoadBalancer, ZoneMappings
"""

from __future__ import annotations

from clblint.api import N_, Problems, Reason, Severity, ZoneMapping, eip_fault, eip_of, problem, rule
from clblint_inventory._inventory_texts import REFUSED_ZONE, is_there

_CASES = {
    "missing": N_("no EIP of the inventory has the id {id}, so the NLB cannot have it"),
    "InstanceId": N_("EIP {id} is bound to {there}, and the NLB cannot have it"),
    "BandwidthPackageId": N_("EIP {id} is in bandwidth package {there}, and the NLB cannot have it"),
    "InternetChargeType": N_("EIP {id} is paid as {there}, and an NLB takes only those that are paid by traffic"),
    "ISP": N_("EIP {id} is of line type {there}, another one than that of the first zone with an EIP"),
}


@rule("nlb-eip-unusable", on=ZoneMapping, severity=Severity.ERROR, evidence="I", since="0.2", when=("zone-maps",))
def check(zone: ZoneMapping) -> Problems:
    """Report the EIP of a zone in which the NLB is not yet."""
    named, fault = zone.eip, eip_fault(zone)
    if named is None or not fault or is_there(zone):
        return
    eip = eip_of(zone)
    there = eip.get(fault) if eip is not None else None
    yield problem(
        _CASES[fault],
        named,
        because=[Reason(there, "as the inventory has it")] if there is not None else [],
        id=named.text,
        there=there.value if there is not None else "",
        seen=REFUSED_ZONE,
        fix="name an EIP that is free and paid by traffic, of one line type in all zones, or leave it out",
        subject=named.text,
    )
