"""`NetworkLoadBalancer`: the model of the NLB of one Service."""

from __future__ import annotations

from clblint.balancer.existing import made_one, reused_one
from clblint.balancer.facts import defaulted
from clblint.balancer.handling import NLB
from clblint.balancer.model import LoadBalancer
from clblint.balancer.values.decisions import reach_of
from clblint.balancer.values.item import items_of
from clblint.balancer.values.slices import split
from clblint.fast import cached_property
from clblint.kube.versions import known_older
from clblint.nlb.creation import refused_annotation
from clblint.nlb.instance import INTERNET, IPV4, address_type_of, create_parameters, ip_version_of, requested_attributes
from clblint.nlb.listeners import NetworkListener, listeners_of
from clblint.nlb.refusals import failure_of, refusal_of
from clblint.nlb.security import SOURCE_RANGES_SINCE, SourceRangesGroup
from clblint.nlb.server_groups import NetworkServerGroup, server_groups_of
from clblint.nlb.shared import UNDONE
from clblint.nlb.values.network_items import NetworkGroupItem, NetworkProtocolItem
from clblint.nlb.values.port_range import PortRangeItem
from clblint.nlb.values.security_groups import SecurityGroupItem
from clblint.nlb.values.zone_maps import ZoneMapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.refusal import Refusal
    from clblint.balancer.used import Unread
    from clblint.balancer.values.items import Items
    from clblint.balancer.values.slices import ValueSlice
    from clblint.balancer.values.vgroup_port import GroupItem
    from clblint.inventory.inventory import Balancers
    from clblint.inventory.network import Nlb
    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.kube.fact import Fact
    from clblint.nlb.instance import Parameter
    from clblint.source.located import Located


