"""Removed annotations whose values stay on an NLB, its listeners or its server groups (NL, NG: no default is set)."""

from __future__ import annotations

from clblint.change.kept_groups import KeptGroups
from clblint.change.stale_values import StaleValue
from clblint.inventory.network import NlbListener
from clblint.kube.fact import Fact
from clblint.nlb.existing.drift import PARAMETER_OF
from clblint.nlb.listeners import NetworkListener
from clblint.nlb.options import (
    ALPN,
    ALPN_POLICY,
    CHECK,
    CHECK_OPTIONS,
    DRAIN,
    DRAIN_TIMEOUT,
    LISTENER_OPTIONS,
    PRESERVE_CLIENT_IP,
    SCHEDULER,
    SWITCH,
    is_on,
)
from clblint.nlb.values.network_items import TCPSSL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.change.edits import AnnotationEdit, PortPair
    from clblint.inventory.records import BalancerRecord
    from clblint.nlb.options import NetworkOption

_OF_LISTENERS = {option.suffix: option for option in (*LISTENER_OPTIONS, ALPN, ALPN_POLICY)}
_TLS_ONLY = frozenset({"cert-id", "cacert-id", "cacert", "tls-cipher-policy", "alpn", "alpn-policy"})
_OF_GROUPS = {option.suffix: option for option in (DRAIN, DRAIN_TIMEOUT, SCHEDULER, PRESERVE_CLIENT_IP, CHECK)}
_OF_CHECKS = {option.suffix: option for option in CHECK_OPTIONS}
# The switches without which these mean nothing.
_SWITCHES = {
    DRAIN_TIMEOUT.suffix: DRAIN.suffix, "cacert-id": "cacert", ALPN_POLICY.suffix: ALPN.suffix,
    **dict.fromkeys(_OF_CHECKS, CHECK.suffix),
    **{one.suffix: "proxy-protocol" for one in LISTENER_OPTIONS if one.suffix.startswith("ppv2-")},
}  # fmt: skip
# The settings that only a check over HTTP reads.
_OF_HTTP = frozenset({"health-check-uri", "health-check-domain", "health-check-method", "health-check-httpcode"})
# Attributes of the NLB itself with the default of a new one; empty if there is none to write.
_INSTANCE = {"address-type": "internet", "name": "", "cross-zone-enabled": "on", "ipv6-address-type": "intranet"}


def stale_values_of_nlb(
    old: LoadBalancer,
    new: LoadBalancer,
    edits: Iterable[AnnotationEdit],
    ports: Sequence[PortPair],
    live: BalancerRecord | None,
) -> tuple[StaleValue, ...]:
    """The removed annotations whose values stay; `ports` are those that remain, `live` is the NLB in the inventory."""
    kept = [pair for pair in ports if pair.old.managed and pair.new.managed and _is_kept(pair)]
    options = {
        suffix: option
        for suffix, option in _OF_LISTENERS.items()
        if any(suffix not in _TLS_ONLY or pair.new.protocol.is_(TCPSSL) for pair in kept)
    }
    groups = KeptGroups(old, new)
    own = any(groups.is_there(group) for group in new.server_groups)
    gone = (edit for edit in edits if edit.removed or _drains_at_once(edit))
    read = (edit for edit in gone if edit.before.readable and not _is_switched_off(edit, new))
    found = (_stale(edit, old, options, own=own) for edit in read)
    stuck = (one for one in found if one is not None)
    if live is None:
        return tuple(stuck)
    return tuple(_with_printed(one, live, kept) for one in stuck if not _is_default_there(one, live, kept))


def _drains_at_once(edit: AnnotationEdit) -> bool:
    """Whether the drain timeout is 0 now: new groups get it, but the CCM never sends it to existing ones.

    A 0 that the CCM sends to no group at all is reported without any change.
    """
    return edit.suffix == DRAIN_TIMEOUT.suffix and DRAIN_TIMEOUT.sent(edit.after) is None


