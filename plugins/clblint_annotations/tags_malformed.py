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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=web,acs:stage=test"  # <- here
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

from typing import TYPE_CHECKING

from clblint.api import N_, Annotation, Problem, Reason, Severity, problem, remove, rule
from clblint_annotations._readers import reading_of
from clblint_annotations._tags import SUFFIX, Tag, items_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST, _LONGEST_KEY, _LONGEST_VALUE = 20, 64, 128
_CUT = N_("the CCM reads {item} as {key}={value} and drops the rest")


@rule("tags-malformed", on=Annotation, severity=Severity.WARNING, page=__doc__, fix="unsafe")
def check(annotation: Annotation) -> Iterator[Problem]:
    """Report each item that is dropped, cut or refused, and too many of them."""
    if not annotation.key.endswith(SUFFIX) or not annotation.value.value or reading_of(annotation) is None:
        return
    tags: dict[str, Tag] = {}
    for item in items_of(annotation.value):
        earlier = tags.get(item.key) if item.key else None
        tags[item.key] = item
        message = _dropped(item, earlier) or _refused(item)
        if message:
            refused = not _dropped(item, earlier)
            yield problem(
                message,
                item.at,
                because=[Reason(earlier.at, "overwritten")] if earlier else [],
                item=item.at.text,
                key=item.key,
                value=item.value,
                seen="SyncLoadBalancerFailed: AddTags, InvalidParameter" if refused else "no event: dropped",
                fix="write it as key=value, with a key of its own" if not refused else "choose another key or value",
                subject=f"tag {item.at.text}",
                severity=Severity.ERROR if refused else Severity.WARNING if item.at.text else Severity.NOTE,
                edits=[] if item.key else [remove(item.at)],
            )
    if len([key for key in tags if key]) > _MOST:
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


def _dropped(item: Tag, earlier: Tag | None) -> str:
    if not item.at.text:
        return N_("an item of additional-resource-tags is empty")
    if not item.key:
        return N_("{item} in additional-resource-tags has no key, and the CCM drops it")
    if item.dropped:
        return _CUT
    return N_("tag {key} is given twice, and {item}, the later one, wins") if earlier else ""


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
