"""Recognises output of the Alibaba Cloud CLI among manifests, which is not to be linted."""

from __future__ import annotations

from clblint.light import pattern

_KEYS = (
    "LoadBalancers", "LoadBalancerId", "Listeners", "VServerGroups", "VServerGroupId", "ServerCertificates", "Acls",
    "AclId", "VSwitches", "EipAddresses", "ListenerId", "ServerGroups", "ServerGroupId", "SecurityGroups",
    "SecurityGroupId", "SecurityPolicies", "CertificateList", "CertificateOrderList",
)  # fmt: skip
# One search for a quote takes a tenth of one for each key.
_KEY = pattern(f'"(?:{"|".join(_KEYS)})"')


def is_export(text: str, *, objects: int) -> bool:
    """Whether a file is output of the CLI: it has the CLI's keys and no Kubernetes objects."""
    return not objects and "{" in text and _KEY.search(text) is not None
