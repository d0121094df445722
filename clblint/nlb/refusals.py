"""Finds the first error with which the CCM fails while it builds the model of an NLB, before any call (NM:Build)."""

from __future__ import annotations

from itertools import combinations

from clblint.balancer.back_ends import ENI
from clblint.balancer.refusal import Refusal
from clblint.balancer.values.backend_label import label_error
from clblint.balancer.values.integers import integer_error, quoted
from clblint.balancer.values.weights import is_weight
from clblint.fast import NamedTuple
from clblint.nlb.options import CHECK, CHECK_OPTIONS, DRAIN_TIMEOUT, LISTENER_OPTIONS, is_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.kube.fact import Fact
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.server_groups import NetworkServerGroup
    from clblint.source.located import Located

    Errors = Iterator[tuple[str, Located]]

_FLAGS = frozenset({"on", "off"})


class Beyond(NamedTuple):
    """The errors that depend on cloud and cluster: of looking up a user's group, and of its back ends."""

    look_up: Callable[[NetworkServerGroup], str]
    fill: Callable[[NetworkServerGroup], str]


def _nothing(_: NetworkServerGroup) -> str:
    return ""


_FROM_MANIFEST = Beyond(_nothing, _nothing)


def refusal_of(balancer: NetworkLoadBalancer, beyond: Beyond = _FROM_MANIFEST) -> Refusal | None:
    """The error with which the CCM gives up on a Service; None if it continues."""
    stages = (
        ("load balancer", "build nlb attribute error: ", _of_instance(balancer)),
        ("listeners", "build nlb listener error: ", _of_listeners(balancer)),
        ("server groups", "builid nlb server group error: ", _of_groups(balancer, beyond)),
    )
    found = (Refusal(prefix + text, at, stage) for stage, prefix, errors in stages for text, at in errors)
    return next(found, None)


def failure_of(balancer: NetworkLoadBalancer) -> Refusal | None:
    """The error of reading the groups of an existing NLB, for any item of `vgroup-port`."""
    misread = [(item, item.later_error) for item in balancer.vgroup_items if item.later_error]
    nobody = (item for item in balancer.vgroup_items if item.names_nobody)
    lost = ((item, f"reused server group id {item.group.text} not found") for item in nobody)
    for item, error in (*misread, *lost):
        text = f"get lb backend from remote error: DescribeVServerGroups error: {error}"
        return Refusal(text, item.at, "apply")
    return None


def _of_instance(balancer: NetworkLoadBalancer) -> Errors:
    zones, flag = balancer.zone_maps, balancer.annotations.get("cross-zone-enabled")
    if zones.is_empty and balancer.reuses.is_empty:
        yield "ParameterMissing, zone mappings are required", zones
    for item in balancer.zone_mappings:
        if item.error:
            yield item.error, item.at
    if flag.holds and flag.value.lower() not in _FLAGS:
        wrong = f'invalid flag {quoted(flag.value)}, should be "on" or "off"'
        yield f"ParameterInvalid, cross zone enabled flag error: {wrong}", flag


def _of_listeners(balancer: NetworkLoadBalancer) -> Errors:
    for listener in balancer.listeners:
        for error, at in _of_listener(listener):
            yield f"build listener from servicePort {listener.port.value} error: {error}", at
    for one, other in combinations(balancer.listeners, 2):
        if one.overlaps(other):
            yield f"port of listener [{one.shown_ports}] overlaps with listener [{other.shown_ports}]", other.port


def _of_listener(listener: NetworkListener) -> Errors:
    """The errors of one listener, in the CCM's order."""
    balancer, decision = listener.balancer, listener.decision
    if decision.stop is not None:
        yield decision.error, decision.stop.at
    ranges, chosen = balancer.annotations.get("listener-port-range"), listener.range_choice
    if ranges.holds and balancer.back_ends.mode.is_not(ENI) and balancer.back_ends.declared:
        yield "listener port range can only be used for eni backend type service", ranges
    if chosen.error and chosen.item is not None:
        yield chosen.error, chosen.item.at
    group = listener.server_group.choice
    if group.error and group.item is not None:
        yield group.error, group.item.at
    for option in LISTENER_OPTIONS:
        fact = balancer.annotations.get(option.suffix)
        if error := option.error(fact):
            yield error, fact


def _of_groups(balancer: NetworkLoadBalancer, beyond: Beyond) -> Errors:
    found = label_error(balancer.label_items, balancer.cluster)
    if found is not None:
        yield f"get nodes error: filter nodes by label error: {found[0]}", found[1]
    for group in balancer.server_groups:
        yield from _of_options(balancer)
        for error, at in _of_back_ends(group, beyond):
            yield f"set ServerGroup for port {group.port.value} error: {error}", at


def _of_options(balancer: NetworkLoadBalancer) -> Errors:
    """The errors that every group has."""
    annotations = balancer.annotations
    type_, flag = annotations.get("server-group-type"), annotations.get(CHECK.suffix)
    if type_.holds and type_.value.lower() not in {"instance", "ip"}:
        yield "unsupport server ServerGroupType []", type_
    checked = CHECK_OPTIONS if flag.holds and is_on(flag.value) else ()
    for option in (DRAIN_TIMEOUT, *checked):
        fact = annotations.get(option.suffix)
        if error := option.error(fact):
            yield error, fact
    yield from _of_default_weight(annotations.get("default-weight"))


def _of_default_weight(weight: Fact[str]) -> Errors:
    if not weight.holds or is_weight(weight.value):
        return
    wrong = integer_error(weight.value)
    text = f"default weight parse error: [{wrong}]" if wrong else ""
    yield text or f"default weight must be integer in range [0,100] , got [{weight.value}]", weight


def _of_back_ends(group: NetworkServerGroup, beyond: Beyond) -> Errors:
    if error := beyond.look_up(group):
        yield error, group.vgroup_id
    weight = group.balancer.annotations.get("weight")
    if group.reads_total and weight.holds and not is_weight(weight.value):
        yield f"weight must be integer in range [0, 100], got [{weight.value}]", weight
    if error := beyond.fill(group):
        yield error, group.port
