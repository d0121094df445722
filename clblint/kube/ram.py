"""RAM policies: what the role of a dedicated cluster is allowed, and what newer CCM versions need."""

from __future__ import annotations

import fnmatch
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.kube.field import field_of
from clblint.kube.versions import is_older
from clblint.source.mapping import Mapping

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.field import Field
    from clblint.source.document import Document
    from clblint.source.node import Node

# Claims of a file: it holds a policy for load balancers; a policy in it allows an action.
POLICY, PERMISSION = ("ram", "policy"), "permission"
_BALANCERS = ("slb:", "nlb:")
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
        name = action.lower()
        return any(not one.known or fnmatch.fnmatchcase(name, _only_stars(one.value.lower())) for one in self.patterns)

    @property
    def changes_balancers(self) -> bool:
        """Whether it allows to change load balancers."""
        return any(one.value.lower().startswith(_BALANCERS) and not _reads(one.value) for one in self.patterns)

    def is_of_ccm(self, cluster: Cluster) -> bool:
        """Whether it reads like the policy of a CCM.

        It changes load balancers; and it writes routes, is named after the CCM, or the cluster is a dedicated one.
        """
        kind = cluster.cluster_type
        if not self.changes_balancers:
            return False
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

    def place_in(self, policy: RamPolicy) -> Node:
        """Where the first of what is missing would stand."""
        return policy.place_of(self.missing[0].action)

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
    if any(policy.changes_balancers for policy in policies):
        found.append(POLICY)
    return sorted(set(found))


def permissions_of(policy: RamPolicy, cluster: Cluster, granted: Container[str]) -> Permissions | None:
    """What a policy of the project lacks that no other one allows; None where it is not the CCM's, or lacks nothing."""
    kind = cluster.cluster_type
    if (kind is not None and kind.value == "managed") or not policy.is_of_ccm(cluster):
        return None
    lacking = tuple(one for one in _needed(cluster) if one.action not in granted)
    return Permissions(cluster, policy, lacking) if lacking else None


def permissions_of_cluster(cluster: Cluster, granted: Container[str]) -> Permissions | None:
    """What the declared CCM of a dedicated cluster needs by now and no policy of the project allows."""
    kind = cluster.cluster_type
    if kind is None or kind.value != "dedicated" or cluster.ccm_version is None:
        return None
    needed = (one for one in _needed(cluster) if not _is_before(cluster, one))
    lacking = tuple(one for one in needed if one.action not in granted)
    return Permissions(cluster, None, lacking) if lacking else None


def _needed(cluster: Cluster) -> list[Permission]:
    """What some CCM needs in this cluster; routes only where the network plugin is surely Flannel."""
    plugin = cluster.network_plugin
    flannel = plugin is not None and plugin.value == "flannel"
    return [one for one in NEEDED if flannel or not one.on_flannel]


def _is_before(cluster: Cluster, permission: Permission) -> bool:
    version = cluster.ccm_version
    return version is not None and version.known and is_older(version.value, permission.since)


def _texts(field: Field) -> Iterator[Fact[str]]:
    listed = list(field.each())
    for item in listed or [field]:
        yield item.text()


def _reads(action: str) -> bool:
    return action.partition(":")[2].lower().startswith(_READS)


def _only_stars(pattern: str) -> str:
    """A pattern in which brackets mean themselves, as RAM has it."""
    return pattern.replace("[", "[[]")
