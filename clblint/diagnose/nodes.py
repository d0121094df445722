"""Nodes as the CCM sees them: which become back ends, and why the others do not.

The sources are BE:needExcludeFromLB and NU:IsNodeExcludeFromLoadBalancer.
"""

from __future__ import annotations

import re

from clblint.i18n.text import N_
from clblint.kube.well_known import EXCLUDE_LABELS, MASTER_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.diagnose.objects import LiveObject

MASTER, NOT_READY, EXCLUDED, CORDONED, LEAVING, HYBRID = (
    "master", "not-ready", "excluded", "cordoned", "to-be-deleted", "hybrid",
)  # fmt: skip
WORDS = {  # why a node is no back end
    MASTER: N_("{count} with the label node-role.kubernetes.io/master"),
    NOT_READY: N_("{count} not ready"),
    EXCLUDED: N_("{count} excluded by a label"),
    CORDONED: N_("{count} cordoned, with remove-unscheduled-backend on"),
    LEAVING: N_("{count} about to be removed by the autoscaler"),
    HYBRID: N_("{count} outside of Alibaba Cloud"),
}
_LEAVING_TAINT = "ToBeDeletedByClusterAutoscaler"
_PROVIDER = re.compile(r"(?:alicloud://)?([a-z]{2}-[a-z0-9-]+)\.(i-[a-z0-9]+)$")
_HYBRID = "ack-hybrid://"
_ACK_KUBELET = "-aliyun"


def is_virtual(node: LiveObject) -> bool:
    """Whether it is a virtual node, whose pods are back ends themselves."""
    return node.labels.get("type") == "virtual-kubelet"


def provider_id(node: LiveObject) -> str:
    """Its `spec.providerID`; empty if it has none."""
    return node.text("spec", "providerID")


def region_and_server(node: LiveObject) -> tuple[str, str]:
    """The region and the ECS instance in its provider id; empty if the CCM cannot parse that."""
    found = _PROVIDER.match(provider_id(node))
    return (found[1], found[2]) if found else ("", "")


def is_of_ack(node: LiveObject) -> bool:
    """Whether its kubelet is one of ACK."""
    return _ACK_KUBELET in node.text("status", "nodeInfo", "kubeletVersion")


def is_foreign(node: LiveObject) -> bool:
    """Whether its provider id names another cloud, such as `aws:///…`."""
    id_ = provider_id(node)
    return "://" in id_ and not id_.startswith(("ack-", "alicloud:", "alibabacloud:", "aliyun:"))


def is_ready(node: LiveObject) -> bool:
    """Whether its condition Ready is True."""
    return node.condition("Ready").get("status") == "True"


def reason_out(node: LiveObject, *, removes_cordoned: bool) -> str:
    """Why the CCM does not take a node as a back end, by the words above; empty if it takes it."""
    if MASTER_LABEL in node.labels:
        return MASTER
    if any(taint.get("key") == _LEAVING_TAINT for taint in node.items("spec", "taints")):
        return LEAVING
    if any(label in node.labels for label in EXCLUDE_LABELS):
        return EXCLUDED
    if provider_id(node).startswith(_HYBRID):
        return HYBRID
    if not is_ready(node):
        return NOT_READY
    return CORDONED if removes_cordoned and node.body.get("spec", {}).get("unschedulable") else ""


def fits(node: LiveObject, wanted: str) -> bool:
    """Whether it has all labels of an annotation `backend-label` (`a=b,c=d`)."""
    return all(_has(node, item) for item in wanted.split(",") if item)


def _has(node: LiveObject, item: str) -> bool:
    key, _, value = item.partition("=")
    return node.labels.get(key) == value.partition("=")[0]


def counted_reasons(reasons: Iterable[str]) -> dict[str, int]:
    """How many nodes are out for each reason, the most frequent first."""
    found: dict[str, int] = {}
    for reason in reasons:
        found[reason] = found.get(reason, 0) + 1
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))
