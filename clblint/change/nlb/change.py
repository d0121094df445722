"""`NetworkChange`: a Service with the same NLB before and after, the subject of rules about changes of NLBs."""

from __future__ import annotations

from clblint.balancer.handling import NLB
from clblint.change.edits import annotation_edit
from clblint.change.kept_groups import KeptGroups
from clblint.change.node_ports import port_key
from clblint.fast import NamedTuple
from clblint.kube.versions import known_older
from clblint.nlb.existing.fitting import matches
from clblint.nlb.instance import ADDRESSES_SINCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.change import Change
    from clblint.change.edits import AnnotationEdit
    from clblint.inventory.network import NlbZone
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.server_groups import NetworkServerGroup
    from clblint.nlb.values.zone_maps import ZoneMapping


class NetworkChange(NamedTuple):
    """A Service with the same NLB in both revisions, one that the CCM made or one that is reused."""

    old: NetworkLoadBalancer
    new: NetworkLoadBalancer

    def edit(self, suffix: str) -> AnnotationEdit | None:
        """The change of an annotation's value; None if there is none or it cannot be known."""
        return annotation_edit(self.old, self.new, suffix)

    def dropped(self, suffix: str) -> AnnotationEdit | None:
        """The removal of an annotation with its key; None if the key stays: the CCM acts on an empty value."""
        edit = self.edit(suffix)
        return edit if edit is not None and edit.removed and not self.new.annotations.has(suffix) else None

    def has_already(self, name: str, value: str) -> bool:
        """Whether the inventory has this value of an attribute of the NLB, whatever the older manifest says."""
        return self.new.current is not None and self.new.current.get(name).value.lower() == value.lower()

    @property
    def live_zones(self) -> tuple[NlbZone, ...]:
        """The zones of the NLB in the inventory; none if the inventory lacks them."""
        return self.new.current.zones if self.new.current is not None else ()

    @property
    def moved_zones(self) -> Iterator[ZoneMapping]:
        """The wanted zones that the NLB lacks or has with another vSwitch: then the CCM sends all (NB:Update)."""
        zones = self.live_zones
        there = {(zone.zone.value, zone.vswitch.value) for zone in zones} if zones else set(map(_place, self._there))
        return (item for item in self._wanted if _place(item) not in there)

    @property
    def readdressed_zones(self) -> Iterator[tuple[ZoneMapping, ZoneMapping]]:
        """Yield (before, after) of zones that stay with another EIP, or private address if the CCM compares these."""
        first = 1 if known_older(self.new.cluster.declared.ccm_version, ADDRESSES_SINCE) else 0
        there = {_place(item): item for item in self._there}
        for item in self._wanted:
            was = there.get(_place(item))
            moved = was is not None and any(
                now and now != had for now, had in zip(_ends(item)[first:], _ends(was)[first:], strict=True)
            )
            if was is not None and moved and not any(matches(item, zone) for zone in self.live_zones):
                yield was, item

    @property
    def replaced_zones(self) -> list[ZoneMapping]:
        """The zones that the NLB loses or gets with another vSwitch, because the CCM sends the whole list."""
        wanted = {_place(item) for item in self._wanted}
        sent = any(self.moved_zones) and not any(self.readdressed_zones)
        return [item for item in self._there if _place(item) not in wanted] if sent else []

    @property
    def left_out_zones(self) -> list[ZoneMapping]:
        """The zones that are no longer listed, if no listed zone differs: then the CCM makes no call."""
        wanted = {_place(item) for item in self._wanted}
        if not wanted or any(self.moved_zones) or any(self.readdressed_zones):
            return []
        return [item for item in self._there if _place(item) not in wanted]

    @property
    def _there(self) -> tuple[ZoneMapping, ...]:
        """The zones that the older manifest lists, without those that the NLB has certainly left."""
        live = {(zone.zone.value, zone.vswitch.value) for zone in self.live_zones}
        return tuple(item for item in self.old.zone_mappings if item.counts and (not live or _place(item) in live))

    @property
    def _wanted(self) -> tuple[ZoneMapping, ...]:
        return tuple(item for item in self.new.zone_mappings if item.counts) if self._there else ()

    @property
    def kept_groups(self) -> Iterator[tuple[NetworkServerGroup, NetworkServerGroup]]:
        """Yield (before, after) of the CCM's server groups that it finds again by their names.

        A name contains the kind of the back ends: a group of unknown kind is left out.
        """
        groups = KeptGroups(self.old, self.new)
        there = {groups.name_before(group): group for group in self._made_groups if group.mode.known}
        new = ((groups.name_after(group), group) for group in self.new.own_groups if group.mode.known)
        return ((there[name], group) for name, group in new if name in there)

    @property
    def kept_listeners(self) -> Iterator[tuple[NetworkListener, NetworkListener]]:
        """Yield (before, after) of the managed listeners of ports that stay, recreated ones included."""
        made = (one for one in self.old.listeners if one.uncreatable is None)
        there = {port_key(one.service_port): one for one in made if one.managed}
        found = ((there.get(port_key(one.service_port)), one) for one in self.new.listeners if one.managed)
        return ((before, after) for before, after in found if before is not None)

    @property
    def groups_left(self) -> list[str]:
        """The names of the CCM's server groups that are no longer wanted; none if a wanted name is unknown."""
        groups = KeptGroups(self.old, self.new)
        return [group.name for group in self._made_groups if groups.keeps(group) is False]

    @property
    def _made_groups(self) -> list[NetworkServerGroup]:
        """The CCM's server groups of the old revision, without those that the API refused to create."""
        return [group for group in self.old.own_groups if group.uncreatable is None]


def network_changes(change: Change) -> Iterator[NetworkChange]:
    """Yield the change, if the Service has the same NLB in both revisions."""
    if change.pair is None or change.both is not None:
        return
    old, new = change.pair
    if not new.handled_by.is_(NLB):
        return
    from clblint.nlb.model import NetworkLoadBalancer  # noqa: PLC0415 - few changes are about NLBs

    if isinstance(old, NetworkLoadBalancer) and isinstance(new, NetworkLoadBalancer):
        yield NetworkChange(old, new)


def _place(item: ZoneMapping) -> tuple[str, str]:
    return item.zone.text, item.vswitch.text if item.vswitch is not None else ""


def _ends(item: ZoneMapping) -> tuple[str, str]:
    """Its private address and its EIP, empty if not set."""
    return item.address.text if item.address else "", item.eip.text if item.eip else ""
