"""Server groups of an NLB are left behind while it is to be preserved.

With `preserve-lb-on-delete` the CCM deletes no server group of an NLB any more, also while the Service lives: one
that falls out of use, because a port is removed, a node port or target port changes, or pods become the back ends,
only loses its tags. Nobody deletes it then. On a reused NLB the back ends stay in it, too. Set the annotation right
before the Service is to be deleted.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"  # <- here
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
  ports: [{port: 80}]
```

A no that counts as a yes is another mistake:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "off"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A change that takes ports away leaves their groups behind at once, which is a warning:

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{name: http, port: 80}, {name: https, port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here (warning)
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: nlbv2/model_applier.go:cleanup; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkChange, NetworkLoadBalancer, Problems, Reason, Severity, listed, problem, rule
from clblint_reuse._reused import preserve_of, says_no

_WHEN = ("preserve-lb-on-delete",)


@rule(
    "nlb-preserve-leaks-groups", on=NetworkLoadBalancer, severity=Severity.NOTE, evidence="SO", since="0.2", when=_WHEN
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the annotation."""
    preserve = preserve_of(balancer)
    if preserve is None or (preserve.readable and says_no(preserve.value)):
        return
    yield problem(
        "as long as this stands, server groups that fall out of use stay behind, and so they do when the Service goes"
        if balancer.is_reused
        else "as long as this stands, server groups that fall out of use stay behind",
        preserve.at_key,
        seen="no event: groups named k8s.... without tags remain, and count for the quota",
        fix="set it only before the Service is to be deleted",
        subject="preserve-lb-on-delete",
    )


@check.also(on=NetworkChange)
def changed(change: NetworkChange) -> Problems:
    """Find groups that a change leaves behind."""
    preserve, left = preserve_of(change.new), change.groups_left
    if preserve is not None and left:
        yield problem(
            "server group {groups} falls out of use, and stays behind while the NLB is to be preserved"
            if len(left) == 1
            else "server groups {groups} fall out of use, and stay behind while the NLB is to be preserved",
            change.new.service.name,
            because=[Reason(preserve, "no group is deleted while this stands")],
            seen="no event: the CCM calls UntagResources; the groups remain, and count for the quota",
            fix="take preserve-lb-on-delete away for this change, and set it before the Service is to be deleted",
            subject="preserve-lb-on-delete",
            severity=Severity.WARNING,
            groups=listed(left),
        )
