"""Removed annotations whose values stay on an NLB, its listeners or its server groups (NL, NG: no default is set)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.change.stale_values import StaleValue
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

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.change.edits import AnnotationEdit, PortPair
    from clblint.nlb.options import NetworkOption

_OF_LISTENERS = {option.suffix: option for option in (*LISTENER_OPTIONS, ALPN, ALPN_POLICY)}
_OF_GROUPS = {option.suffix: option for option in (DRAIN, DRAIN_TIMEOUT, SCHEDULER, PRESERVE_CLIENT_IP, CHECK)}
_OF_CHECKS = {option.suffix: option for option in CHECK_OPTIONS}
# Attributes of the NLB itself with the default of a new one; empty if there is none to write.
_INSTANCE = {"address-type": "internet", "name": "", "cross-zone-enabled": "on", "ipv6-address-type": "intranet"}


def stale_values_of_nlb(
    old: LoadBalancer, edits: Iterable[AnnotationEdit], ports: Sequence[PortPair]
) -> tuple[StaleValue, ...]:
    """The removed annotations whose values stay; `ports` are those that remain."""
    managed = bool(ports) and all(pair.old.managed and pair.new.managed for pair in ports)
    own = any(not pair.new.server_group.vgroup_id.value for pair in ports)
    found = (_stale(edit, old, managed=managed, own=own) for edit in edits if edit.removed and edit.before.readable)
    return tuple(one for one in found if one is not None)


def _stale(edit: AnnotationEdit, old: LoadBalancer, *, managed: bool, own: bool) -> StaleValue | None:
    suffix = edit.suffix
    if suffix in _INSTANCE:
        default = _INSTANCE[suffix]
        return None if edit.before.value.lower() == default else StaleValue(edit, default)
    checks = is_on(old.annotations.get(CHECK.suffix).value)
    groups = {**_OF_GROUPS, **(_OF_CHECKS if checks else {})} if own else {}
    option = (_OF_LISTENERS.get(suffix) if managed else None) or groups.get(suffix)
    if option is None or option.sent(edit.before) is None:
        return None
    if option is DRAIN_TIMEOUT and not is_on(old.annotations.get(DRAIN.suffix).value):
        return None
    default = _written(option)
    return None if _value(option, edit).lower() == default.lower() else StaleValue(edit, default)


def _value(option: NetworkOption, edit: AnnotationEdit) -> str:
    """What the annotation came to, as it would be written."""
    if option.kind == SWITCH:
        return "on" if is_on(edit.before.value) else "off"
    return edit.before.value


def _written(option: NetworkOption) -> str:
    """The default as it is written in an annotation."""
    return {"true": "on", "false": "off"}.get(option.default, option.default)
