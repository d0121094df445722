"""What makes the CCM give up before any call: the first error of its build, in its own order (MB:Build)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.backend_labels import label_error
from clblint.clb.integers import integer_error
from clblint.clb.options import NUMBER, OPTIONS
from clblint.clb.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.clb.listeners import Listener
    from clblint.clb.model import LoadBalancer
    from clblint.source.place import Standing

_NUMBERS = tuple(option for option in OPTIONS if option.kind == NUMBER)
# Read before forward-port; all others come after it.
_EARLY = frozenset({"persistence-timeout", "established-timeout"})


def refusal_of(balancer: LoadBalancer) -> Refusal | None:
    """The error with which the CCM gives up on a Service, None where it goes ahead."""
    for refusal in _refusals(balancer):
        return refusal
    return None


def _refusals(balancer: LoadBalancer) -> Iterator[Refusal]:
    bandwidth = balancer.annotations.get("bandwidth")
    error = integer_error(bandwidth.value) if bandwidth.value and bandwidth.known else ""
    if error:
        text = f"build lb attribute error: bandwidth must be integer, got [{bandwidth.value}], error: {error}"
        yield Refusal(text, bandwidth, "load balancer")
    found = label_error(balancer.annotations.get("backend-label"), balancer.cluster)
    if found is not None:
        text = f"build vserver groups error: get nodes error: filter nodes by label error: {found[0]}"
        yield Refusal(text, found[1], "server groups")
    for listener in balancer.listeners:
        for error, at in _of_listener(listener):
            port = listener.port.value
            text = f"builid lb listener error: build listener from servicePort {port} error: {error}"
            yield Refusal(text, at, "listeners")


def _of_listener(listener: Listener) -> Iterator[tuple[str, Standing]]:
    """The errors of one listener in the order in which the CCM would meet them."""
    decision, choice = listener.decision, listener.server_group.choice
    if decision.error and decision.item is not None:
        yield decision.error, decision.item.at
    if choice.error and choice.item is not None:
        yield choice.error, choice.item.at
    yield from _of_numbers(listener, early=True)
    forward = listener.forward
    if forward.error and forward.item is not None:
        yield f"Annotation ForwardPort error: {forward.error} ", forward.item.at
    yield from _of_numbers(listener, early=False)
    for extension in listener.balancer.extensions:
        if extension.error:
            yield f"parse DomainExtensions error: {extension.error}", extension.at


def _of_numbers(listener: Listener, *, early: bool) -> Iterator[tuple[str, Standing]]:
    annotations = listener.balancer.annotations
    for option in _NUMBERS:
        if (option.suffix in _EARLY) is not early or not annotations.has(option.suffix):
            continue
        fact = annotations.get(option.suffix)
        error = integer_error(fact.value) if fact.value and fact.known else ""
        if error:
            yield f"Annotation {option.words} must be integer, but got [{fact.value}]. message=[{error}] ", fact