def _is_switched_off(edit: AnnotationEdit, new: LoadBalancer) -> bool:
    """Whether another annotation now turns the value off, or may do so."""
    switch, kind = new.annotations.get(_SWITCHES.get(edit.suffix, "")), new.annotations.get("health-check-type")
    if edit.suffix in _OF_HTTP and kind.is_set and not (kind.known and kind.value.lower() == "http"):
        return True
    return edit.suffix in _SWITCHES and switch.is_set and not (switch.known and is_on(switch.value))


def _is_default_there(stuck: StaleValue, live: BalancerRecord, kept: Sequence[PortPair]) -> bool:
    """Whether the inventory shows the default, whatever the older manifest says."""
    suffix = stuck.edit.suffix
    if suffix == "name":
        return bool(live.default_name)
    shown = {_as_written(fact.value).lower() if fact.given else "" for fact in _there(suffix, live, kept)}
    return bool(stuck.default) and shown == {stuck.default.lower()}


def _with_printed(stuck: StaleValue, live: BalancerRecord, kept: Sequence[PortPair]) -> StaleValue:
    """The value with that of the inventory, if it shows the same for all listeners."""
    there = list(_there(stuck.edit.suffix, live, kept))
    if len({fact.value for fact in there}) != 1 or not all(fact.given for fact in there):
        return stuck
    first = there[0]
    return stuck._replace(printed=Fact(_as_written(first.value), first.node, first.origin, first.key))


def _there(suffix: str, live: BalancerRecord, kept: Sequence[PortPair]) -> Iterable[Fact[str]]:
    """The values of an annotation in the inventory."""
    return [live.attribute(PARAMETER_OF[suffix])] if suffix in _INSTANCE else _printed(suffix, live, kept)


def _printed(suffix: str, live: BalancerRecord, kept: Sequence[PortPair]) -> Iterator[Fact[str]]:
    """Yield a setting of each listener that stays, as far as the inventory has it."""
    ports = {(pair.new.shown_ports, pair.new.protocol.value) for pair in kept}
    option = _OF_LISTENERS.get(suffix)
    for one in live.listeners:
        if option is not None and isinstance(one, NlbListener) and (one.ports, one.protocol.value) in ports:
            yield one.setting(option.parameter)


def _is_kept(pair: PortPair) -> bool:
    """Whether the listener of a port stays: it keeps protocol and ports."""
    same = pair.old.protocol.equals(pair.new.protocol)
    ranges = [one.range for one in pair if isinstance(one, NetworkListener)]
    return same and ranges[0].equals(ranges[-1])


def _stale(
    edit: AnnotationEdit, old: LoadBalancer, listeners: dict[str, NetworkOption], *, own: bool
) -> StaleValue | None:
    suffix = edit.suffix
    if suffix in _INSTANCE:
        default = _INSTANCE[suffix]
        return None if edit.before.value.lower() == default else StaleValue(edit, default)
    checks = is_on(old.annotations.get(CHECK.suffix).value)
    groups = {**_OF_GROUPS, **(_OF_CHECKS if checks else {})} if own else {}
    option = listeners.get(suffix) or groups.get(suffix)
    if option is None or option.sent(edit.before) is None:
        return None
    if option is DRAIN_TIMEOUT and not is_on(old.annotations.get(DRAIN.suffix).value):
        return None
    default = _written(option)
    return None if _value(option, edit).lower() == default.lower() else StaleValue(edit, default)


def _value(option: NetworkOption, edit: AnnotationEdit) -> str:
    """The effective value of the annotation, as it would be written."""
    if option.kind == SWITCH:
        return "on" if is_on(edit.before.value) else "off"
    return edit.before.value


def _written(option: NetworkOption) -> str:
    """The default as it is written in an annotation."""
    return _as_written(option.default)


def _as_written(value: str) -> str:
    """A value of the API as it is written in an annotation."""
    return {"true": "on", "false": "off"}.get(value, value)
