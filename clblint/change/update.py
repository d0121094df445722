"""Computes the `Effect` of a change: applies the old Service to an empty cloud, then the new one to the result."""

from __future__ import annotations

from clblint.balancer.handling import CLB, NLB, named_controllers
from clblint.build import as_classic
from clblint.change.apply import CleanUp, Sync, requested
from clblint.change.calls import SyncError
from clblint.change.cloud import Cloud, CloudClb, State, as_reported, created_attributes, created_tags
from clblint.change.effect import CREATE, DELETE, EARLIER, NONE, NOTHING, REFUSED, UPDATE, Effect, LeftBehind, both
from clblint.change.fingerprint import fingerprint, watched
from clblint.change.present import adopt, is_missing
from clblint.clb.model import ClassicLoadBalancer
from clblint.clb.refusals import forbidden
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.i18n.text import Text
    from clblint.kube.objects import Service
    from clblint.source.located import Located

_HIDDEN = phrase("what earlier revisions made on its CLB is deleted, and cannot be known: the last one made nothing")


def effect_of(old: LoadBalancer | None, new: LoadBalancer | None, cloud: Cloud | None = None) -> Effect:
    """The effect of applying the new Service over the old one; None for a Service that does not exist."""
    unclear = why_unclear(old) or why_unclear(new)
    if unclear:
        return Effect(NONE, (), (), "", unclear)
    effect = effect_on(before(old, cloud or Cloud(), new), old, new)
    if effect.calls and new is not None and (_may_be_refused(old) or _may_be_refused(new)):
        unclear = phrase("whether nodes or pods are its back ends cannot be known")
        return Effect(NONE, (), (), "", unclear)
    return effect


def _may_be_refused(balancer: LoadBalancer | None) -> bool:
    """Whether it has a range of ports, which needs pods as back ends, and it is unknown whether it has them."""
    if balancer is None or balancer.handled_by.value != NLB or balancer.refusal is not None:
        return False
    return balancer.annotations.get("listener-port-range").is_set and not balancer.back_ends.declared


def effect_on(state: State, old: LoadBalancer | None, new: LoadBalancer | None) -> Effect:
    """The effect of the new Service on the state that the old one left; changes the state."""
    effect = effect_on_clb(state, old, new)
    if state.network is None and not any(side is not None and side.handled_by.value == NLB for side in (old, new)):
        return effect
    return both(effect, effect_on_nlb(state, old, new))


def hand_over_error(old: LoadBalancer, new: LoadBalancer) -> str:
    """The error of each clean-up by the controller that loses a Service; empty if the clean-up succeeds."""
    if why_unclear(old) or why_unclear(new):
        return ""
    loser = effect_on_nlb if old.handled_by.value == NLB else effect_on_clb
    return loser(before(old, Cloud(), new), old, new).error


def has_address(old: LoadBalancer, new: LoadBalancer) -> bool:
    """Whether the status of a Service is known to have an address: written there, or set by a successful sync."""
    if old.service.status_addresses.present or (old.may_be_there and not old.is_reused) or why_unclear(old):
        return True
    state = before(old, Cloud(), new)
    return state.bound is not None or state.hostname


def effect_on_clb(state: State, old: LoadBalancer | None, new: LoadBalancer | None) -> Effect:
    """The effect of the CLB controller."""
    if new is None:
        return _clean(state, old, old)
    if not isinstance(new, ClassicLoadBalancer) or new.handled_by.value != CLB:
        return _handed_over(state, old, new)
    if old is not None and watched(old) == watched(new):
        return NOTHING
    fresh = state.own is None and not state.reused
    synced = old is not None and state.synced is not None and fingerprint(old) == fingerprint(new)
    sync = Sync(state, new, state.cloud.node_ports[1], compares=not synced)
    sync.run()
    if sync.error:
        kind = REFUSED
    elif fresh:
        kind = CREATE
    else:
        kind = UPDATE if sync.calls else NONE
    left = () if sync.error else tuple(_left(state, state.bound, new.service))
    return Effect(kind, tuple(sync.calls), tuple(sync.refused), sync.error, left=left)


def effect_on_nlb(state: State, old: LoadBalancer | None, new: LoadBalancer | None) -> Effect:
    """The effect of the NLB controller."""
    from clblint.change.nlb import effect  # noqa: PLC0415 - most Services have no NLB

    return effect.effect_on_nlb(state, old, new)


def _settle_nlb(state: State, old: LoadBalancer) -> None:
    from clblint.change.nlb import effect  # noqa: PLC0415 - most Services have no NLB

    effect.settle(state, old)


def before(old: LoadBalancer | None, cloud: Cloud, new: LoadBalancer | None) -> State:
    """The state after the old Service was applied to an empty cloud; values of an inventory override it.

    If the API certainly refused to create the load balancer, only node ports and the finalizer exist; a listener that
    it refused to create does not exist. A node port that only the new Service specifies is assumed to be the one that
    the API server had allocated.
    """
    state = State(cloud)
    if old is None:
        return state
    if not cloud.node_ports[0] and new is not None:
        state.node_ports.assume(old.service, new.service)
    if not isinstance(old, ClassicLoadBalancer):
        _settle_nlb(state, old)
        return state
    if old.uncreatable is not None and cloud.documented:
        state.node_ports.allocate(old, cloud.node_ports[0])
        state.finalizer = True
        return state
    Sync(state, old, cloud.node_ports[0]).run()
    if cloud.documented:
        _forget_refused(state, old)
    if state.own is not None and cloud.documented:
        state.own.attributes = as_reported(state.own.attributes)
    for balancer in (old, new):
        if isinstance(balancer, ClassicLoadBalancer) and balancer.current is not None:
            clb = state.reused.get(balancer.reuses.value) if balancer.is_reused else state.own
            if clb is not None:
                adopt(clb, balancer.current, balancer.service)
    return state


