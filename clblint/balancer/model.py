"""`LoadBalancer`: the CLB or NLB that the CCM builds from one Service, for rules about both kinds."""

from __future__ import annotations

from abc import ABC, abstractmethod

from clblint.balancer.back_ends import BackEnds
from clblint.balancer.facts import derived
from clblint.balancer.refusal import REJECTED, Refusal
from clblint.balancer.values.decisions import reach_of
from clblint.fast import Frozen, cached_property
from clblint.kube.admission.service import rejection_of
from clblint.light import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, ClassVar

    from clblint.balancer.annotations import Annotations
    from clblint.balancer.back_ends import WorkloadFinder
    from clblint.balancer.handling import Handling
    from clblint.balancer.listeners import Listener
    from clblint.balancer.server_groups import ServerGroup, Weighting
    from clblint.balancer.used import Unread
    from clblint.balancer.values.backend_label import LabelItem
    from clblint.balancer.values.items import Items
    from clblint.balancer.values.protocol_port import ProtocolItem
    from clblint.balancer.values.vgroup_port import GroupItem
    from clblint.inventory.inventory import Balancers, Inventory
    from clblint.inventory.records import BalancerRecord
    from clblint.kube.admission.rejection import Rejection
    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service
    from clblint.kube.workloads.pods import Workload
    from clblint.source.located import Located


class Drainable(Protocol):
    """A listener or a server group whose connections can drain."""

    @property
    def port(self) -> Fact[int]:
        """The Service port."""

    @property
    def settings(self) -> Mapping[str, Fact[str]]:
        """The parameters of its create call by their API names."""


