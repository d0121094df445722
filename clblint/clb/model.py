"""`LoadBalancer`: the model of the CLB of one Service, the main subject of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.back_ends import BackEnds
from clblint.clb.existing.clbs import made_clb, reused_clb
from clblint.clb.facts import derived
from clblint.clb.handling import CLB
from clblint.clb.instance import BY_USE_SINCE, create_parameters, wishes
from clblint.clb.listeners import Listener, listeners_of
from clblint.clb.refusal import REJECTED, Refusal
from clblint.clb.refusals import forbidden, misread_groups, refusal_of
from clblint.clb.server_groups import ServerGroup, Weighting, server_groups_of
from clblint.clb.values.domain_extensions import Extension
from clblint.clb.values.forward_port import ForwardItem
from clblint.clb.values.items import items_of
from clblint.clb.values.protocol_port import ProtocolItem, reach_of
from clblint.clb.values.vgroup_port import GroupItem
from clblint.fast import Frozen, cached_property
from clblint.kube.versions import known_older

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.clb.annotations import Annotations
    from clblint.clb.handling import Handling
    from clblint.clb.instance import Parameter
    from clblint.clb.values.backend_label import LabelItem
    from clblint.inventory.inventory import Inventory
    from clblint.inventory.records import Clb
    from clblint.kube.admission.rejection import Rejection
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service
    from clblint.kube.workloads.pods import Workload
    from clblint.kube.workloads.scaling import Scaling

__all__ = ["Listener", "LoadBalancer", "Refusal", "ServerGroup"]


class LoadBalancer(Frozen):
    """The load balancer of one Service; its properties are computed on access."""

    service: Service
    cluster: Cluster
    annotations: Annotations
    handling: Handling
    find_workloads: Callable[[], tuple[Workload, ...]]
    find_scaling: Callable[[Workload], Scaling]
    find_more: Callable[[], bool]
    inventory: Inventory | None

    @property
    def handled_by(self) -> Fact[str]:
        """The controller that handles the Service: `clb`, `nlb` or `none`."""
        return self.handling.by

    @cached_property
    def ccm_version(self) -> Fact[str] | None:
        """The declared version of the CCM; None if not declared."""
        return self.cluster.ccm_version

    @property
    def reuses(self) -> Fact[str]:
        """The id of the reused CLB; empty if the CCM creates one."""
        return self.annotations.get("id")

    @property
    def is_reused(self) -> bool:
        """Whether a CLB of the user's own is reused; an id that cannot be known counts as one."""
        return not self.reuses.is_empty

    @cached_property
    def existing(self) -> Clb | None:
        """The reused CLB in the inventory; None if none is reused, or it is not in the inventory."""
        return reused_clb(self.reuses, self.inventory)

    @cached_property
    def current(self) -> Clb | None:
        """The CLB of the Service in the inventory: the reused one, or one that the CCM created; None if not found."""
        return self.existing or (None if self.is_reused else made_clb(self.service, self.inventory))

    @cached_property
    def force_override(self) -> Fact[bool]:
        """Whether listeners of a reused CLB are managed, too: exactly `true` (AN:IsForceOverride)."""
        fact = self.annotations.get("force-override-listeners")
        return derived(fact, fact.value == "true")

    @property
    def manages_listeners(self) -> bool:
        """Whether the CCM reads and writes listeners: not on a reused CLB without override (MA:Apply)."""
        return not self.is_reused or self.force_override.value

    @property
    def preserved(self) -> Fact[bool]:
        """Whether it outlives the Service by annotation: any text at all, `false` included (LB:BuildLocalModel)."""
        fact = self.annotations.get("preserve-lb-on-delete")
        return derived(fact, bool(fact.value))

    @property
    def by_use_by_default(self) -> bool:
        """Whether the CCM makes it so that it is paid by use where nothing is said; not where a CLB is reused."""
        return not self.is_reused and not known_older(self.cluster.ccm_version, BY_USE_SINCE)

    @property
    def lists_eip(self) -> bool:
        """Whether its status lists the EIP of the CLB, not the address of the CLB itself (SC:updateServiceStatus)."""
        if self.annotations.get("external-ip-type").value != "eip" or self.annotations.get("hostname").value:
            return False
        clb = self.current
        return clb is None or self.inventory is None or not self.inventory.eips.lacks(clb.id.value)

    @cached_property
    def wishes(self) -> dict[str, Parameter]:
        """The attributes that annotations ask for, without defaults: what is compared with an existing CLB.

        The vSwitch never is, and a bandwidth only where the CLB is to be billed by it (LB:Update).
        """
        asked = wishes(self.annotations)
        asked.pop("VSwitchId", None)
        if not self.annotations.get("charge-type").may_be("paybybandwidth"):
            asked.pop("Bandwidth", None)
        return asked

    @cached_property
    def attributes(self) -> dict[str, Parameter]:
        """The parameters of CreateLoadBalancer by their API names; none where a CLB is reused."""
        return {} if self.is_reused else create_parameters(self.annotations, self.cluster.declared)

    @cached_property
    def server_groups(self) -> tuple[ServerGroup, ...]:
        """The server groups, one for each Service port, those that the CCM drops included."""
        return server_groups_of(self)

    @property
    def weighting(self) -> Weighting | None:
        """How the back ends of all its groups are weighted; None where that cannot be known, or there are none."""
        groups = self.server_groups
        return groups[0].weighting if groups and self.back_ends.mode.known else None

    @cached_property
    def listeners(self) -> tuple[Listener, ...]:
        """The listeners, one for each Service port, whether or not the CCM gets as far as making them."""
        return listeners_of(self)

    @property
    def is_forbidden(self) -> bool:
        """Whether the CCM leaves it alone, its clean-up included, because its cluster forbids public CLBs."""
        return forbidden(self) is not None

    @cached_property
    def refusal(self) -> Refusal | None:
        """The error with which the CCM gives up before any call, None where it goes ahead."""
        return refusal_of(self)

    @cached_property
    def rejection(self) -> Rejection | None:
        """Why the API server refuses the Service, so that no controller sees it; None where it takes it."""
        from clblint.kube.admission.service import rejection_of  # noqa: PLC0415 - plans and changes ask, few rules do

        return rejection_of(self.service, self.cluster.declared)

    @cached_property
    def stopped(self) -> Refusal | None:
        """Why nothing at all is done for the Service; None if something is."""
        if self.rejection is not None:
            return Refusal(self.rejection.text, self.rejection.at, REJECTED)
        if self.handled_by.value != CLB:
            return None
        return self.refusal or (misread_groups(self) if self.is_reused else None)

    @cached_property
    def failure(self) -> Refusal | None:
        """The error with which the CCM stops after the CLB was made and before anything else (LS:findVServerGroup)."""
        if self.refusal is not None or not self.manages_listeners:
            return None
        names = {group.name for group in self.server_groups if group.dropped is None}
        for group in self.server_groups:
            if group.dropped is not None and not group.vgroup_id.value and group.name not in names:
                text = f"merge listener: find vservergroup error: can not find vgroup by name {group.name}"
                return Refusal(text, group.dropped.at, "apply")
        return None

    @cached_property
    def protocol_items(self) -> tuple[ProtocolItem, ...]:
        """The items of `protocol-port`, none where it cannot be known."""
        return items_of(ProtocolItem, self.annotations.get("protocol-port"), self)

    @cached_property
    def protocol_reach(self) -> int:
        """How many of these items are evaluated for any port, regardless of blanks and errors."""
        ports = (port.port for port in self.service.ports)
        return reach_of(self.protocol_items, (str(port.value) for port in ports if port.holds))

    @cached_property
    def forward_items(self) -> tuple[ForwardItem, ...]:
        """The items of `forward-port`, none where it cannot be known."""
        return items_of(ForwardItem, self.annotations.get("forward-port"), self)

    @cached_property
    def vgroup_items(self) -> tuple[GroupItem, ...]:
        """The items of `vgroup-port`, none where it cannot be known; read only where a CLB is reused."""
        return items_of(GroupItem, self.annotations.get("vgroup-port"), self)

    @cached_property
    def extensions(self) -> tuple[Extension, ...]:
        """The items of `domain-extensions`, none where it cannot be known."""
        return items_of(Extension, self.annotations.get("domain-extensions"), self)

    @property
    def label_items(self) -> tuple[LabelItem, ...]:
        """The items of `backend-label`, none where it cannot be known."""
        return self.back_ends.label_items

    @cached_property
    def back_ends(self) -> BackEnds:
        """Its back ends, for rules that apply to any kind of load balancer."""
        return BackEnds(
            service=self.service,
            cluster=self.cluster,
            annotations=self.annotations,
            handled_by=self.handled_by,
            find_workloads=self.find_workloads,
            find_scaling=self.find_scaling,
            find_more=self.find_more,
        )

    @property
    def allocates_node_ports(self) -> Fact[bool]:
        """Whether the API server picks node ports: `spec.allocateLoadBalancerNodePorts`, by default true."""
        return self.service.allocates_node_ports

    @property
    def workloads(self) -> tuple[Workload, ...]:
        """The workloads of the project whose pods the Service selects."""
        return self.back_ends.workloads

    def __repr__(self) -> str:
        return f"<LoadBalancer of {self.service.id}: {self.handled_by.value}>"
