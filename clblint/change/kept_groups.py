"""The server groups that the CCM finds again after a change, by their names."""

from __future__ import annotations

from clblint.change.node_ports import NodePorts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.server_groups import ServerGroup


class KeptGroups:
    """The CCM's own server groups of one load balancer before and after, with the node ports that a Service keeps."""

    def __init__(self, old: LoadBalancer, new: LoadBalancer) -> None:
        """Allocate the node ports of both revisions."""
        self._old = NodePorts()
        self._old.assume(old.service, new.service)
        self._old.allocate(old, {})
        self._new = self._old.copy()
        self._new.allocate(new, {})
        made = (group for group in old.server_groups if group.uncreatable is None)
        self._before = [group for group in made if not group.vgroup_id.holds]
        self._after = [group for group in new.server_groups if not group.vgroup_id.holds]

    def name_before(self, group: ServerGroup) -> str:
        """The name of a group of the old revision."""
        return self._old.name_of(group)

    def name_after(self, group: ServerGroup) -> str:
        """The name of a group of the new revision."""
        return self._new.name_of(group)

    def is_there(self, group: ServerGroup) -> bool | None:
        """Whether a group of the new revision exists before the change; None if unknown."""
        return _is_among(group, self._new, self._before, self._old)

    @property
    def are_added(self) -> bool | None:
        """Whether the new revision asks for a group that does not exist; None if unknown."""
        found = [self.is_there(group) for group in self._after]
        return True if False in found else None if None in found else False

    def keeps(self, group: ServerGroup) -> bool | None:
        """Whether the new revision asks for a group of the old one; None if unknown."""
        return _is_among(group, self._old, self._after, self._new)


def _is_among(group: ServerGroup, ports: NodePorts, others: Sequence[ServerGroup], theirs: NodePorts) -> bool | None:
    name = ports.name_of(group)
    certain = [other for other in others if _has_certain_name(other)]
    if _has_certain_name(group) and any(theirs.name_of(other) == name for other in certain):
        return True
    return False if _has_certain_name(group) and len(certain) == len(others) else None


def _has_certain_name(group: ServerGroup) -> bool:
    """Whether its name is certain; that needs the name of its port, which decides about the node port."""
    port = group.service_port
    node_port_known = port.node_port.given or (port.name.known and port.protocol.known and port.node_port.known)
    is_own = group.vgroup_id.is_empty and group.mode.known
    return is_own and group.has_known_name and (not group.is_named_by_node_port or node_port_known)
