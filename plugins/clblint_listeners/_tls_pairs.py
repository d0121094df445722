"""Pairs of TLS settings of an NLB, neither of which has an effect without the other."""

from __future__ import annotations

from clblint.api import NamedTuple, add
from clblint_listeners._network import is_on, tls_listeners, why_tls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Case, NetworkLoadBalancer, Problems


class Pair(NamedTuple):
    """A switch and the annotation that says what is switched on; what is said where one of them stands alone."""

    switch: str
    detail: str
    switch_alone: Case
    detail_alone: Case


def half_of(balancer: NetworkLoadBalancer, pair: Pair) -> Problems:
    """The problem that a TCPSSL listener has only one of them; an explicit `off` is a decision."""
    annotations, listeners = balancer.annotations, tls_listeners(balancer)
    switch, detail, key = annotations.get(pair.switch), annotations.get(pair.detail), annotations.key_of(pair.switch)
    lacks_detail = is_on(switch) and detail.is_empty
    if listeners and (lacks_detail or (switch.is_empty and detail.is_set)):
        yield (pair.switch_alone if lacks_detail else pair.detail_alone).at(
            switch if lacks_detail else detail,
            because=why_tls(listeners),
            switch=key,
            detail=annotations.key_of(pair.detail),
            subject=pair.switch,
            edits=[] if lacks_detail or switch.present else [add("on", key, beside=detail)],
        )
