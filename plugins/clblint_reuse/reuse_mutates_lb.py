"""An annotation changes a load balancer that belongs to somebody else.

Name, billing, specification and protections of a reused CLB follow the annotations at every full sync, just as they do
on a CLB of the CCM's own. Whoever made the CLB in the console or with Terraform sees it change, and change back.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: web  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "off"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: web
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "off"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

What is not sent changes nothing:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Of an NLB the CCM sets other attributes: address type, name, security groups, bandwidth package, IPv6 address type and
cross-zone forwarding, whether or not `force-override-listeners` is set. Zones and tags are matters of their own.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-a1  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: own
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:Update
"""

from __future__ import annotations

from clblint.api import N_, ClassicCarriedAnnotation, Problems, Reason, Severity, is_as_asked, problem, rule
from clblint_reuse._attributes import NLB_ATTRIBUTES, PARAMETERS, address_type, charge_type, is_sent
from clblint_reuse._reused import reused, the_reused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ClassicLoadBalancer, Fact, LoadBalancer, NetworkCarriedAnnotation, Problem

_ALWAYS = N_("{suffix} {value} is set on {clb} at every full sync, whoever it belongs to")


@rule("reuse-mutates-lb", on=ClassicCarriedAnnotation, severity=Severity.WARNING, when=("id",))
def check(carried: ClassicCarriedAnnotation) -> Problems:
    """Report an attribute that is changed; tags are a matter of their own."""
    balancer, suffix, _ = carried
    found, fact = reused(balancer), balancer.annotations.get(suffix)
    asked = balancer.wishes.get(PARAMETERS.get(suffix, ""))
    if found is None or asked is None or not asked.present or not is_sent(balancer, suffix):
        return
    yield _changed(balancer, _message(balancer, suffix), suffix, fact)


@check.also(on="NetworkCarriedAnnotation")
def of_nlb(carried: NetworkCarriedAnnotation) -> Problems:
    """Report an attribute of an NLB; zones and tags are matters of their own."""
    balancer, suffix, fact = carried
    set_on_it = reused(balancer) is not None and suffix in NLB_ATTRIBUTES and fact.is_set
    if set_on_it and not is_as_asked(balancer, suffix):
        yield _changed(balancer, _ALWAYS, suffix, fact)


def _changed(balancer: LoadBalancer, message: str, suffix: str, fact: Fact[str]) -> Problem:
    return problem(
        message,
        fact.at_key,
        because=[Reason(balancer.reuses, "the {kind} that is reused")],
        suffix=suffix,
        value=fact.value,
        kind=balancer.kind,
        clb=the_reused(balancer),
        seen="no event: the {kind} changes, and changes back whenever somebody else sets it",
        fix="remove it, and make the setting where the {kind} is looked after",
        subject=suffix,
    )


def _message(balancer: ClassicLoadBalancer, suffix: str) -> str:
    if suffix == "spec" and charge_type(balancer).may_be(""):
        return N_("{suffix} {value} is set on {clb} at every full sync, if that is billed by specification")
    if suffix in {"bandwidth", "charge-type"} and address_type(balancer).may_be(""):
        return N_("{suffix} {value} is set on {clb} at every full sync, if that is public")
    return _ALWAYS
