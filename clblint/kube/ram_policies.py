"""RAM policies of the CCM's role in dedicated clusters, and the permissions that newer CCM versions need."""

from __future__ import annotations

import fnmatch

from clblint.fast import NamedTuple
from clblint.kube.field import field_of
from clblint.kube.versions import is_older
from clblint.source.mapping import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.field import Field
    from clblint.source.document import Document
    from clblint.source.node import Node

_BALANCERS = ("slb:", "nlb:")
_READS = ("describe", "list", "get")
_ROUTES = "vpc:CreateRouteEntry"
_NAMES = ("ccm", "cloud-controller", "cloudcontroller", "k8smaster")


FLANNEL, SOURCE_RANGES = "Flannel", "source ranges"


class Permission(NamedTuple):
    """An action that the CCM needs since a version: always, with Flannel, or for source ranges of NLBs (`only_for`)."""

    action: str
    since: str
    only_for: str = ""


# The last ones are those of pkg/provider/alibaba/ecs/ecs.go with which the CCM keeps a security group.
NEEDED = (
    Permission("nlb:ListAsynJobs", "v2.12.1"),
    Permission("vpc:CreateRouteEntries", "v2.11.2", FLANNEL),
    Permission("vpc:DeleteRouteEntries", "v2.11.2", FLANNEL),
    Permission("ecs:CreateSecurityGroup", "v2.14.0", SOURCE_RANGES),
    Permission("ecs:DescribeSecurityGroups", "v2.14.0", SOURCE_RANGES),
    Permission("ecs:DescribeSecurityGroupAttribute", "v2.14.0", SOURCE_RANGES),
    Permission("ecs:AuthorizeSecurityGroup", "v2.14.0", SOURCE_RANGES),
    Permission("ecs:RevokeSecurityGroup", "v2.14.0", SOURCE_RANGES),
    Permission("ecs:DeleteSecurityGroup", "v2.14.0", SOURCE_RANGES),
)


class RamPolicy:
    """A RAM policy: a document with `Statement` and `Action`."""

    def __init__(self, root: Field, path: str) -> None:
        self.path = path
        allowed = [item for item in root.get("Statement").each() if item.get("Effect").text("Allow").value == "Allow"]
        self._actions = [(item.get("Action").at, list(_texts(item.get("Action")))) for item in allowed]
        self._open = any(item.get("NotAction").present for item in allowed)

    @property
    def patterns(self) -> Iterator[Fact[str]]:
        """Yield the allowed action patterns, as written."""
        for _, actions in self._actions:
            yield from actions

    def grants(self, action: str) -> bool:
        """Whether an action is allowed; True if a pattern cannot be known."""
        if self._open:
            return True
        name = action.lower()
        return any(not one.known or fnmatch.fnmatchcase(name, _only_stars(one.value.lower())) for one in self.patterns)

    @property
    def changes_balancers(self) -> bool:
        """Whether it allows changes of load balancers."""
        return any(one.value.lower().startswith(_BALANCERS) and not _reads(one.value) for one in self.patterns)

    def is_of_ccm(self, cluster: Cluster) -> bool:
        """Whether it seems to be the policy of a CCM.

        It allows changes of load balancers, and also of routes, or its file is named after the CCM, or the cluster is
        dedicated.
        """
        if not self.changes_balancers:
            return False
        return self.grants(_ROUTES) or any(name in self.path.lower() for name in _NAMES) or cluster.is_dedicated

    def place_of(self, action: str) -> Node:
        """The position for a missing action: next to others of its product, or at the first list."""
        product = action.partition(":")[0].lower()
        for at, actions in self._actions:
            if any(one.value.lower().startswith(product + ":") for one in actions):
                return at
        return self._actions[0][0]


class Permissions(NamedTuple):
    """The permissions that the CCM lacks, in a policy of the project or (`policy` is None) in the declared cluster.

    `missing` are the permissions that the declared cluster needs and no policy of the project grants; those for source
    ranges only if an NLB of the project has some.
    """

    cluster: Cluster
    policy: RamPolicy | None
    missing: tuple[Permission, ...]

    def place_in(self, policy: RamPolicy) -> Node:
        """The position for the first missing permission."""
        return policy.place_of(self.missing[0].action)

    @property
    def later(self) -> bool:
        """Whether the declared CCM version needs none of the missing permissions yet."""
        return all(_is_before(self.cluster, one) for one in self.missing)

    @property
    def for_source_ranges(self) -> Permissions:
        """Those that are missing for source ranges alone."""
        return self._replace(missing=tuple(one for one in self.missing if one.only_for == SOURCE_RANGES))

    @property
    def for_all_else(self) -> Permissions:
        """Those that are missing for something else than source ranges."""
        return self._replace(missing=tuple(one for one in self.missing if one.only_for != SOURCE_RANGES))


def policy_in(document: Document) -> RamPolicy | None:
    """The document as a RAM policy; None if it is not one."""
    root = field_of(document.root) if document.root is not None else None
    if root is None or not isinstance(root.node, Mapping):
        return None
    statements = list(root.get("Statement").each())
    if not any(item.get("Action").present for item in statements):
        return None
    return RamPolicy(root, document.source.path)


def granted_by(policies: Iterable[RamPolicy]) -> tuple[str, ...]:
    """The actions that newer CCM versions need and that one of the policies allows."""
    return tuple(sorted({one.action for policy in policies for one in NEEDED if policy.grants(one.action)}))


def permissions_of(
    policy: RamPolicy, cluster: Cluster, granted: Container[str], *, source_ranges: bool
) -> Permissions | None:
    """The permissions that a policy lacks and no other grants; None if it is complete or not the CCM's.

    `source_ranges` says whether an NLB of the cluster has source ranges.
    """
    kind = cluster.cluster_type
    if (kind is not None and kind.value == "managed") or not policy.is_of_ccm(cluster):
        return None
    lacking = tuple(one for one in _needed(cluster, source_ranges=source_ranges) if one.action not in granted)
    return Permissions(cluster, policy, lacking) if lacking else None


def permissions_of_cluster(cluster: Cluster, granted: Container[str], *, source_ranges: bool) -> Permissions | None:
    """The permissions that the declared CCM of a dedicated cluster needs now and no policy of the project grants."""
    if not cluster.is_dedicated or cluster.ccm_version is None:
        return None
    needed = (one for one in _needed(cluster, source_ranges=source_ranges) if not _is_before(cluster, one))
    lacking = tuple(one for one in needed if one.action not in granted)
    return Permissions(cluster, None, lacking) if lacking else None


def _needed(cluster: Cluster, *, source_ranges: bool) -> list[Permission]:
    """The permissions that any CCM version needs in this cluster; for routes only if it certainly has Flannel."""
    plugin = cluster.network_plugin
    given = {"": True, FLANNEL: plugin is not None and plugin.value == "flannel", SOURCE_RANGES: source_ranges}
    return [one for one in NEEDED if given[one.only_for]]


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
    """The pattern for fnmatch with brackets escaped: RAM has no character sets."""
    return pattern.replace("[", "[[]")
