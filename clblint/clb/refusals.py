"""Finds the first error with which the CCM fails while it builds the model, before any API call (MB:Build)."""

from __future__ import annotations

from clblint.balancer.refusal import Refusal
from clblint.balancer.values.integers import integer_error
from clblint.clb.options import NUMBER, OPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.annotations import Annotations
    from clblint.balancer.values.slices import ValueSlice
    from clblint.clb.listeners import ClassicListener
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.clb.options import Option
    from clblint.source.located import Located

_NUMBERS = tuple(option for option in OPTIONS if option.kind == NUMBER)
# Read before forward-port; all others come after it.
_EARLY = frozenset({"persistence-timeout", "established-timeout"})


def refusal_of(balancer: ClassicLoadBalancer) -> Refusal | None:
    """The error with which the CCM gives up on a Service; None if it continues."""
    for refusal in _refusals(balancer):
        return refusal
    return None


def misread_groups(balancer: ClassicLoadBalancer) -> Refusal | None:
    """The error with which reading the groups of its CLB fails, for any item of `vgroup-port` (VG:getVGroupIDs)."""
    for item in balancer.vgroup_items:
        if item.error:
            text = f"get lb backend from remote error: DescribeVServerGroups error: {item.error}"
            return Refusal(text, item.at, "apply")
    return None


def forbidden(balancer: ClassicLoadBalancer) -> Refusal | None:
    """Why the CCM ignores a Service, even its clean-up: the cluster forbids public CLBs (SC:reconcile).

    Only the annotation counts, also with a reused CLB or another Service type.
    """
    disabled, address = balancer.cluster.disable_public_slb, balancer.annotations.get("address-type")
    if disabled.holds and (address.is_empty or address.value == "internet"):
        return Refusal("create public address slb is not allowed", address, "reconcile")
    return None


def _refusals(balancer: ClassicLoadBalancer) -> Iterator[Refusal]:
    ignored = forbidden(balancer)
    if ignored is not None:
        yield ignored
    bandwidth = balancer.annotations.get("bandwidth")
    error = integer_error(bandwidth.value) if bandwidth.holds else ""
    if error:
        text = f"build lb attribute error: bandwidth must be integer, got [{bandwidth.value}], error: {error}"
        yield Refusal(text, bandwidth, "load balancer")
    found = _label_error(balancer)
    if found is not None:
        text = f"build vserver groups error: get nodes error: filter nodes by label error: {found[0]}"
        yield Refusal(text, found[1], "server groups")
    wrong = _Wrong(balancer)
    for listener in balancer.listeners:
        for error, at in _of_listener(listener, wrong):
            port = listener.port.value
            text = f"builid lb listener error: build listener from servicePort {port} error: {error}"
            yield Refusal(text, at, "listeners")


def _label_error(balancer: ClassicLoadBalancer) -> tuple[str, ValueSlice] | None:
    if not balancer.label_items:
        return None
    from clblint.balancer.values.backend_label import label_error  # noqa: PLC0415 - few Services have the annotation

    return label_error(balancer.label_items, balancer.cluster)


class _Wrong:
    """The errors that every listener meets, before and after the CCM reads `forward-port`."""

    def __init__(self, balancer: ClassicLoadBalancer) -> None:
        annotations = balancer.annotations
        numbers = [option for option in _NUMBERS if annotations.has(option.suffix)]
        self.early = [
            error for option in numbers if option.suffix in _EARLY for error in _of_number(option, annotations)
        ]
        self.late = [
            error for option in numbers if option.suffix not in _EARLY for error in _of_number(option, annotations)
        ]
        for extension in balancer.extensions:
            if extension.error:
                self.late.append((f"parse DomainExtensions error: {extension.error}", extension.at))


def _of_number(option: Option, annotations: Annotations) -> Iterator[tuple[str, Located]]:
    fact = annotations.get(option.suffix)
    error = integer_error(fact.value) if fact.holds else ""
    if error:
        yield f"Annotation {option.words} must be integer, but got [{fact.value}]. message=[{error}] ", fact


def _of_listener(listener: ClassicListener, wrong: _Wrong) -> Iterator[tuple[str, Located]]:
    """The errors of one listener, in the CCM's order."""
    balancer, decision = listener.balancer, listener.decision
    if decision.stop is not None:
        yield decision.error, decision.stop.at
    choice = listener.server_group.choice if balancer.vgroup_items else None
    if choice is not None and choice.error and choice.item is not None:
        yield choice.error, choice.item.at
    yield from wrong.early
    forward = listener.forward if balancer.forward_items else None
    if forward is not None and forward.error and forward.item is not None:
        yield f"Annotation ForwardPort error: {forward.error} ", forward.item.at
    yield from wrong.late