class NetworkLoadBalancer(LoadBalancer):
    """The NLB of one Service; its properties are computed on access."""

    kind, usual_quota = "NLB", 400
    compared_apart = UNDONE

    @property
    def key(self) -> str:
        """The suffix of the names of its listeners and groups: Service, namespace and cluster, with `{clusterId}`."""
        return f"{self.service.built_name.value}.{self.service.namespace or 'default'}.{{clusterId}}"

    @property
    def printed(self) -> Balancers[Nlb] | None:
        """The NLBs of the inventory; None without one."""
        return self.inventory.nlbs if self.inventory is not None else None

    @cached_property
    def existing(self) -> Nlb | None:
        """The reused NLB in the inventory; None if none is reused, or it is not in the inventory."""
        return reused_one(self.reuses, self.printed) if self.printed is not None else None

    @cached_property
    def current(self) -> Nlb | None:
        """The NLB of the Service in the inventory: the reused one, or one that the CCM created; None if not found."""
        if self.is_reused or self.printed is None:
            return self.existing
        return made_one(self.service, self.printed)

    @property
    def addresses(self) -> list[str]:
        """The addresses that it is known to have: none, since the status of its Service has a host name."""
        return []

    @cached_property
    def zone_mappings(self) -> tuple[ZoneMapping, ...]:
        """The items of `zone-maps`, refused ones included; none if its value is unknown."""
        return items_of(ZoneMapping, self.annotations.get("zone-maps"), self)

    @cached_property
    def first_of_vswitch(self) -> dict[str, ZoneMapping]:
        """The first item of `zone-maps` with each vSwitch, by its id without blanks."""
        found = reversed(self.zone_mappings)
        return {item.vswitch.text.strip(): item for item in found if item.vswitch is not None}

    @property
    def zone_maps(self) -> Fact[str]:
        """The zones and their vSwitches as written."""
        return self.annotations.get("zone-maps")

    @cached_property
    def wishes(self) -> dict[str, Parameter]:
        """The attributes that annotations ask for, without defaults: the CCM compares these with an existing NLB."""
        return requested_attributes(self.annotations)

    @cached_property
    def attributes(self) -> dict[str, Parameter]:
        """The parameters of CreateLoadBalancer by their API names, without zones; none for a reused NLB.

        The CCM sets IPv6 address type, cross-zone forwarding and security groups right after the creation.
        """
        return {} if self.is_reused else create_parameters(self.annotations, self.cluster.declared)

    def unread(self, suffix: str) -> Unread | None:
        """Why nothing is known to come of an annotation, for want of another one; None where something may."""
        from clblint.nlb.used import unread  # noqa: PLC0415 - few rules ask

        return unread(self, suffix)

    def _uses(self, known: KnownAnnotation) -> bool:
        from clblint.nlb.used import is_used  # noqa: PLC0415 - few rules ask

        return is_used(self, known)

    @property
    def address_type(self) -> Fact[str]:
        """`Internet` or `Intranet` as the CCM understands it; Internet by default, empty for a reused NLB."""
        fact = self.annotations.get("address-type")
        return address_type_of(fact) if not fact.is_empty else defaulted(fact, "" if self.is_reused else INTERNET)

    @property
    def ip_version(self) -> Fact[str]:
        """`ipv4` or `DualStack` as the CCM understands it; ipv4 by default, empty for a reused NLB."""
        fact = self.annotations.get("ip-version")
        return ip_version_of(fact) if not fact.is_empty else defaulted(fact, "" if self.is_reused else IPV4)

    @property
    def security_group_ids(self) -> tuple[ValueSlice, ...]:
        """The ids in `security-group-ids`, blanks included; none if it is empty: then the NLB leaves all groups."""
        fact = self.annotations.get("security-group-ids")
        return tuple(split(fact)) if fact.holds else ()

    @cached_property
    def security_group_items(self) -> tuple[SecurityGroupItem, ...]:
        """The items of `security-group-ids`; none if it is empty or unknown."""
        return items_of(SecurityGroupItem, self.annotations.get("security-group-ids"), self)

    @property
    def sets_security_groups(self) -> bool:
        """Whether the NLB leaves every group that is not listed: if the annotation is set, even to an empty text."""
        return self.annotations.has("security-group-ids")

    @property
    def leaves_bandwidth_package(self) -> bool:
        """Whether an existing NLB leaves its bandwidth package: if the annotation is set, but empty."""
        return self.annotations.has("bandwidth-package-id") and self.annotations.get("bandwidth-package-id").is_empty

    @property
    def source_ranges_group(self) -> SourceRangesGroup | None:
        """The security group made of `loadBalancerSourceRanges`.

        None without ranges, for a reused NLB, and if the declared CCM does not read the field yet.
        """
        ranges = self.service.source_ranges
        if not ranges or self.is_reused or known_older(self.cluster.declared.ccm_version, SOURCE_RANGES_SINCE):
            return None
        return SourceRangesGroup(self, ranges)

    @cached_property
    def server_groups(self) -> tuple[NetworkServerGroup, ...]:
        """The server groups, one for each Service port."""
        return server_groups_of(self)

    @cached_property
    def own_groups(self) -> list[NetworkServerGroup]:
        """The server groups that the CCM creates and configures; without those that `vgroup-port` names or may name."""
        return [group for group in self.server_groups if group.vgroup_id.is_empty]

    @property
    def drainable(self) -> list[NetworkServerGroup]:
        """The server groups that the CCM makes, of any protocol."""
        return self.own_groups

    @cached_property
    def listeners(self) -> tuple[NetworkListener, ...]:
        """The listeners, one for each Service port, even if the CCM stops before creating them."""
        return listeners_of(self)

    @cached_property
    def refusal(self) -> Refusal | None:
        """The error with which the CCM gives up before any call; None if it continues."""
        return refusal_of(self)

    @property
    def failure(self) -> Refusal | None:
        """The error that ends every sync but the first, and the deletion; None if there is none."""
        return failure_of(self)

    @property
    def failing_groups(self) -> list[NetworkGroupItem]:
        """The items of `vgroup-port` that prevent reading the groups of an existing NLB."""
        return [item for item in self.vgroup_items if item.later_error or item.names_nobody]

    @property
    def vgroups_looked_up(self) -> list[GroupItem]:
        """The items of `vgroup-port` whose groups the CCM looks up for ports, before any call."""
        chosen = (group.choice.item for group in self.server_groups)
        return [item for item in chosen if item is not None and item.counts]

    @property
    def _refused_at_creation(self) -> Located | None:
        return refused_annotation(self)

    @property
    def _given_up(self) -> Refusal | None:
        return self.refusal if self.handled_by.value == NLB else None

    @cached_property
    def protocol_items(self) -> Items[NetworkProtocolItem]:
        """The items of `protocol-port`; none if its value is unknown."""
        return items_of(NetworkProtocolItem, self.annotations.get("protocol-port"), self)

    @cached_property
    def range_items(self) -> Items[PortRangeItem]:
        """The items of `listener-port-range`; none if its value is unknown."""
        return items_of(PortRangeItem, self.annotations.get("listener-port-range"), self)

    @cached_property
    def range_reach(self) -> int:
        """The number of these items that the CCM reads for any port, regardless of blanks and errors."""
        return reach_of([item.key for item in self.range_items], self._numbers)

    @cached_property
    def vgroup_items(self) -> Items[NetworkGroupItem]:
        """The items of `vgroup-port`; none if its value is unknown; the CCM reads it only for a reused NLB.

        From the second sync on it looks them up even without a reused NLB (NG:ListNLBServerGroups).
        """
        return items_of(NetworkGroupItem, self.annotations.get("vgroup-port"), self)
