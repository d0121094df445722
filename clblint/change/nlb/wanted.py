"""The server groups that a Service wants: their names, parameters and servers (NG:BuildLocalModel)."""

from __future__ import annotations

from clblint.change.nlb.servers import servers_of
from clblint.nlb.options import DRAIN_TIMEOUT, is_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.change.calls import Texts
    from clblint.change.nlb.cloud import NetworkCloud, Server
    from clblint.change.node_ports import NodePorts
    from clblint.nlb.server_groups import NetworkServerGroup


class WantedGroup:
    """The server group of one port; `id` is the id of the user's group or of the existing one, else empty."""

    def __init__(self, group: NetworkServerGroup, cloud: NetworkCloud, node_ports: NodePorts) -> None:
        """Work out its servers.

        Raises:
            BackEndsError: the CCM gives up on the Service

        """
        self.group = group
        node_port = node_ports.get(group.service_port) or str(group.node_port.value)
        self.name = node_ports.name_of(group)
        self.id = group.vgroup_id.value
        self.is_users = bool(self.id)
        self.servers: list[Server]
        self.servers, self.invalid = servers_of(group, self.name, node_port, cloud.population)
        self.ignores_weight = is_on(group.balancer.annotations.get("ignore-weight-update").value)

    @property
    def key(self) -> str:
        """The key that ports with the same group share."""
        return f"id-{self.id}" if self.is_users else f"name-{self.name}"

    @property
    def type(self) -> str:
        """Its type, if an annotation sets it."""
        type_ = self.group.type
        return type_.value if type_.known and self.group.balancer.annotations.get("server-group-type").value else ""

    @property
    def params(self) -> Texts:
        """The parameters of CreateServerGroup without name, VPC and tags; None for an unknown value."""
        return {name: fact.value if fact.known else None for name, fact in self.group.settings.items()}

    @property
    def compared(self) -> Texts:
        """The parameters that annotations set: those compared with an existing group."""
        found = {name: value for name, value in self.params.items() if (value and name in _COMPARED) or _is_check(name)}
        timeout = DRAIN_TIMEOUT.sent(self.group.balancer.annotations.get(DRAIN_TIMEOUT.suffix))
        found.pop(DRAIN_TIMEOUT.parameter, None)
        if timeout is not None and timeout.known:
            found[DRAIN_TIMEOUT.parameter] = timeout.value
        return {"ServerGroupName": self.name, **{name: value for name, value in found.items() if value}}


def share_id(made: WantedGroup, wanted: list[WantedGroup]) -> None:
    """Copy the id of a group to the others of its name that lack one."""
    for other in wanted:
        if other.key == made.key and not other.id:
            other.id = made.id


_COMPARED = frozenset({"Scheduler", "ConnectionDrainEnabled", "PreserveClientIpEnabled", "IpVersionAffinityMode"})


def _is_check(name: str) -> bool:
    return name.startswith("HealthCheckConfig.")
