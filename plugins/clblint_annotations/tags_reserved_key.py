"""An additional tag has a key that the CCM uses for its own tags.

By `kubernetes.do.not.delete` and `ack.aliyun.com` the CCM knows which load balancer belongs to which Service and
cluster, by `kubernetes.reused.by.user` that a CLB is not its own. It sets them itself and leaves them out of the
comparison later, so such an item never changes anything; on a new load balancer it takes the place of the tag of
ownership.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "a=b,ack.aliyun.com=c1"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web,kubernetes=yes"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/controller/helper/tags.go:FilterTags; reconcile/annotation/annotations.go:GetDefaultTags
"""

from __future__ import annotations

from clblint.api import Problems, Severity, Tag, problem, remove, rule
from clblint_annotations._readers import reading_of

_RESERVED = frozenset({"kubernetes.do.not.delete", "ack.aliyun.com", "kubernetes.reused.by.user"})


@rule("tags-reserved-key", on=Tag, severity=Severity.WARNING, fix="unsafe", when=("additional-resource-tags",))
def check(tag: Tag) -> Problems:
    """Report an item with such a key."""
    if tag.key in _RESERVED and reading_of(tag.annotation) is not None:
        yield problem(
            "tag {tag} is the CCM's own, and a value given here confuses it about whose load balancer this is",
            tag.at,
            tag=tag.key,
            seen="no event: left out of every update; on a new load balancer it stands in for the tag of ownership",
            fix="remove this item",
            subject=f"tag {tag.key}",
            edits=[remove(tag.at)],
        )
