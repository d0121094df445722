"""`Change`: a Service in two revisions, the subject of rules about changes."""

from __future__ import annotations

from clblint.balancer.handling import CLB, NLB, named_controllers
from clblint.balancer.refusal import REJECTED
from clblint.change.edits import AnnotationEdit, KeptListener, PortPair, annotation_edit
from clblint.change.kept_groups import KeptGroups
from clblint.clb.listeners import ClassicListener
from clblint.clb.model import ClassicLoadBalancer
from clblint.clb.options import BY_SUFFIX
from clblint.fast import Frozen, cached_property
from clblint.kube.admission.update import rejected_update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.model import LoadBalancer
    from clblint.change.cleanup import Cleanup
    from clblint.change.effect import Effect
    from clblint.inventory.records import BalancerRecord, Clb
    from clblint.kube.admission.rejection import Rejection
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service, ServicePort
    from clblint.source.located import Located


class Change(Frozen):
    """One Service before and after: `old` is None for a new Service, `new` for a removed one.

    `gone_at` is the file that contained a removed Service, if the file still exists; `successor` is the new Service
    that seems to replace a removed one under another name or in another namespace.
    """

    old: LoadBalancer | None
    new: LoadBalancer | None
    gone_at: Located | None
    successor: Service | None

    @property
    def sides(self) -> list[LoadBalancer]:
        """The existing revisions, one or two, the old one first."""
        return [side for side in (self.old, self.new) if side is not None]

    @property
    def service(self) -> Service:
        """The new Service; the old one if it was removed."""
        return self.sides[-1].service

    @property
    def can_be_judged(self) -> bool:
        """Whether, in both revisions, the written fields are those of the build; otherwise no rule runs."""
        return not any(side.service.unsettled for side in self.sides)

    @property
    def owner(self) -> Service:
        """The Service to report a finding on: the successor, the new Service, or the old one if it was removed."""
        return self.successor if self.new is None and self.successor is not None else self.service

    @cached_property
    def rejection(self) -> Rejection | None:
        """Why the API server refuses the new revision, by itself or as an update of the old; None if it does not."""
        if self.new is None:
            return None
        old = self.old.service if self.old is not None else None
        return self.new.rejection or (rejected_update(old, self.new.service) if old is not None else None)

    @property
    def is_let_go(self) -> bool:
        """Whether `loadbalancer-type` takes the Service from its controller, while its type stays LoadBalancer.

        False if that controller made no load balancer and reports no error.
        """
        old, new = self.old, self.new
        if old is None or new is None or self.rejection is not None or annotation_edit(old, new, "type") is None:
            return False
        before, stays = old.handled_by, new.service.type.is_("LoadBalancer")
        lost = stays and before.one_of(CLB, NLB) and before.differs(new.handled_by)
        return lost and (not old.is_unmade or bool(self.hand_over_error))

    @cached_property
    def hand_over_error(self) -> str:
        """The error of each clean-up by the controller that loses the Service; empty if the clean-up succeeds."""
        from clblint.change.update import hand_over_error  # noqa: PLC0415 - brings the simulation, which few ask for

        return hand_over_error(self.old, self.new) if self.old is not None and self.new is not None else ""

    @cached_property
    def effect(self) -> Effect:
        """What the CCM does when the change is applied."""
        from clblint.change.update import effect_of, refused  # noqa: PLC0415 - brings the simulation, which few ask for

        if self.rejection is not None:
            return refused(self.rejection.text, self.rejection.at, REJECTED)
        return effect_of(self.old, self.new)

    @property
    def cleanup(self) -> Cleanup | None:
        """The result of cleaning up a load balancer that the Service no longer has; None if there is none."""
        from clblint.change.cleanup import cleanup_of  # noqa: PLC0415 - few changes take one away

        old, new = self.old, self.new
        stays = self.successor is not None if new is None else not new.service.type.is_not("LoadBalancer")
        if old is not None and new is not None and old.handled_by.is_(CLB) and named_controllers(new.annotations):
            return None  # nothing is cleaned up
        had = old is not None and old.handled_by.one_of(CLB, NLB)
        return cleanup_of(old, new, self.effect) if had and old is not None and not stays else None

    @property
    def live(self) -> Clb | None:
        """The CLB in the inventory that the Service has before and after; None if it is not known."""
        return self.both[1].current if self.both is not None else None

    @property
    def existing(self) -> BalancerRecord | None:
        """The load balancer in the inventory, of either kind, that the Service has before and after."""
        return self.pair[1].current if self.pair is not None else None

    @property
    def charged(self) -> Fact[str] | None:
        """The charge type of the CLB in the inventory; None if the inventory lacks it."""
        charged = self.live.attribute("InstanceChargeType") if self.live is not None else None
        return charged if charged is not None and charged.present else None

    def printed(self, pair: KeptListener, name: str) -> Fact[str] | None:
        """A setting of a remaining listener in the inventory; None if the inventory lacks it."""
        return pair.printed(self.live, name)

    @cached_property
    def pair(self) -> tuple[LoadBalancer, LoadBalancer] | None:
        """Both revisions, if the Service has the same load balancer in both; None otherwise.

        None also if `loadbalancer-id` changes, or if the CCM or the API refused the old revision entirely: then there
        is no state to compare with.
        """
        old, new = self.old, self.new
        if old is None or new is None or not _is_of_one_kind(old, new):
            return None
        return (old, new) if old.reuses.equals(new.reuses) and not old.is_unmade else None

    @cached_property
    def both(self) -> tuple[ClassicLoadBalancer, ClassicLoadBalancer] | None:
        """Both revisions, if the Service has the same CLB in both; None otherwise."""
        if self.pair is None:
            return None
        old, new = self.pair
        return (old, new) if isinstance(old, ClassicLoadBalancer) and isinstance(new, ClassicLoadBalancer) else None

    @property
    def kind(self) -> str:
        """The kind of the load balancer, `CLB` or `NLB`; of the old revision if there is one."""
        return self.sides[0].kind

    @cached_property
    def owner_edit(self) -> AnnotationEdit | None:
        """The change of `loadbalancer-id` while the kind of the load balancer stays; None if there is none.

        None also if no sync of the old revision succeeded: then the CCM keeps no address.
        """
        old, new = self.old, self.new
        if old is None or new is None or not _is_of_one_kind(old, new):
            return None
        before, after = old.reuses, new.reuses
        added = before.is_empty and after.is_set
        edit = AnnotationEdit("id", before, after) if added else annotation_edit(old, new, "id")
        if edit is None:
            return None
        from clblint.change.update import has_address  # noqa: PLC0415 - brings the simulation, which few ask for

        return edit if has_address(old, new) else None

    @cached_property
    def frozen_edits(self) -> tuple[AnnotationEdit, ...]:
        """The changes of options without effect: all listeners that could use them forward in both revisions."""
        forwarding = [pair for pair in self.kept if pair.old.forward_to.value and pair.new.forward_to.value]
        if not forwarding or self.both is None or not all(one.protocol.holds for one in self.both[1].listeners):
            return ()
        used = {listener.protocol.value for listener in self.both[1].listeners if not listener.forward_to.value}
        found = ((edit, BY_SUFFIX.get(edit.suffix)) for edit in self.edits)
        return tuple(
            edit for edit, option in found if option and "http" in option.protocols and not option.protocols & used
        )

    def edit(self, suffix: str) -> AnnotationEdit | None:
        """The change of an annotation's value; None if there is none or it cannot be known."""
        if self.pair is None:
            return None
        return annotation_edit(*self.pair, suffix)

    @cached_property
    def edits(self) -> tuple[AnnotationEdit, ...]:
        """The changes of annotation values, removals included."""
        if self.pair is None:
            return ()
        old, new = self.pair
        suffixes = dict.fromkeys([*new.annotations, *old.annotations])
        return tuple(found for suffix in suffixes if (found := self.edit(suffix)) is not None)

    @cached_property
    def unreadable(self) -> tuple[str, ...]:
        """The short names of annotations whose text changed, and of which one value cannot be known (a placeholder)."""
        if self.pair is None:
            return ()
        old, new = self.pair
        pairs = (
            (name, old.annotations.get(name), new.annotations.get(name))
            for name in (*new.annotations, *old.annotations)
        )
        open_ = (name for name, before, after in pairs if _is_open(before, after))
        return tuple(dict.fromkeys(open_))

    @property
    def makes_groups(self) -> bool | None:
        """Whether the CCM creates server groups on the load balancer that stays; None if unknown."""
        return KeptGroups(*self.pair).are_added if self.pair is not None else None

    @cached_property
    def ports(self) -> tuple[PortPair, ...]:
        """The Service ports that are in both revisions, with their listeners.

        A port is left out if the API refused to create its listener in the old revision.
        """
        if self.pair is None:
            return ()
        old, new = self.pair
        before = {_port(listener.service_port): listener for listener in old.listeners}
        numbers = [listener.port.value for listener in [*old.listeners, *new.listeners]]
        alone = {
            listener.port.value: listener for listener in old.listeners if numbers.count(listener.port.value) == _TWICE
        }
        pairs, groups = [], KeptGroups(*self.pair)
        for listener in new.listeners:
            was = before.get(_port(listener.service_port)) or alone.get(listener.port.value)
            if was is not None and was.uncreatable is None and was.port.holds and listener.port.holds:
                pairs.append(PortPair(was, listener, groups.is_there(listener.server_group)))
        return tuple(pairs)

    @cached_property
    def kept(self) -> tuple[KeptListener, ...]:
        """The listeners of a CLB that the CCM manages in both revisions, so that it updates them in place."""
        if self.both is None or not all(side.manages_listeners for side in self.both):
            return ()
        pairs = (pair for pair in self.ports if pair.old.protocol.equals(pair.new.protocol))
        return tuple(
            KeptListener(pair.old, pair.new)
            for pair in pairs
            if isinstance(pair.old, ClassicListener) and isinstance(pair.new, ClassicListener)
        )

    def __repr__(self) -> str:
        return f"<Change of {self.service.id}>"


_TWICE = 2


def _is_open(before: Fact[str], after: Fact[str]) -> bool:
    """Whether two values are written differently and one is unknown, so that the plan cannot show the change."""
    unknown = any(one.present and not one.known for one in (before, after))
    return unknown and str(before.value) != str(after.value) and not after.is_empty


def _is_of_one_kind(old: LoadBalancer, new: LoadBalancer) -> bool:
    """Whether one controller handles both revisions."""
    return old.handled_by.is_(new.handled_by.value) and new.handled_by.one_of(CLB, NLB)


def _port(port: ServicePort) -> tuple[int, str]:
    return (port.port.value, port.protocol.value)
