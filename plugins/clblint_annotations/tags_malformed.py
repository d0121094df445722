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

from clblint.api import N_, Annotation, Case, Problems, Reason, Severity, Tag, problem, remove, rule, tags_of
from clblint_annotations._readers import reading_of

_MOST, _LONGEST_KEY, _LONGEST_VALUE = 20, 64, 128
_REFUSED = N_("SyncLoadBalancerFailed: AddTags, InvalidParameter")
_CHOOSE = N_("choose another key or value")
_EMPTY = Case(
    N_("an item of additional-resource-tags is empty"),
    N_("no event: dropped"),
    N_("remove the comma too many"),
    Severity.NOTE,
)
_NO_KEY = Case(
    N_("{item} in additional-resource-tags has no key, and the CCM drops it"),
    N_("no event: dropped"),
    N_("write it as key=value, or remove it"),
)
_CUT = Case(
    N_("the CCM reads {item} as {key}={value} and drops the rest"),
    N_("no event: the tag gets the shorter value"),
    N_("choose a value without an equals sign"),
)
_TWICE = Case(
    N_("tag {key} is given twice, and {item}, the later one, wins"),
    N_("no event: the earlier one is overwritten"),
    N_("keep one of the two, or give each a key of its own"),
)


@rule("tags-malformed", on=Tag, severity=Severity.WARNING, fix="unsafe")
def check(tag: Tag) -> Problems:
    """Report an item that is dropped, cut or refused."""
    case = _dropped(tag) or _refused(tag)
    if case is None or reading_of(tag.annotation) is None:
        return
    yield case.at(
        tag.at,
        because=[Reason(tag.previous.at, "overwritten")] if tag.previous else [],
        item=tag.at.text,
        key=tag.key,
        value=tag.value,
        subject=f"tag {tag.at.text}",
        edits=[] if tag.key else [remove(tag.at)],
    )


@check.also(on=Annotation)
def too_many(annotation: Annotation) -> Problems:
    """Report more tags than a resource can have."""
    count = len({tag.key for tag in tags_of(annotation) if tag.key})
    if count > _MOST and reading_of(annotation) is not None:
        yield problem(
            "{count} tags are more than the {most} that a resource can have, and the API refuses them",
            annotation.value,
            count=count,
            most=_MOST,
            seen="SyncLoadBalancerFailed: AddTags, the quota of tags is exceeded",
            fix="keep {most} at most; the CCM adds two of its own",
            subject="tags",
            severity=Severity.ERROR,
        )


def _dropped(tag: Tag) -> Case | None:
    if not tag.key:
        return _NO_KEY if tag.at.text else _EMPTY
    return _CUT if tag.is_cut else _TWICE if tag.previous else None


def _refused(tag: Tag) -> Case | None:
    text = f"{tag.key}={tag.value}".lower()
    faults = (
        (
            tag.key.lower().startswith(("aliyun", "acs:")),
            N_("tag {key} begins like the cloud's own tags, and the API refuses it"),
        ),
        ("http://" in text or "https://" in text, N_("tag {item} holds a URL, and the API refuses it")),
        (
            len(tag.key) > _LONGEST_KEY,
            N_("the key of tag {item} is longer than 64 characters, and the API refuses it"),
        ),
        (
            len(tag.value) > _LONGEST_VALUE,
            N_("the value of tag {item} is longer than 128 characters, and the API refuses it"),
        ),
    )
    message = next((message for applies, message in faults if applies), "")
    return Case(message, _REFUSED, _CHOOSE, Severity.ERROR) if message else None
