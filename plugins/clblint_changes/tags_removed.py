"""Tags are removed from the manifest and stay on the load balancer.

Tags are compared only while `additional-resource-tags` names at least one. Without it the CLB keeps the tags it had.
To remove one tag, keep the others in the annotation.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web,env=prod"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:  # <- here
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web,env=prod"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

An NLB keeps them, too; even an empty value takes none away.

```yaml bad
# file: old/service.yaml
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
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: ""  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go Update, updateLoadBalancerTags; nlbv2/loadbalancer.go:Update
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, problem, rule


@rule("tags-removed", on=Change, severity=Severity.NOTE, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find tags that are gone altogether."""
    edit = change.edit("additional-resource-tags")
    if edit is not None and edit.removed and _are_there(change):
        yield problem(
            "additional-resource-tags is gone, but the {kind} keeps its tags: {tags}",
            edit.at,
            because=[Reason(edit.before, "the tags that stay")],
            seen="no event: ignored",
            fix="remove the tags in the console, or keep the annotation with the tags that are wanted",
            subject="additional-resource-tags",
            tags=edit.before.value,
            kind=change.kind,
        )


def _are_there(change: Change) -> bool:
    """Whether the load balancer has any of the tags, unless an inventory says that it has none."""
    there = change.existing.tags if change.existing is not None else None
    wanted = change.pair[0].wishes.get("Tags") if change.pair is not None else None
    if there is None or wanted is None or not isinstance(wanted.value, dict):
        return True
    return not there.keys().isdisjoint(wanted.value)
