"""An item of `additional-resource-tags` is not a tag that the CCM and the API take.

The CCM never complains about a tag: an item without a key is dropped, text behind a second `=` is cut off, and of two
items with one key the later wins. The rest goes to the API, which takes at most 20 tags with keys of up to 64 and
values of up to 128 characters, none that begins with `aliyun` or `acs:` or holds `http://` or `https://`, and refuses
all tags otherwise.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web,filter=a=b"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: team=a,acs:env=b  # <- here (error)
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: docs
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web,=test,team=api"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web, stage=,public"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:GetLoadBalancerAdditionalTags; SLB API, TagResources
"""

from __future__ import annotations

from clblint.api import (
    N_,
    Annotation,
    Case,
    Problems,
    Reason,
    Severity,
    Tag,
    TagFault,
    remove,
    rule,
    tags_of,
)
from clblint_annotations._readers import reading_of

_MOST = 20
_DROPPED, _WARNING = N_("no event: dropped"), Severity.WARNING
_CASES = {
    TagFault.EMPTY: Case(
        "an item of additional-resource-tags is empty", _DROPPED, "remove the comma too many", Severity.NOTE),
    TagFault.NO_KEY: Case(
        "{item} in additional-resource-tags has no key, and the CCM drops it",
        _DROPPED, "write it as key=value, or remove it", _WARNING),
    TagFault.CUT: Case(
        "the CCM reads {item} as {key}={value} and drops the rest",
        "no event: the tag gets the shorter value", "choose a value without an equals sign", _WARNING),
    TagFault.TWICE: Case(
        "tag {key} is given twice, and {item}, the later one, wins",
        "no event: the earlier one is overwritten", "keep one of the two, or give each a key of its own", _WARNING),
    TagFault.OF_THE_CLOUD: Case("tag {key} begins like the cloud's own tags, and the API refuses it"),
    TagFault.URL: Case("tag {item} holds a URL, and the API refuses it"),
    TagFault.LONG_KEY: Case("the key of tag {item} is longer than 64 characters, and the API refuses it"),
    TagFault.LONG_VALUE: Case("the value of tag {item} is longer than 128 characters, and the API refuses it"),
}  # fmt: skip
_TOO_MANY = Case(
    "{count} tags are more than the {most} that a resource can have, and the API refuses them",
    "SyncLoadBalancerFailed: AddTags, the quota of tags is exceeded",
    "keep {most} at most; the CCM adds two of its own",
    Severity.ERROR,
)


@rule("tags-malformed", on=Tag, severity=Severity.WARNING, fix="unsafe", when=("additional-resource-tags",))
def check(tag: Tag) -> Problems:
    """Report an item that is dropped, cut or refused."""
    if tag.fault is not None and reading_of(tag.annotation) is not None:
        yield _CASES[tag.fault].at(
            tag.at,
            because=[Reason(tag.previous.at, "overwritten")] if tag.previous else [],
            item=tag.at.text,
            key=tag.key,
            value=tag.value,
            seen="SyncLoadBalancerFailed: AddTags, InvalidParameter",
            fix="choose another key or value",
            subject=f"tag {tag.at.text}",
            severity=Severity.ERROR,
            edits=[] if tag.key else [remove(tag.at)],
        )


@check.also(on=Annotation)
def too_many(annotation: Annotation) -> Problems:
    """Report more tags than a resource can have."""
    count = len({tag.key for tag in tags_of(annotation) if tag.key})
    if count > _MOST and reading_of(annotation) is not None:
        yield _TOO_MANY.at(annotation.value, count=count, most=_MOST, subject="tags")