def _forget_refused(state: State, old: ClassicLoadBalancer) -> None:
    """Remove the listeners that the API refused to create; the sync then ended with an error."""
    clb = state.reused.get(old.reuses.value) if old.is_reused else state.own
    refused = [one for one in old.listeners if one.uncreatable is not None]
    if clb is None or not refused:
        return
    for listener in refused:
        clb.listeners.pop((listener.port.value, listener.protocol.value), None)
    state.synced, state.bound, state.lists_eip, state.hostname = None, None, False, False


def _handed_over(state: State, old: LoadBalancer | None, new: LoadBalancer) -> Effect:
    """The effect on a Service that no longer gets a CLB: cleaned up unless another class is annotated (EH:needUpdate).

    With the type LoadBalancer the clean-up is a sync with the new manifest, after which the CLB is let go.
    """
    if old is None or old.handled_by.value != CLB:
        return NOTHING
    if named_controllers(new.annotations):
        return NOTHING
    last = as_classic(new)
    if new.service.type.value != "LoadBalancer":
        return _clean(state, old, last)
    if not state.finalizer:
        return NOTHING
    sync = Sync(state, last, state.cloud.node_ports[1], cleans=True)
    sync.run()
    if not sync.error:
        state.release()
    kind = REFUSED if sync.error else UPDATE if sync.calls else NONE
    left = () if sync.error else tuple(_left(state, None, new.service))
    return Effect(kind, tuple(sync.calls), tuple(sync.refused), sync.error, left=left)


def _clean(state: State, old: LoadBalancer | None, balancer: LoadBalancer | None) -> Effect:
    """The effect of the clean-up after a Service."""
    if not isinstance(balancer, ClassicLoadBalancer) or not isinstance(old, ClassicLoadBalancer):
        return NOTHING
    if old.handled_by.value != CLB:
        return NOTHING
    ignored = forbidden(balancer)
    if ignored is not None:
        return refused(ignored.text, ignored.at, ignored.stage)
    unsynced = state.own is None and state.cloud.earlier and not old.is_reused
    if unsynced:  # this revision created no CLB, but an earlier one may have
        state.own = CloudClb("", created_attributes(requested(old), state.cloud), created_tags())
        state.finalizer = True
    clean = CleanUp(state, balancer)
    clean.run()
    if not clean.error and _hides_earlier(state, old, balancer):
        return Effect(NONE, (), (), "", _HIDDEN, (), EARLIER)
    if not clean.error:
        state.release()
    kind = REFUSED if clean.error else DELETE if clean.calls else NONE
    left = () if clean.error else tuple(_left(state, None, old.service))
    provided = EARLIER if unsynced and clean.calls else None
    return Effect(kind, tuple(clean.calls), tuple(clean.refused), clean.error, left=left, provided=provided)


def _hides_earlier(state: State, old: ClassicLoadBalancer, balancer: ClassicLoadBalancer) -> bool:
    """Whether the old revision made nothing on the reused CLB, and nothing shows what an earlier one made there."""
    made_nothing = state.cloud.earlier and old.is_reused and old.refusal is not None
    if not made_nothing or not balancer.reuses.equals(old.reuses) or is_missing(balancer):
        return False
    return balancer.existing is None or not balancer.existing.all_listeners


def refused(text: str, at: Located, stage: str) -> Effect:
    """The effect of a change that is refused before any call."""
    return Effect(REFUSED, (), (SyncError(text, at, stage),), text)


def _left(state: State, used: CloudClb | None, service: Service) -> Iterator[LeftBehind]:
    """Yield what remains on CLBs that the Service no longer uses; the CLB itself, if the CCM created it."""
    for clb in (state.own, *state.reused.values()):
        if clb is None or clb is used:
            continue
        mine = sorted(key for key, listener in clb.listeners.items() if listener.is_of(service))
        about = [phrase("{protocol} listener {port}", protocol=name, port=port) for port, name in mine]
        for key, group in clb.groups.items():
            own = phrase("server group {name}", name=key)
            about.append(own if group.own else phrase("back ends in server group {name}", name=key))
        if about:
            yield LeftBehind(clb.name, tuple(about))


def why_unclear(balancer: LoadBalancer | None) -> Text | None:
    """Why the sync of a Service cannot be predicted; None if it can."""
    if balancer is None:
        return None
    if balancer.service.unsettled:
        return phrase("what is built is decided in {path}", path=balancer.service.unsettled)
    if not balancer.handled_by.known:
        return balancer.handling.because
    return _unknown_value(balancer) if balancer.handled_by.value in {CLB, NLB} else None


def _unknown_value(balancer: LoadBalancer) -> Text | None:
    if not balancer.reuses.known:
        is_clb = balancer.handled_by.value == CLB
        return phrase("the id of its CLB cannot be known") if is_clb else phrase("the id of its NLB cannot be known")
    if not balancer.service.port_list.known:
        return phrase("its ports cannot be known")
    if not all(port.port.known and port.protocol.known for port in balancer.service.ports):
        return phrase("a port of it cannot be known")
    return None
