"""The name and tags of every load balancer that the CCM creates (AN:GetDefaultTags)."""

from __future__ import annotations

from clblint.balancer.values.item import BLANKS

DEFAULT_NAME = "a{uid}"
OWNER_TAG, CLUSTER_TAG = "kubernetes.do.not.delete", "ack.aliyun.com"
REASON = "managed.by.ack"  # of the protection against changes in the console


def additional_tags(text: str) -> dict[str, str]:
    """The tags of `additional-resource-tags`; `Key`, `Key=` and `Key=value` are accepted, anything else is dropped.

    AN:GetLoadBalancerAdditionalTags
    """
    tags: dict[str, str] = {}
    for item in text.strip(BLANKS).split(","):
        key, *values = item.strip(BLANKS).split("=")
        if key:
            tags[key] = values[0] if values else ""
    return tags
