"""A public load balancer lets everybody in.

Without an access control list every address of the Internet reaches every port of the Service.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A private CLB is not reached from outside, and an explicit `off` is a decision:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "off"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An NLB has no access control list: its security groups filter, be they named in `security-group-ids` or made of
`loadBalancerSourceRanges`:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, access control; ACK help, annotations of CLBs, acl-status; NLB, "Add an NLB
instance to a security group"
"""

from __future__ import annotations

from clblint.api import PUBLIC, ClassicLoadBalancer, Problems, Severity, problem, rule
from clblint_instance._network import is_internet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import NetworkLoadBalancer


@rule("public-without-acl", on=ClassicLoadBalancer, severity=Severity.PEDANTIC)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report what makes it public, or the Service."""
    address, annotations = balancer.annotations.get("address-type"), balancer.annotations
    if balancer.address_type != PUBLIC or not balancer.service.ports or not balancer.manages_listeners:
        return
    if balancer.is_reused and address.is_empty:  # the CLB may be a private one
        return
    if any(annotations.get(suffix).is_set for suffix in ("acl-id", "acl-type", "acl-status")):
        return
    yield problem(
        "the CLB is public and has no access control list, so every address of the Internet reaches it",
        address if address.present else balancer.service.name,
        id=annotations.key_of("acl-id"),
        seen="no event: the ports are open to everybody",
        fix='set {id} with acl-type "white" and acl-status "on", or acl-status "off" where everybody is welcome',
        subject="acl-id",
    )


@check.also(on="NetworkLoadBalancer")
def on_nlb(balancer: NetworkLoadBalancer) -> Problems:
    """Report an NLB for which nothing asks for a security group."""
    address, service = balancer.annotations.get("address-type"), balancer.service
    if not is_internet(balancer) or balancer.is_reused or balancer.sets_security_groups or service.source_ranges:
        return
    yield problem(
        "the NLB is public and in no security group, so every address of the Internet reaches it",
        address if address.present else service.name,
        id=balancer.annotations.key_of("security-group-ids"),
        seen="no event: the ports are open to everybody",
        fix="set loadBalancerSourceRanges, or {id} to groups with a rule that denies",
        subject="security-group-ids",
    )
