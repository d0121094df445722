"""Answers of the Alibaba Cloud CLI that lie among manifests: they say what exists, and nobody applies them."""

from __future__ import annotations

_KEYS = tuple(
    f'"{name}"'
    for name in (
        "LoadBalancers", "LoadBalancerId", "Listeners", "VServerGroups", "VServerGroupId", "ServerCertificates", "Acls",
        "AclId", "VSwitches", "EipAddresses",
    )
)  # fmt: skip


def is_export(text: str, *, objects: int) -> bool:
    """Whether a file without Kubernetes objects is such an answer."""
    return not objects and "{" in text and any(key in text for key in _KEYS)
