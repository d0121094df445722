"""The load balancer keeps an attribute for life that its annotations want otherwise.

The CCM compares address type, IP version, zones, network type, resource group and address of a CLB that it made (IP
version and resource group of an NLB) with the annotations, and cannot change them. Until they agree every sync ends in
an error. Where a load balancer is reused, `reuse-attribute-mismatch` says so.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerName": "web", "AddressType": "internet",
  "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerName": "web", "AddressType": "intranet",
  "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An IPv6 CLB whose annotation is gone:

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerName": "web", "AddressIPVersion": "ipv6",
  "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
  uid: 01234567-89ab-cdef-0123-456789abcdef
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

And an NLB:

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a1", "LoadBalancerType": "network", "ResourceGroupId": "rg-a",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}]}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-resource-group-id: rg-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a1", "LoadBalancerType": "network", "ResourceGroupId": "rg-a",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}]}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-resource-group-id: RG-A
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:Update; nlbv2/loadbalancer.go:Update
"""

from __future__ import annotations

from clblint.api import N_, Mismatch, Problems, Reason, Severity, rule
from clblint_inventory._immutable import is_refused_before, mismatch_problem

_MESSAGES = (
    N_("{suffix} is {asked} here and {there} on {kind} {id}, which keeps it for life: every sync ends in an error"),
    N_("no {suffix} asks for {asked}, and {kind} {id} keeps {there} for life: every sync ends in an error"),
)


@rule("attribute-mismatch", on=Mismatch, severity=Severity.ERROR, evidence="I")
def check(mismatch: Mismatch) -> Problems:
    """Report what a load balancer that the CCM made keeps for life; a reused one is reuse-attribute-mismatch."""
    balancer, found = mismatch
    if not balancer.is_reused and not is_refused_before(balancer, found):
        yield mismatch_problem(
            mismatch,
            _MESSAGES,
            balancer.service.name,
            because=Reason(found.there, "as the inventory has it"),
            fix=N_('set {key}: "{there}", or make a second Service and move the traffic to it'),
        )
