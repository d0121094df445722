"""Renders the plan of a Service as text: who handles it, what is built, and how its syncs end."""

from __future__ import annotations

from clblint.balancer.handling import NLB, NONE
from clblint.balancer.plan.data import name_of, unclear
from clblint.balancer.plan.words import shown, standing
from clblint.balancer.refusal import WELL
from clblint.build import as_classic, as_network
from clblint.clb.listeners import ClassicListener
from clblint.clb.plan.text import lines_of as lines_of_clb
from clblint.clb.plan.text import listener_lines as classic_listener_lines
from clblint.i18n.language import tr, tr_value
from clblint.light import cast
from clblint.nlb.plan.text import lines_of as lines_of_nlb
from clblint.nlb.plan.text import listener_lines as network_listener_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.refusal import SyncEnd
    from clblint.nlb.listeners import NetworkListener


def plan_text(balancer: LoadBalancer, ends: SyncEnd = WELL) -> str:
    """The plan of one Service as lines of text; `ends` is how its syncs end."""
    return "".join(f"{line}\n" for line in _lines(balancer, ends))


def listener_text(listener: Listener) -> str:
    """What is built for one listener, as lines of text."""
    if isinstance(listener, ClassicListener):
        lines = classic_listener_lines(listener, {})
    else:
        lines = network_listener_lines(cast("NetworkListener", listener), {})
    return "".join(f"{line}\n" for line in lines)


def _lines(balancer: LoadBalancer, ends: SyncEnd) -> Iterator[str]:
    service = balancer.service
    name = name_of(service)
    yield f"{shown(f'{name}?' if name.endswith('/') else name)}  {standing(service)}"
    if balancer.rejection is not None:
        yield "  " + tr("nothing is built; the API server refuses the Service with")
        yield f"    {shown(balancer.rejection.text)}"
        return
    if service.unsettled and (why := unclear(balancer)) is not None:
        yield f"  {shown(tr_value(why))}"
        return
    if balancer.handled_by.value == NLB:
        yield "  " + tr("handled by the NLB controller: {why}", why=shown(tr_value(balancer.handling.because)))
    elif balancer.handled_by.value == NONE:
        reason = shown(tr_value(balancer.handling.because))
        yield "  " + _nothing(balancer, reason)
        return
    if balancer.stopped is not None:
        yield "  " + tr("nothing is built; the CCM gives up with")
        yield f"    {shown(balancer.stopped.text.strip())}"
    else:
        yield from _built(balancer, ends)


def _nothing(balancer: LoadBalancer, reason: str) -> str:
    if not balancer.handled_by.known:
        return tr("whether a load balancer is made is not known: {why}", why=reason)
    if balancer.handling.nlb is not None:
        return tr("no NLB is made: {why}", why=reason)
    return tr("no CLB is made: {why}", why=reason)


def _built(balancer: LoadBalancer, ends: SyncEnd) -> Iterator[str]:
    if balancer.handled_by.value == NLB:
        return lines_of_nlb(as_network(balancer), ends)
    return lines_of_clb(as_classic(balancer), ends)
