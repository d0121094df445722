"""Recognises output of the Alibaba Cloud CLI among manifests, which is not to be linted."""

from __future__ import annotations

_KEYS = tuple(
    f'"{name}"'
    for name in (
        "LoadBalancers", "LoadBalancerId", "Listeners", "VServerGroups", "VServerGroupId", "ServerCertificates", "Acls",
        "AclId", "VSwitches", "EipAddresses", "ListenerId", "ServerGroups", "ServerGroupId", "SecurityGroups",
        "SecurityGroupId", "SecurityPolicies", "CertificateList", "CertificateOrderList",
    )
)  # fmt: skip


def is_export(text: str, *, objects: int) -> bool:
    """Whether a file is output of the CLI: it has the CLI's keys and no Kubernetes objects."""
    return not objects and "{" in text and any(key in text for key in _KEYS)
