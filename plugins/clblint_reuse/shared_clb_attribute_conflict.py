"""Two Services ask for different attributes of one load balancer.

Name, billing, specification, protections and tags of a reused CLB follow the annotations of each Service at its full
sync. Where two Services on one CLB disagree, the CCM switches it back and forth between them. Tags are replaced as a
whole: each Service removes those of the other.

What a load balancer keeps for life is compared, too: resource group, IP version, and of a CLB address type and zones.
Where two Services disagree about that, every sync of one of them fails.

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

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack  # <- here (error)
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv4  # <- here (error)
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 81}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: IPv4
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-resource-group-id: rg-web
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv4
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 81}]
```

Sources: clbv1/loadbalancer.go:Update, updateLoadBalancerTags; nlbv2/loadbalancer.go:Update, updateBandwidthPackageId
"""

from __future__ import annotations

from clblint.api import Case, Problems, Reason, Severity, SharedAttribute, if_one_cluster, rule
from clblint_reuse._attributes import is_fixed, suffix_of, wanted_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.api import Fact, LoadBalancer

_SWITCHED = Case(
    "{suffix} of {kind} {id} is {value} here and {other} for {service}: the CCM switches it back and forth",
    "no event: the {kind} changes with every full sync of one of them",
)
_REFUSED = Case(
    "{suffix} of {kind} {id} is {value} here and {other} for {service}, but cannot be changed: every sync of one fails",
    "one of them has an event that says that it cannot be changed",
    severity=Severity.ERROR,
)


@rule("shared-clb-attribute-conflict", on=SharedAttribute, severity=Severity.WARNING, evidence="X", when=("id",))
def check(shared: SharedAttribute) -> Problems:
    """Report an attribute of which another Service wants something else."""
    sharing, balancer, suffix = shared.sharing, shared.sharing.balancer, suffix_of(shared.sharing.balancer, shared.name)
    surely = _differing(balancer, shared.name, sharing.others)
    differing = surely or _differing(balancer, shared.name, sharing.perhaps)
    if not differing:
        return
    fact, others = balancer.annotations.get(suffix), [other.annotations.get(suffix) for other in differing]
    found = (_REFUSED if is_fixed(balancer, shared.name) else _SWITCHED).at(
        fact,
        rivals=[Reason(other, "and this here") for other in others],
        suffix=suffix,
        id=balancer.reuses.value,
        kind=balancer.kind,
        value=_shown(fact),
        other=_shown(others[0]),
        service=differing[0].service.id,
        fix="say it in one of the Services only, or in all of them alike",
        subject=suffix,
    )
    yield found if surely else if_one_cluster(found)


def _differing(balancer: LoadBalancer, parameter: str, others: Iterable[LoadBalancer]) -> list[LoadBalancer]:
    """The load balancers that want something else of an attribute."""
    undo_each_other = balancer.compared_apart.get(parameter)
    if undo_each_other is not None:
        return [other for other in others if undo_each_other(balancer, other)]
    wanted = wanted_of(balancer, parameter)
    return [other for other in others if wanted and (wanted_of(other, parameter) or wanted) != wanted]


def _shown(fact: Fact[str]) -> str:
    """A value as it is said; one that is empty takes an NLB out of what it is in."""
    return fact.value or '""'
