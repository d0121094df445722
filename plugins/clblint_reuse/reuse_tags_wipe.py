"""The tags of a reused load balancer are replaced.

Where `additional-resource-tags` lists any tag, the CCM removes every other one from the CLB, except system tags and its
own: tags for cost centres, of Terraform or of other teams are gone after the first sync.

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

Sources: clbv1/loadbalancer.go:updateLoadBalancerTags; pkg/controller/helper/tags.go:FilterTags; CCM release notes,
v2.10.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problem, Reason, Severity, known_older, problem, rule
from clblint_reuse._reused import reused

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("reuse-tags-wipe", on=LoadBalancer, severity=Severity.ERROR, when=("id",), page=__doc__)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report the tags."""
    tags, found = balancer.annotations.get("additional-resource-tags"), reused(balancer)
    if found is None or not tags.given or not tags.value:
        return
    asked = balancer.wishes.get("Tags")
    if asked is None or not asked.value or known_older(balancer.cluster.ccm_version, "v2.10.0"):
        return
    yield problem(
        "additional-resource-tags lists {tags}, and every other tag of the reused CLB {id} is removed",
        tags,
        because=[Reason(found, "the CLB that is reused")],
        tags=tags.value,
        id=found.value,
        seen="no event: tags that others set on the CLB are gone after the next full sync",
        fix="remove it and tag the CLB where it is looked after, or list all the tags that it has to keep",
        subject="additional-resource-tags",
    )
