"""Reads the existing NLB before the CCM changes it (NA:buildRemoteModel)."""

from __future__ import annotations

from clblint.change.calls import SyncError
from clblint.change.nlb.cloud import RefusedCallError
from clblint.change.nlb.groups import is_named
from clblint.fast import NamedTuple
from clblint.nlb.values.network_items import TCPSSL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.nlb.cloud import NetworkCloud, Nlb, NlbServerGroup
    from clblint.change.nlb.wanted import WantedGroup
    from clblint.nlb.model import NetworkLoadBalancer


class RemoteGroup(NamedTuple):
    """An existing server group; the user's if `vgroup-port` names it or it has a server of someone else."""

    group: NlbServerGroup
    is_users: bool


class Remote(NamedTuple):
    """The existing server groups of a Service."""

    groups: list[RemoteGroup]

    def find(self, wanted: WantedGroup) -> NlbServerGroup | None:
        """The group with the id of a wanted user's group, else with the name of the wanted one."""
        for remote in self.groups:
            if remote.group.id == wanted.id if wanted.is_users else remote.group.name == wanted.name:
                return remote.group
        return None


def read_remote(
    balancer: NetworkLoadBalancer, cloud: NetworkCloud, nlb: Nlb | None, *, listeners: bool
) -> tuple[Remote, list[SyncError]]:
    """The server groups of a Service, and the errors of reading the NLB; only the groups without an NLB."""
    remote, errors = Remote([]), []
    at = balancer.service.type
    if nlb is not None:
        try:
            cloud.read("nlb:ListTagResources")
        except RefusedCallError as error:
            errors.append(SyncError(f"ListNLBTagResources: list nlb {nlb.id} tag error: {error}", at, ""))
    try:
        remote.groups.extend(_groups(balancer, cloud))
    except _UnreadableError as error:
        stage = "build remote server group model error" if nlb is None else "get lb backend from remote error"
        errors.append(SyncError(f"{stage}: DescribeVServerGroups error: {error.refused.text}", error.refused.at, ""))
    if nlb is not None and listeners and balancer.manages_listeners:
        try:
            _read_listeners(balancer, cloud, nlb)
        except RefusedCallError as error:
            errors.append(SyncError(f"get lb listeners from cloud, error: DescribeNLBListeners error:{error}", at, ""))
    return remote, errors


class _UnreadableError(Exception):
    """An error of listing the groups."""

    def __init__(self, refused: SyncError) -> None:
        super().__init__(refused.text)
        self.refused = refused


def _groups(balancer: NetworkLoadBalancer, cloud: NetworkCloud) -> Iterator[RemoteGroup]:
    """Yield the groups with the tags of a Service, then those that `vgroup-port` names (NG:ListNLBServerGroups)."""
    try:
        cloud.read("nlb:ListServerGroups")
    except RefusedCallError as error:
        raise _UnreadableError(SyncError(str(error), balancer.service.type, "")) from None
    found = [(group, False) for group in cloud.groups_of(balancer.key)]
    for item in balancer.vgroup_items:
        if item.later_error:
            raise _UnreadableError(SyncError(item.later_error, item.at, ""))
    for item in balancer.vgroup_items:
        group = cloud.group(item.group.text)
        if group is None:
            raise _UnreadableError(SyncError(f"reused server group id {item.group.text} not found", item.at, ""))
        found.append((group, True))
    for group, named in found:
        yield RemoteGroup(group, named or not all(is_named(one.name, balancer.key) for one in group.servers))


def _read_listeners(balancer: NetworkLoadBalancer, cloud: NetworkCloud, nlb: Nlb) -> None:
    cloud.read("nlb:ListListeners")
    if balancer.annotations.has("additional-cert-ids") and any(key[0] == TCPSSL for key in nlb.listeners):
        cloud.read("nlb:ListListenerCertificates")
