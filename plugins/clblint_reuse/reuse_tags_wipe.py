"""The tags of a reused load balancer are replaced.

Where `additional-resource-tags` lists any tag, the CCM removes every other one from the CLB, except system tags and its
own: tags for cost centres, of Terraform or of other teams are gone after the first sync. An inventory shows which.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

The CLB has no other tags:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": [
  {"TagKey": "team", "TagValue": "web"}, {"TagKey": "acs:rm:rgId", "TagValue": "rg-web"},
  {"TagKey": "kubernetes.reused.by.user", "TagValue": "true"}
]}}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

CCM versions before 2.10.0 do not look at it on a reused CLB:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.9.1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

So it is with an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:updateLoadBalancerTags; pkg/controller/helper/tags.go:FilterTags; CCM release notes,
v2.10.0
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, known_older, listed, problem, rule
from clblint_reuse._reused import reused, the_reused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import BalancerRecord, Fact

_STAY = ("acs:", "kubernetes.do.not.delete", "ack.aliyun.com", "kubernetes.reused.by.user")


@rule("reuse-tags-wipe", on=LoadBalancer, severity=Severity.ERROR, evidence="SI", when=("id",))
def check(balancer: LoadBalancer) -> Problems:
    """Report the tags."""
    tags, found = balancer.annotations.get("additional-resource-tags"), reused(balancer)
    if found is None or not tags.is_set:
        return
    asked = balancer.wishes.get("Tags")
    if asked is None or not asked.value or known_older(balancer.cluster.ccm_version, "v2.10.0"):
        return
    clb = balancer.existing
    lost = _lost(clb, asked) if clb is not None else None
    if (clb is not None and clb.marked is not None) or lost == []:
        return
    yield problem(
        "additional-resource-tags lists {tags}, and {lost} of {clb} is removed"
        if lost
        else "additional-resource-tags lists {tags}, and every other tag of {clb} is removed",
        tags,
        because=[Reason(found, "the {kind} that is reused"), *(Reason(fact, "this tag") for _, fact in lost or ())],
        lost=listed(key for key, _ in lost or ()),
        tags=tags.value,
        clb=the_reused(balancer),
        kind=balancer.kind,
        seen="no event: tags that others set on the {kind} are gone after the next full sync",
        fix="remove it and tag the {kind} where it is looked after, or list all the tags that it has to keep",
        subject="additional-resource-tags",
    )


def _lost(clb: BalancerRecord, asked: Fact[str] | Fact[dict[str, str]]) -> list[tuple[str, Fact[str]]] | None:
    """The tags that are removed (helper:FilterTags), as far as is known; None where those of the CLB are not known."""
    if clb.tags is None:
        return None
    kept = asked.value if asked.readable else clb.tags
    return [(key, tag) for key, tag in clb.tags.items() if key not in kept and not key.startswith(_STAY)]
