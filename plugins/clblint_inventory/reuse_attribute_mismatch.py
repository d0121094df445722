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

from clblint.api import N_, Mismatch, Problems, Reason, Severity, replace, rule
from clblint_inventory._immutable import is_refused_before, mismatch_problem

_MESSAGES = (
    N_("{suffix} is {asked} here and {there} on {kind} {id}, which cannot be changed: every sync fails"),
    N_("no {suffix} asks for {asked}, and CLB {id} has {there}, which cannot be changed: every sync fails"),
)
_REUSE_ANOTHER = N_('set {key}: "{there}", or reuse another {kind}')
_NOT_IPV6 = N_("reuse an IPv4 CLB, or remove the id and let the CCM create an IPv6 one")


@rule("reuse-attribute-mismatch", on=Mismatch, severity=Severity.ERROR, evidence="I", when=("id",), fix="unsafe")
def check(mismatch: Mismatch) -> Problems:
    """Report the value, or the id where it is left out."""
    balancer, found = mismatch
    if balancer.is_reused and not is_refused_before(balancer, found):
        fixable = found.there.value != "ipv6"
        yield mismatch_problem(
            mismatch,
            _MESSAGES,
            balancer.reuses,
            because=Reason(found.there, "{there} on the {kind}"),
            fix=_REUSE_ANOTHER if fixable else _NOT_IPV6,
            edits=[replace(found.asked, found.there.value)] if found.asked.readable and fixable else [],
        )
