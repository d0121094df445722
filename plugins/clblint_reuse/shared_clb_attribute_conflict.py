"""Two Services ask for different attributes of one load balancer.

Name, billing, specification, protections and tags of a reused CLB follow the annotations of each Service at its full
sync. Where two Services on one CLB disagree, the CCM switches it back and forth between them. Tags are replaced as a
whole: each Service removes those of the other.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "on"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: team=web  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "off"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: team=api  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 8080}]
```

A Service that says nothing changes nothing:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: edge
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "on"
spec:
  type: LoadBalancer
  ports: [{port: 8080}]
---
apiVersion: v1
kind: Service
metadata:
  name: admin
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 8443}]
```

So it is with Services on one NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 81}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: Intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 81}]
```

Its security groups, zones and bandwidth package are set likewise. An NLB leaves every security group that is not
listed, and an empty list is one, too. Its zones are replaced where it lacks one that is listed:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-1,sg-2  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth-package-id: cbwp-1  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-a-h:vsw-a,cn-a-k:vsw-b"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-2,sg-3  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth-package-id: cbwp-2  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-a-h:vsw-a,cn-a-l:vsw-c"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 81}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-1  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth-package-id: cbwp-1  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: ""  # <- here: "" here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth-package-id: ""  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 81}]
```

Where the NLB has all zones of a Service, that Service changes none:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: blue
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-1,sg-2
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-a-h:vsw-a,cn-a-k:vsw-b"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: green
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: SG-2,sg-1
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-a-k:vsw-b,cn-a-h:vsw-a,cn-a-j:c"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 81}]
---
apiVersion: v1
kind: Service
metadata:
  name: silent
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 82}]
---
apiVersion: v1
kind: Service
metadata:
  name: twice
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-2,sg-2
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-a-h:vsw-a:10.0.0.5,cn-a-k:vsw-b"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 83}]
---
apiVersion: v1
kind: Service
metadata:
  name: unknown
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "${GROUP}"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-a-h:${VSWITCH},cn-a-g:vsw-d"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 84}]
```

Sources: clbv1/loadbalancer.go:Update, updateLoadBalancerTags; nlbv2/loadbalancer.go:Update, updateBandwidthPackageId
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import SETTABLE, Problems, Reason, Severity, SharedAttribute, if_one_cluster, problem, rule
from clblint_reuse._attributes import LISTS_OF_NLB, OF_NLB, is_sent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.api import Fact, LoadBalancer

_TAGS = {"Tags": "additional-resource-tags"}
_BY_KIND = {"CLB": {**SETTABLE, **_TAGS}, "NLB": {**OF_NLB, **LISTS_OF_NLB, **_TAGS}}


@rule("shared-clb-attribute-conflict", on=SharedAttribute, severity=Severity.WARNING, evidence="X", when=("id",))
def check(shared: SharedAttribute) -> Problems:
    """Report an attribute of which another Service wants something else."""
    sharing, balancer, suffix = shared.sharing, shared.sharing.balancer, _suffix(shared.sharing.balancer, shared.name)
    surely = _differing(balancer, shared.name, sharing.others)
    differing = surely or _differing(balancer, shared.name, sharing.perhaps)
    if not differing:
        return
    fact, others = balancer.annotations.get(suffix), [other.annotations.get(suffix) for other in differing]
    found = problem(
        "{suffix} of {kind} {id} is {value} here and {other} for {service}: the CCM switches it back and forth",
        fact,
        rivals=[Reason(other, "and this here") for other in others],
        suffix=suffix,
        id=balancer.reuses.value,
        kind=balancer.kind,
        value=_shown(fact),
        other=_shown(others[0]),
        service=differing[0].service.id,
        seen="no event: the {kind} changes with every full sync of one of them",
        fix="say it in one of the Services only, or in all of them alike",
        subject=suffix,
    )
    yield found if surely else if_one_cluster(found)


def _differing(balancer: LoadBalancer, parameter: str, others: Iterable[LoadBalancer]) -> list[LoadBalancer]:
    """The load balancers that want something else of an attribute."""
    undo_each_other = balancer.compared_apart.get(parameter)
    if undo_each_other is not None:
        return [other for other in others if undo_each_other(balancer, other)]
    wanted = _wanted(balancer, parameter)
    return [other for other in others if wanted and (_wanted(other, parameter) or wanted) != wanted]


def _wanted(balancer: LoadBalancer, parameter: str) -> str:
    """What is sent for an attribute, to be compared; empty where nothing is, or where it cannot be known."""
    asked = balancer.wishes.get(parameter) if _suffix(balancer, parameter) else None
    if asked is None or not asked.readable or not is_sent(balancer, _suffix(balancer, parameter)):
        return ""
    if isinstance(asked.value, dict):
        return ",".join(sorted(f"{key}={value}" for key, value in asked.value.items()))
    return asked.value.lower() if parameter == "InstanceChargeType" else asked.value


def _shown(fact: Fact[str]) -> str:
    """A value as it is said; one that is empty takes an NLB out of what it is in."""
    return fact.value or '""'


def _suffix(balancer: LoadBalancer, parameter: str) -> str:
    """The annotation that asks for an attribute; empty if the CCM does not set it on a reused load balancer."""
    return _BY_KIND[balancer.kind].get(parameter, "")
