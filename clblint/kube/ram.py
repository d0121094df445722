"""RAM policies: what the role of a dedicated cluster is allowed, and what newer CCM versions need."""

from __future__ import annotations

import fnmatch
from typing import TYPE_CHECKING, NamedTuple

from clblint.kube.field import field_of
from clblint.kube.versions import is_older
from clblint.source.node import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.cluster import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.field import Field
    from clblint.source.document import Document
    from clblint.source.node import Node

POLICY, PERMISSION = "ram-policy", "permission"
_READS = ("describe", "list", "get")
_ROUTES = "vpc:CreateRouteEntry"
_NAMES = ("ccm", "cloud-controller", "cloudcontroller", "k8smaster")


class Permission(NamedTuple):
    """An action that the CCM needs from a version on, on Flannel only or everywhere."""

    action: str
    since: str
    on_flannel: bool


NEEDED = (
    Permission("nlb:ListAsynJobs", "v2.12.1", on_flannel=False),
    Permission("vpc:CreateRouteEntries", "v2.11.2", on_flannel=True),
    Permission("vpc:DeleteRouteEntries", "v2.11.2", on_flannel=True),
)


class RamPolicy:
    """A document with `Statement` and `Action`."""

    def __init__(self, root: Field, path: str) -> None:
        self.path = path
        allowed = [item for item in root.get("Statement").each() if item.get("Effect").text("Allow").value == "Allow"]
        self._actions = [(item.get("Action").at, list(_texts(item.get("Action")))) for item in allowed]
        self._open = any(item.get("NotAction").present for item in allowed)

    @property
    def patterns(self) -> Iterator[Fact[str]]:
        """What is allowed, as written."""
        for _, actions in self._actions:
            yield from actions

    def grants(self, action: str) -> bool:
        """Whether an action is allowed, or may be."""
        if self._open:
            return True
        return any(not one.known or fnmatch.fnmatchcase(action.lower(), one.value.lower()) for one in self.patterns)

    def is_of_ccm(self, cluster: Cluster) -> bool:
        """Whether it reads like the policy of a CCM.

        It changes load balancers; and it writes routes, is named after the CCM, or is known to be of a dedicated cluster.
        """
        writes = ("slb:", "nlb:")
        if not any(one.value.lower().startswith(writes) and not _reads(one.value) for one in self.patterns):
            return False
        kind = cluster.cluster_type
        if self.grants(_ROUTES) or any(name in self.path.lower() for name in _NAMES):
            return True
        return kind is not None and kind.value == "dedicated"

    def place_of(self, action: str) -> Node:
        """Where an action would stand: beside others of its product, or at the first list."""
        product = action.partition(":")[0].lower()
        for at, actions in self._actions:
            if any(one.value.lower().startswith(product + ":") for one in actions):
                return at
        return self._actions[0][0]


class Permissions(NamedTuple):
    """What the CCM lacks: in a policy of the project, or (without one) as far as the declared cluster tells.

    `missing` is what the declared cluster needs and no policy of the project allows.
    """

    cluster: Cluster
    policy: RamPolicy | None
    missing: tuple[Permission, ...]

    @property
    def later(self) -> bool:
        """Whether the declared CCM is older than all that need what is missing."""
        return all(_is_before(self.cluster, one) for one in self.missing)


def policy_in(document: Document) -> RamPolicy | None:
    """The RAM policy that a document is; None where it is none."""
    root = field_of(document.root) if document.root is not None else None
    if root is None or not isinstance(root.node, Mapping):
        return None
    statements = list(root.get("Statement").each())
    if not any(item.get("Action").present for item in statements):
        return None
    return RamPolicy(root, document.source.path)


def claims_of_policies(policies: Iterable[RamPolicy]) -> list[tuple[str, str]]:
    """What other files need to know of policies."""
    found = [(PERMISSION, one.action) for policy in policies for one in NEEDED if policy.grants(one.action)]
    return sorted({*found, *((POLICY, policy.path) for policy in policies)})


def missing(cluster: Cluster, granted: Iterable[str]) -> tuple[Permission, ...]:
    """What the CCM of the declared cluster needs, now or after an upgrade, and nobody grants."""
    plugin, kind = cluster.network_plugin, cluster.cluster_type
    if kind is not None and kind.value == "managed":
        return ()
    flannel = plugin is not None and plugin.value == "flannel"
    granted = set(granted)
    return tuple(one for one in NEEDED if one.action not in granted and (flannel or not one.on_flannel))


def needed_now(cluster: Cluster) -> tuple[Permission, ...]:
    """What the declared CCM of a cluster that is known to be a dedicated one needs."""
    kind = cluster.cluster_type
    if kind is None or kind.value != "dedicated" or cluster.ccm_version is None:
        return ()
    return tuple(one for one in missing(cluster, ()) if not _is_before(cluster, one))


def _is_before(cluster: Cluster, permission: Permission) -> bool:
    version = cluster.ccm_version
    return version is not None and version.known and is_older(version.value, permission.since)


def _texts(field: Field) -> Iterator[Fact[str]]:
    listed = list(field.each())
    for item in listed or [field]:
        yield item.text()


def _reads(action: str) -> bool:
    return action.partition(":")[2].lower().startswith(_READS)
