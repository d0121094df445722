"""What blanks in a value do, of which the CCM removes none."""

from __future__ import annotations

from clblint.api import N_, ClassicLoadBalancer, NamedTuple, NetworkLoadBalancer, load_balancer_of, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ClassicListener, Service
    from clblint_annotations._readers import Reading

_IGNORED = N_("no event: compared as it stands, it matches nothing")
_SEEN = {
    "api-error": N_("SyncLoadBalancerFailed with the error of the API about this value, at every sync"),
    "swallowed": N_("no event: EnsuredLoadBalancer is reported all the same"),
}
_NO_NODES = {
    "clb": N_("UnAvailableLoadBalancer: There are no available nodes for LoadBalancer"),
    "nlb": N_("UnAvailableLoadBalancer: There are no available nodes for NetworkLoadBalancer"),
}
_NO_GROUP = "cannot find server group id "
_SWITCHED_OFF = {
    "health-check-flag": N_("no event: unhealthy back ends go on getting traffic"),
    "preserve-client-ip": N_("no event: the back ends see the addresses of the NLB"),
}
_OFF = N_("no event: it counts as off")


class BlankEffect(NamedTuple):
    """What the blanks do (the catalogue's word for it), the CCM's message, and what is seen without one."""

    name: str
    event: str
    seen: str
    in_items: bool = False


_OF_ITS_OWN = {
    "acl-id": BlankEffect("compared", "", N_("AclNotExist, or an update of the listener at every sync")),
    "domain-extensions": BlankEffect("api-error", "", _SEEN["api-error"], in_items=True),
    "zone-maps": BlankEffect("api-error", "", _SEEN["api-error"]),  # the CCM gives up at empty items, not at blanks
}


def is_for_no_node(reading: Reading) -> bool:
    """A label of nodes where pods are the back ends, or may be; only what has no `=` at all matters there, too."""
    service = reading.annotation.service
    if service is None or service.fragment or reading.known.suffix != "backend-label" or len(reading.readers) > 1:
        return False
    mode = load_balancer_of(service).back_ends.mode
    return mode.may_be("eni") and all("=" in item.text for item in split(reading.annotation.value))


def effect_of_blanks(reading: Reading) -> BlankEffect:
    """What the blanks in a value do."""
    suffix = reading.known.suffix
    if reading.unread is not None:
        return BlankEffect("silently-ignored", "", reading.unread.seen)
    if (of_ports := _effect_on_ports(reading)) is not None:
        return of_ports
    found = reading.judge(reading.value)
    if suffix == "backend-label" and "=" in reading.value:
        return BlankEffect("swallowed", "", _NO_NODES["nlb" if reading.on_nlb else "clb"])
    if found is None or found.effect in {"silently-ignored", "coerced"}:
        as_off = reading.kind == "flag" and found is not None and found.effect == "coerced"
        return _effect_on_flag(reading) if as_off else BlankEffect("silently-ignored", "", _IGNORED)
    if suffix in _OF_ITS_OWN:
        return _OF_ITS_OWN[suffix]
    event = reading.failure or ("" if found.effect == "swallowed" else found.event)
    return BlankEffect(found.effect, event, _SEEN.get(found.effect, _IGNORED))


def is_unread(reading: Reading, effect: BlankEffect) -> bool:
    """Whether the value is not read: nothing comes of its blanks, or another rule says so."""
    if reading.unread is not None:
        return not reading.unread.is_unreported
    return reading.idle and effect.name != "build-error"


def _effect_on_flag(reading: Reading) -> BlankEffect:
    """What the blanks do where all but "on" counts as off, as for NLBs."""
    if reading.value.strip().lower() == "on":
        return BlankEffect("switched-off", "", _SWITCHED_OFF.get(reading.known.suffix, _OFF))
    return BlankEffect("off-anyway", "", _OFF)


def _effect_on_ports(reading: Reading) -> BlankEffect | None:
    """What the blanks do where the value is a list of ports."""
    service, suffix = reading.annotation.service, reading.known.suffix
    hidden = BlankEffect("silently-ignored", "", _IGNORED)
    balancer = load_balancer_of(service) if service is not None and reading.on_clb else None
    if isinstance(balancer, ClassicLoadBalancer) and suffix in {"protocol-port", "forward-port", "vgroup-port"}:
        effects = (_effect_on(listener, suffix) for listener in balancer.listeners)
        return next(filter(None, effects), hidden)
    if reading.on_nlb is not None and suffix == "listener-port-range":
        return _effect_on_ranges(reading.on_nlb) or hidden
    if reading.on_nlb is None or suffix != "vgroup-port":
        return None
    heads = (item.text.partition(":")[0] for item in split(reading.annotation.value))
    group = next((head for head in heads if head.split() != [head]), "")
    return BlankEffect("build-error", f"{_NO_GROUP}{group}", "") if group else hidden


def _effect_on_ranges(service: Service) -> BlankEffect | None:
    """What the blanks in a range of ports do, if its item is not hidden by them from all ports."""
    balancer = load_balancer_of(service)
    listeners = balancer.listeners if isinstance(balancer, NetworkLoadBalancer) else ()
    for met in (listener.range_choice for listener in listeners):
        if met.error and met.item is not None and met.item.at.text.split() != [met.item.at.text]:
            return BlankEffect("build-error", met.error, "")
    return None


def _effect_on(listener: ClassicListener, suffix: str) -> BlankEffect | None:
    """What the blanks in a list of ports do to one listener, if that is more than hiding an item."""
    if suffix == "vgroup-port":
        group = listener.server_group.vgroup_id.value
        seen = N_("no event: the group is not found, and the listener stays without back ends")
        return BlankEffect("swallowed", "", seen) if group != group.strip() else None
    met = listener.decision if suffix == "protocol-port" else listener.forward
    item = listener.decision.stop if suffix == "protocol-port" else listener.forward.item
    if not met.error or item is None or item.at.text.split() == [item.at.text]:
        return None
    return BlankEffect("build-error", met.error, "")
