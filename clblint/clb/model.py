"""`ClassicLoadBalancer`: the model of the CLB of one Service."""

from __future__ import annotations

from clblint.balancer.handling import CLB
from clblint.balancer.model import LoadBalancer
from clblint.balancer.refusal import Refusal
from clblint.balancer.values.items import Items
from clblint.clb.address_type import PRIVATE, PUBLIC
from clblint.clb.listeners import ClassicListener, listeners_of
from clblint.clb.server_groups import ClassicServerGroup, server_groups_of
from clblint.fast import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.clb.creation import Creation
    from clblint.clb.instance import Parameter
    from clblint.clb.values.classic_items import ClassicGroupItem, ClassicProtocolItem
    from clblint.clb.values.domain_extensions import Extension
    from clblint.clb.values.forward_port import Forward, ForwardItem
    from clblint.inventory.inventory import Balancers
    from clblint.inventory.records import Clb
    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.kube.fact import Fact


class ClassicLoadBalancer(LoadBalancer):
    """The CLB of one Service; its properties are computed on access."""

    kind, usual_quota = "CLB", 200

    @property
    def printed(self) -> Balancers[Clb] | None:
        """The CLBs of the inventory; None without one."""
        return self.inventory.clbs if self.inventory is not None else None

    @cached_property
    def existing(self) -> Clb | None:
        """The reused CLB in the inventory; None if none is reused, or it is not in the inventory."""
        if self.printed is None:
            return None
        from clblint.balancer.existing import reused_one  # noqa: PLC0415 - only with an inventory

        return reused_one(self.reuses, self.printed)

    @cached_property
    def current(self) -> Clb | None:
        """The CLB of the Service in the inventory: the reused one, or one that the CCM created; None if not found."""
        if self.is_reused or self.printed is None:
            return self.existing
        from clblint.balancer.existing import made_one  # noqa: PLC0415 - only with an inventory

        return made_one(self.service, self.printed)

    def _uses(self, known: KnownAnnotation) -> bool:
        from clblint.clb.used import is_used  # noqa: PLC0415 - few rules ask

        return is_used(self, known)

    @property
    def address_type(self) -> str:
        """`internet` (also by default) or `intranet`; empty if unknown or invalid."""
        fact = self.annotations.get("address-type")
        if fact.is_empty:
            return PUBLIC
        return next((word for word in (PUBLIC, PRIVATE) if fact.is_(word)), "")

    @property
    def creation(self) -> Creation:
        """Its requested attributes at creation."""
        from clblint.clb.creation import Creation  # noqa: PLC0415 - few rules ask

        return Creation(self)

    @property
    def _refused_at_creation(self) -> Fact[str] | None:
        return self.creation.refused if self.handled_by.is_(CLB) else None

    @property
    def by_use_by_default(self) -> bool:
        """Whether the CCM creates it as billed by use by default; False for a reused CLB."""
        from clblint.clb.instance import BY_USE_SINCE  # noqa: PLC0415 - few rules ask
        from clblint.kube.versions import known_older  # noqa: PLC0415 - as above

        return not self.is_reused and not known_older(self.cluster.ccm_version, BY_USE_SINCE)

    @property
    def lists_eip(self) -> bool:
        """Whether its status lists the EIP of the CLB, not the address of the CLB itself (SC:updateServiceStatus)."""
        if self.annotations.get("external-ip-type").value != "eip" or self.annotations.get("hostname").value:
            return False
        clb = self.current
        return clb is None or self.inventory is None or not self.inventory.eips.lacks(clb.id.value)

    @property
    def addresses(self) -> list[str]:
        """Its known addresses: requested, in the status of the Service, or in the inventory."""
        facts = [self.annotations.get("ip"), *self.service.status_ips]
        if self.current is not None:
            facts.append(self.current.address)
        return list(dict.fromkeys(fact.value for fact in facts if fact.readable))

    @cached_property
    def wishes(self) -> dict[str, Parameter]:
        """The attributes that annotations ask for, without defaults: the CCM compares these with an existing CLB.

        It never compares the vSwitch, and a bandwidth only if that is what the CLB is billed by (LB:Update).
        """
        from clblint.clb.instance import requested_attributes  # noqa: PLC0415 - only an inventory and changes ask

        asked = requested_attributes(self.annotations)
        asked.pop("VSwitchId", None)
        if not self.annotations.get("charge-type").may_be("paybybandwidth"):
            asked.pop("Bandwidth", None)
        return asked

    @cached_property
    def attributes(self) -> dict[str, Parameter]:
        """The parameters of CreateLoadBalancer by their API names; none for a reused CLB."""
        if self.is_reused:
            return {}
        from clblint.clb.instance import create_parameters  # noqa: PLC0415 - few rules ask

        return create_parameters(self.annotations, self.cluster.declared)

    @cached_property
    def server_groups(self) -> tuple[ClassicServerGroup, ...]:
        """The server groups, one for each Service port, those that the CCM drops included."""
        return server_groups_of(self)

    @property
    def drainable(self) -> list[ClassicListener]:
        """The TCP and UDP listeners, if the CCM manages listeners."""
        found = self.listeners if self.manages_listeners else ()
        return [listener for listener in found if listener.protocol.one_of("tcp", "udp")]

    @cached_property
    def listeners(self) -> tuple[ClassicListener, ...]:
        """The listeners, one for each Service port, even if the CCM stops before creating them."""
        return listeners_of(self)

    @cached_property
    def managed_listeners(self) -> tuple[ClassicListener, ...]:
        """The listeners that the CCM makes, redirecting ones included; none where a protocol cannot be known."""
        if not self.manages_listeners:
            return ()
        for listener in self.listeners:
            if not listener.protocol.holds:
                return ()
        return tuple([listener for listener in self.listeners if listener.supported])

    @cached_property
    def kept_listeners(self) -> tuple[ClassicListener, ...]:
        """The listeners that the CCM makes and keeps up to date: not those that redirect.

        None where a listener's protocol, or whether it redirects, cannot be known.
        """
        found = []
        for listener in self.managed_listeners:
            target = listener.forward_to
            if target.is_empty:
                found.append(listener)
            elif not target.holds:
                return ()
        return tuple(found)

    @cached_property
    def forwards(self) -> dict[int, list[Forward]]:
        """The decisions of `forward-port` for the listeners, by their positions in the list."""
        found: dict[int, list[Forward]] = {}
        for forward in [listener.forward for listener in self.listeners]:
            if forward.item is not None:
                found.setdefault(forward.item.position, []).append(forward)
        return found

    @property
    def is_forbidden(self) -> bool:
        """Whether the CCM leaves it alone, even its clean-up, because its cluster forbids public CLBs."""
        from clblint.clb.refusals import forbidden  # noqa: PLC0415 - only plans and changes ask

        return forbidden(self) is not None

    @cached_property
    def refusal(self) -> Refusal | None:
        """The error with which the CCM gives up before any call; None if it continues."""
        from clblint.clb.refusals import refusal_of  # noqa: PLC0415 - few rules ask

        return refusal_of(self)

    @property
    def _given_up(self) -> Refusal | None:
        if self.handled_by.value != CLB:
            return None
        if self.refusal is not None or not self.is_reused:
            return self.refusal
        from clblint.clb.refusals import misread_groups  # noqa: PLC0415 - few rules ask

        return misread_groups(self)

    @cached_property
    def failure(self) -> Refusal | None:
        """The error with which the CCM stops right after creating the CLB (LS:findVServerGroup)."""
        if self.refusal is not None or not self.manages_listeners:
            return None
        names = {group.name for group in self.server_groups if group.dropped is None}
        for group in self.server_groups:
            if group.dropped is not None and not group.vgroup_id.value and group.name not in names:
                text = f"merge listener: find vservergroup error: can not find vgroup by name {group.name}"
                return Refusal(text, group.dropped.at, "apply")
        return None

    @cached_property
    def protocol_items(self) -> Items[ClassicProtocolItem]:
        """The items of `protocol-port`; none if its value is unknown."""
        annotation = self.annotations.get("protocol-port")
        if not annotation.holds:
            return Items()
        from clblint.balancer.values.item import items_of  # noqa: PLC0415 - few Services have the annotation
        from clblint.clb.values.classic_items import ClassicProtocolItem  # noqa: PLC0415 - as above

        return items_of(ClassicProtocolItem, annotation, self)

    @cached_property
    def forward_items(self) -> Items[ForwardItem]:
        """The items of `forward-port`; none if its value is unknown."""
        annotation = self.annotations.get("forward-port")
        if not annotation.holds:
            return Items()
        from clblint.balancer.values.item import items_of  # noqa: PLC0415 - few Services have the annotation
        from clblint.clb.values.forward_port import ForwardItem  # noqa: PLC0415 - as above

        return items_of(ForwardItem, annotation, self)

    @cached_property
    def vgroup_items(self) -> Items[ClassicGroupItem]:
        """The items of `vgroup-port`; none if its value is unknown; the CCM reads it only for a reused CLB."""
        annotation = self.annotations.get("vgroup-port")
        if not annotation.holds:
            return Items()
        from clblint.balancer.values.item import items_of  # noqa: PLC0415 - few Services have the annotation
        from clblint.clb.values.classic_items import ClassicGroupItem  # noqa: PLC0415 - as above

        return items_of(ClassicGroupItem, annotation, self)

    @cached_property
    def extensions(self) -> tuple[Extension, ...]:
        """The items of `domain-extensions`; none if its value is unknown."""
        annotation = self.annotations.get("domain-extensions")
        if not annotation.holds:
            return ()
        from clblint.balancer.values.item import items_of  # noqa: PLC0415 - few Services have the annotation
        from clblint.clb.values.domain_extensions import Extension  # noqa: PLC0415 - as above

        return items_of(Extension, annotation, self)
