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

from typing import NamedTuple

from clblint.api import N_, Annotation, Problems, Reason, Severity, problem, remove, rule
from clblint_annotations._readers import reading_of
from clblint_annotations._tags import SUFFIX, Tag, items_of

_MOST, _LONGEST_KEY, _LONGEST_VALUE = 20, 64, 128


class _Dropped(NamedTuple):
    """What the CCM does not take over: what is wrong, what will be seen, and what to do."""

    message: str
    seen: str
    fix: str


_EMPTY = _Dropped(
    N_("an item of additional-resource-tags is empty"), N_("no event: dropped"), N_("remove the comma too many")
)
_NO_KEY = _Dropped(
    N_("{item} in additional-resource-tags has no key, and the CCM drops it"),
    N_("no event: dropped"),
    N_("write it as key=value, or remove it"),
)
_CUT = _Dropped(
    N_("the CCM reads {item} as {key}={value} and drops the rest"),
    N_("no event: the tag gets the shorter value"),
    N_("choose a value without an equals sign"),
)
_TWICE = _Dropped(
    N_("tag {key} is given twice, and {item}, the later one, wins"),
    N_("no event: the earlier one is overwritten"),
    N_("keep one of the two, or give each a key of its own"),
)


@rule("tags-malformed", on=Annotation, severity=Severity.WARNING, fix="unsafe")
def check(annotation: Annotation) -> Problems:
    """Report each item that is dropped, cut or refused, and too many of them."""
    if not annotation.key.endswith(SUFFIX) or not annotation.value.value or reading_of(annotation) is None:
        return
    tags: dict[str, Tag] = {}
    for item in items_of(annotation.value):
        earlier = tags.get(item.key) if item.key else None
        if item.key:
            tags[item.key] = item
        dropped, refused = _dropped(item, earlier), _refused(item)
        if dropped or refused:
            yield problem(
                dropped.message if dropped else refused,
                item.at,
                because=[Reason(earlier.at, "overwritten")] if earlier else [],
                item=item.at.text,
                key=item.key,
                value=item.value,
                seen=dropped.seen if dropped else "SyncLoadBalancerFailed: AddTags, InvalidParameter",
                fix=dropped.fix if dropped else "choose another key or value",
                subject=f"tag {item.at.text}",
                severity=Severity.ERROR if not dropped else Severity.WARNING if item.at.text else Severity.NOTE,
                edits=[] if item.key else [remove(item.at)],
            )
    if len(tags) > _MOST:
        yield problem(
            "{count} tags are more than the {most} that a resource can have, and the API refuses them",
            annotation.value,
            count=len(tags),
            most=_MOST,
            seen="SyncLoadBalancerFailed: AddTags, the quota of tags is exceeded",
            fix="keep {most} at most; the CCM adds two of its own",
            subject="tags",
            severity=Severity.ERROR,
        )


def _dropped(item: Tag, earlier: Tag | None) -> _Dropped | None:
    if not item.at.text:
        return _EMPTY
    if not item.key:
        return _NO_KEY
    if item.dropped:
        return _CUT
    return _TWICE if earlier else None


def _refused(item: Tag) -> str:
    if item.key.lower().startswith(("aliyun", "acs:")):
        return N_("tag {key} begins like the cloud's own tags, and the API refuses it")
    text = f"{item.key}={item.value}".lower()
    if "http://" in text or "https://" in text:
        return N_("tag {item} holds a URL, and the API refuses it")
    if len(item.key) > _LONGEST_KEY:
        return N_("the key of tag {item} is longer than 64 characters, and the API refuses it")
    if len(item.value) > _LONGEST_VALUE:
        return N_("the value of tag {item} is longer than 128 characters, and the API refuses it")
    return ""
