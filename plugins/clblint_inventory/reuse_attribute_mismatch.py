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

Of an NLB only IP version and resource group are fixed, and only what is written is compared. Its address type is
changed to the one that is asked for:

```yaml bad
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "AddressType": "Intranet", "AddressIpVersion": "ipv4",
  "ResourceGroupId": "rg-web"
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-resource-group-id: rg-other  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "AddressType": "Intranet", "AddressIpVersion": "ipv4",
  "ResourceGroupId": "rg-web"
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: IPV4
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-resource-group-id: RG-web
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:Update; ACK Service troubleshooting, "can not change ... once created";
nlbv2/loadbalancer.go:Update
"""

from __future__ import annotations

from clblint.api import N_, Mismatch, Problems, Reason, Severity, problem, replace, rule

_NEVER = N_('SyncLoadBalancerFailed: "alicloud: can not change {words} once created"')
_NEVER_RETRY = N_('SyncLoadBalancerFailed: "alicloud: can not change {words} once created. delete and retry"')
_NEVER_NLB = N_('SyncLoadBalancerFailed: "{words} cannot be changed, service: {asked}, nlb: {there}"')


@rule("reuse-attribute-mismatch", on=Mismatch, severity=Severity.ERROR, evidence="I", when=("id",), fix="unsafe")
def check(mismatch: Mismatch) -> Problems:
    """Report the value, or the id where it is left out."""
    (balancer, found), annotations = mismatch, mismatch.balancer.annotations
    asked, there = found.asked, found.there
    if found.suffix == "network-type" and annotations.get("address-type").value == "internet":
        return  # network-type-vpc-internet
    never = _NEVER_RETRY if found.suffix == "address-type" else _NEVER
    yield problem(
        "{suffix} is {asked} here and {there} on {kind} {id}, which cannot be changed: every sync fails"
        if asked.present
        else "no {suffix} asks for {asked}, and CLB {id} has {there}, which cannot be changed: every sync fails",
        asked if asked.present else balancer.reuses,
        because=[Reason(there, "{there} on the {kind}")],
        kind=balancer.kind,
        suffix=found.suffix,
        key=annotations.key_of(found.suffix),
        asked=asked.value,
        there=there.value,
        id=balancer.reuses.value,
        words=found.words,
        seen=_NEVER_NLB if balancer.kind == "NLB" else never,
        fix='set {key}: "{there}", or reuse another {kind}'
        if there.value != "ipv6"
        else "reuse an IPv4 CLB, or remove the id and let the CCM create an IPv6 one",
        subject=found.suffix,
        edits=[replace(asked, there.value)] if asked.readable and there.value != "ipv6" else [],
    )
