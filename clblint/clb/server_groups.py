"""`ClassicServerGroup`: the server group of a Service port (LS:getVGroupNamedKey, VG:buildVGroupForServicePort)."""

from __future__ import annotations

from clblint.balancer.refusal import Refusal
from clblint.balancer.server_groups import ServerGroup
from clblint.fast import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.clb.model import ClassicLoadBalancer


class ClassicServerGroup(ServerGroup):
    """The group of back ends of one Service port on a CLB; ports with the same group name share one group."""

    balancer: ClassicLoadBalancer

    @cached_property
    def name(self) -> str:
        """The name, with `{clusterId}` in it, and `{nodePort:80}` where the API server picks the node port."""
        name, namespace = self.service.built_name.value, self.service.namespace or "default"
        return f"k8s/{self.port_key}/{name}/{namespace}/{{clusterId}}"

    @property
    def least_name_length(self) -> int:
        """The minimum length of the name: an unknown namespace counts one character, the cluster id 33.

        A node port that the API server picks has five digits.
        """
        port, name = self.back_end_port.value or 30000, self.service.built_name.value
        return len(f"k8s/{port}/{name}/{self.service.namespace or '-'}/") + 33

    @cached_property
    def dropped(self) -> Refusal | None:
        """The error for which the CCM silently drops this port from its model; None if it keeps it.

        The CCM collects the errors of building groups, and discards them (VG:BuildLocalModel).
        """
        annotations = self.balancer.annotations
        if self.choice.error and self.choice.item is not None:
            return Refusal(f"vgroupid parse error: {self.choice.error}", self.choice.item.at, "server groups")
        lost = self._lost
        if lost:
            return Refusal(lost, self.vgroup_id, "server groups")
        weights = ("weight", "default-weight") if self.reads_total else ("default-weight",)
        for suffix in weights:
            fact = annotations.get(suffix)
            if not fact.holds:
                continue
            from clblint.balancer.values.weights import is_weight  # noqa: PLC0415 - few Services have one

            if not is_weight(fact.value):
                text = f"{suffix.replace('-', ' ')} must be integer in range [0,100] , got [{fact.value}]"
                return Refusal(text, fact, "server groups")
        return None

    @property
    def _lost(self) -> str:
        """Why the CCM does not fill the user's group, as far as the inventory shows (VG:getVgroupById)."""
        clb, named = self.balancer.existing, self.vgroup_id
        if clb is None or not named.readable or not clb.all_groups:
            return ""
        found = next((group for group in clb.groups if group.id.value == named.value), None)
        if found is None:
            return f"can not find vgroupId {named.value} in lb {clb.id.value}"
        return f"cannot reuse a ccm created vgroup {named.value} for slb {clb.id.value}" if found.key else ""


def server_groups_of(balancer: ClassicLoadBalancer) -> tuple[ClassicServerGroup, ...]:
    """One group for each port of the Service, those that the CCM drops included."""
    mode = balancer.back_ends.mode
    return tuple(ClassicServerGroup(balancer=balancer, service_port=port, mode=mode) for port in balancer.service.ports)