class LoadBalancer(Frozen, ABC):
    """The load balancer of one Service, a CLB or an NLB: listeners, and server groups with its back ends."""

    kind: ClassVar[str]  # what it is called: CLB or NLB
    usual_quota: ClassVar[int]  # the quota of back ends of one load balancer, if the profile declares none
    # By API name, whether two Services on one undo each other's value, for attributes that are not plain texts.
    compared_apart: ClassVar[Mapping[str, Callable[[Any, Any], bool]]] = {}
    service: Service
    cluster: Cluster
    annotations: Annotations
    handling: Handling
    finder: WorkloadFinder
    inventory: Inventory | None

    @cached_property
    def handled_by(self) -> Fact[str]:
        """The controller that handles the Service: `clb`, `nlb` or `none`."""
        return self.handling.by

    @cached_property
    def ccm_version(self) -> Fact[str] | None:
        """The declared version of the CCM; None if not declared."""
        return self.cluster.ccm_version

    @cached_property
    def reuses(self) -> Fact[str]:
        """The id of the load balancer that is reused; empty if the CCM creates one."""
        return self.annotations.get("id")

    @cached_property
    def is_reused(self) -> bool:
        """Whether a load balancer of the user's own is reused; an id that cannot be known counts as one."""
        return not self.reuses.is_empty

    @cached_property
    def force_override(self) -> Fact[bool]:
        """Whether listeners of a reused load balancer are managed, too."""
        return derived(self.annotations.get("force-override-listeners"), self.annotations.override_listeners)

    @property
    def back_end_quota(self) -> int:
        """How many back ends all its server groups may have together."""
        declared = self.cluster.backend_quota
        return declared.value if declared.written else self.usual_quota

    @cached_property
    def manages_listeners(self) -> bool:
        """Whether the CCM reads and writes listeners: not on a reused one without override (MA:Apply, NA:Apply)."""
        return not self.is_reused or self.force_override.value

    def uses(self, key: str) -> bool:
        """Whether its controller parses, sends or compares the annotation with this key; True if that is unknown."""
        from clblint.balancer.used import used_by  # noqa: PLC0415 - few rules ask

        known = used_by(self, key)
        return known is not None and self._uses(known)

    def unread(self, suffix: str) -> Unread | None:  # noqa: ARG002 - the controller of CLBs parses all that it looks up
        """Why nothing is known to come of an annotation; None where something may."""
        return None

    @abstractmethod
    def _uses(self, known: KnownAnnotation) -> bool:
        """The same of an annotation that its controller looks up."""

    @property
    def preserved(self) -> Fact[bool]:
        """Whether it outlives the Service by annotation: any text at all, `false` included."""
        fact = self.annotations.get("preserve-lb-on-delete")
        return derived(fact, bool(fact.value))

    @property
    @abstractmethod
    def printed(self) -> Balancers[Any] | None:
        """The load balancers of its kind in the inventory; None without an inventory."""

    @property
    @abstractmethod
    def existing(self) -> BalancerRecord | None:
        """The reused load balancer in the inventory; None if none is reused, or it is not in the inventory."""

    @property
    @abstractmethod
    def current(self) -> BalancerRecord | None:
        """The one of the Service in the inventory: reused, or made by the CCM; None if it is not found."""

    @property
    @abstractmethod
    def addresses(self) -> list[str]:
        """The addresses that it is known to have."""

    @property
    @abstractmethod
    def wishes(self) -> Mapping[str, Fact[str] | Fact[dict[str, str]]]:
        """The attributes that annotations ask for, by API names: what is compared with an existing load balancer."""

    @property
    @abstractmethod
    def attributes(self) -> Mapping[str, Fact[str] | Fact[dict[str, str]]]:
        """The parameters of CreateLoadBalancer by their API names; none where a load balancer is reused."""

    @property
    @abstractmethod
    def server_groups(self) -> Sequence[ServerGroup]:
        """The server groups, one for each Service port."""

    @property
    @abstractmethod
    def listeners(self) -> Sequence[Listener]:
        """The listeners, one for each Service port, whether or not the CCM gets as far as making them."""

    @cached_property
    def listeners_by_port(self) -> Mapping[str, Sequence[Listener]]:
        """The listeners by the numbers of their Service ports, as a list in an annotation names them."""
        found: dict[str, list[Listener]] = {}
        for listener in self.listeners:
            found.setdefault(str(listener.port.value), []).append(listener)
        return found

    @cached_property
    def has_known_listeners(self) -> bool:
        """Whether ports and protocols of all listeners are known."""
        return all(listener.port.holds and listener.protocol.holds for listener in self.listeners)

    @property
    @abstractmethod
    def refusal(self) -> Refusal | None:
        """The error with which the CCM gives up before any call; None if it continues."""

    @property
    @abstractmethod
    def failure(self) -> Refusal | None:
        """The error with which the CCM stops once the load balancer exists; None if it continues."""

    @property
    @abstractmethod
    def drainable(self) -> Sequence[Drainable]:
        """The parts whose connections the CCM can drain: TCP and UDP listeners of a CLB, server groups of an NLB."""

    @cached_property
    def rejection(self) -> Rejection | None:
        """Why the API server refuses the Service, so that no controller sees it; None if it accepts it."""
        return rejection_of(self.service, self.cluster.declared)

    @cached_property
    def stopped(self) -> Refusal | None:
        """Why no controller does anything for the Service; None if one does."""
        if self.rejection is not None:
            return Refusal(self.rejection.text, self.rejection.at, REJECTED)
        return self._given_up

    @property
    def may_be_there(self) -> bool:
        """Whether it exists, or may exist,, by the inventory or the address in its status."""
        service = self.service
        by_some_uid = service.uid.is_set and not service.uid.readable and self.inventory is not None
        return self.current is not None or service.status_addresses.present or by_some_uid

    @cached_property
    def uncreatable(self) -> Located | None:
        """The fact for which the API certainly refuses to create it; None if uncertain, or if it is not created."""
        return None if self.is_reused or self.may_be_there else self._refused_at_creation

    @property
    def is_unmade(self) -> bool:
        """Whether this revision certainly did not create it: no controller acts, or the API refuses it."""
        return self.stopped is not None or self.uncreatable is not None

    @property
    @abstractmethod
    def _refused_at_creation(self) -> Located | None:
        """The fact for which the API certainly refuses to create a new one; None if uncertain."""

    @property
    @abstractmethod
    def _given_up(self) -> Refusal | None:
        """The error that keeps its controller from doing anything for the Service."""

    @property
    @abstractmethod
    def protocol_items(self) -> Items[ProtocolItem]:
        """The items of `protocol-port`, none where it cannot be known."""

    @cached_property
    def protocol_reach(self) -> int:
        """How many of these items are evaluated for any port, regardless of blanks and errors."""
        return reach_of([item.settles for item in self.protocol_items], self._numbers)

    @property
    def _numbers(self) -> Iterator[str]:
        """The ports of the Service that can be known, as items of lists name them."""
        return (str(port.port.value) for port in self.service.ports if port.port.holds)

    @property
    @abstractmethod
    def vgroup_items(self) -> Items[GroupItem]:
        """The items of `vgroup-port`, none where it cannot be known; read only where a load balancer is reused."""

    @property
    def label_items(self) -> tuple[LabelItem, ...]:
        """The items of `backend-label`, none where it cannot be known."""
        return self.back_ends.label_items

    @property
    def weighting(self) -> Weighting | None:
        """The weighting of the back ends of all its groups; None if unknown, or without groups."""
        groups = self.server_groups
        return groups[0].weighting if groups and self.back_ends.mode.known else None

    @cached_property
    def back_ends(self) -> BackEnds:
        """Its back ends, for rules that apply to any kind of load balancer."""
        return BackEnds(
            service=self.service,
            cluster=self.cluster,
            annotations=self.annotations,
            handled_by=self.handled_by,
            finder=self.finder,
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
        return f"<{type(self).__name__} of {self.service.id}: {self.handled_by.value}>"
