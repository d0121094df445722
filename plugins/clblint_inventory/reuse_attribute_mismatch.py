"""The load balancer to reuse is not of the kind that the annotations ask for.

Address type, IP version, resource group, network type, zones and address are compared with the CLB at every full sync
and cannot be changed: where one differs, the sync fails, again and again. An absent `ip-version` asks for IPv4.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "AddressType": "intranet", "AddressIPVersion": "ipv4",
  "ResourceGroupId": "rg-web"
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-resource-group-id: rg-other  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "AddressIPVersion": "ipv6"}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "AddressType": "intranet", "AddressIPVersion": "ipv4",
  "ResourceGroupId": "rg-web"
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:Update; ACK Service troubleshooting, "can not change ... once created"
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, mismatches, problem, replace, rule
from clblint_inventory._there import taken


@rule("reuse-attribute-mismatch", on=LoadBalancer, severity=Severity.ERROR, evidence="I", when=("id",), fix="unsafe")
def check(balancer: LoadBalancer) -> Problems:
    """Report each value, or the id where it is left out."""
    clb = taken(balancer)
    for found in mismatches(balancer, clb) if clb is not None else ():
        if found.suffix == "network-type" and balancer.annotations.get("address-type").value == "internet":
            continue  # network-type-vpc-internet
        yield problem(
            "{suffix} is {asked} here and {there} on CLB {id}, which cannot be changed: every sync fails"
            if found.asked.present
            else "no {suffix} asks for {asked}, and CLB {id} has {there}, which cannot be changed: every sync fails",
            found.asked if found.asked.present else balancer.reuses,
            because=[Reason(found.there, "{there} on the CLB")],
            suffix=found.suffix,
            key=balancer.annotations.key_of(found.suffix),
            asked=found.asked.value,
            there=found.there.value,
            id=balancer.reuses.value,
            words=found.words,
            seen='SyncLoadBalancerFailed: "alicloud: can not change {words} once created. delete and retry"'
            if found.suffix == "address-type"
            else 'SyncLoadBalancerFailed: "alicloud: can not change {words} once created"',
            fix='set {key}: "{there}", or reuse another CLB'
            if found.there.value != "ipv6"
            else "reuse an IPv4 CLB, or remove the id and let the CCM create an IPv6 one",
            subject=found.suffix,
            edits=[replace(found.asked, found.there.value)]
            if found.asked.readable and found.there.value != "ipv6"
            else [],
        )
