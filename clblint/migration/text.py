"""Renders the move of a Service to an NLB as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.plan.data import name_of
from clblint.balancer.plan.words import standing, text_of, where
from clblint.i18n.language import tr, tr_value
from clblint.migration.table import NOTHING, SAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.kube.fact import Fact
    from clblint.migration.remark import Remark
    from clblint.migration.twin import MovedAnnotation, Twin, TwinListener


def stays_text(balancer: LoadBalancer, why: str) -> str:
    """A Service that has no CLB to move."""
    return f"{_head(balancer)}\n  " + tr("stays as it is: {why}", why=text_of(why)) + "\n"


def move_text(twin: Twin, remarks: Sequence[Remark]) -> str:
    """The move of one Service; `remarks` are what rules say of it."""
    return "".join(f"{line}\n" for line in _lines(twin, remarks))


def _lines(twin: Twin, remarks: Sequence[Remark]) -> Iterator[str]:
    yield f"{_head(twin.balancer)}  " + tr("becomes the NLB Service {name}", name=text_of(twin.name))
    for annotation in twin.moved:
        yield f"  {_annotation(annotation, twin)}"
    for suffix, path in twin.elsewhere:
        yield "  " + tr("{annotation}: decided in {path}, and to be moved there", annotation=suffix, path=text_of(path))
    for new in twin.added:
        setting = f"{new.suffix} {text_of(new.value)}"
        yield "  " + tr("new: {setting}: {why}", setting=setting, why=tr(new.why))
    for field in twin.fields:
        named = field.name + _origin(field.fact, twin)
        said = tr("{setting}: kept: {why}", setting=named, why=tr(field.why))
        yield f"  {said}" if field.stays else "  " + tr("{setting}: removed: {why}", setting=named, why=tr(field.why))
    if twin.source_ranges:
        ranges = ", ".join(map(text_of, twin.source_ranges))
        yield "  " + tr(
            "new: spec.loadBalancerSourceRanges: {ranges}: what the access control list lets in", ranges=ranges
        )
    for listener in twin.listeners:
        yield from _listener(listener)
    yield "  " + tr("steps")
    for number, step in enumerate(twin.steps, 1):
        yield f"    {number}. {tr_value(step)}"
        if number == 1 and twin.by_hand:
            yield from (f"       {suffix} {text_of(text)}" for suffix, text, _ in twin.by_hand)
    if remarks:
        yield "  " + tr("findings if the Service became an NLB unchanged")
        yield from (_remark(remark, twin) for remark in remarks)


def _origin(fact: Fact[object], twin: Twin) -> str:
    return tr(" ({origin})", origin=where(fact.place, twin.balancer.service))


def _annotation(one: MovedAnnotation, twin: Twin) -> str:
    setting = f"{one.suffix} {text_of(one.fact.value)}{_origin(one.fact, twin)}"
    if one.fate.kind == SAME:
        return tr("{setting}: kept", setting=setting)
    why = tr(one.fate.why)
    if one.fate.kind == NOTHING:
        return tr("{setting}: removed: {why}", setting=setting, why=why)
    now = ", ".join(f"{suffix} {text_of(text)}" for suffix, text in one.now.items()) or one.fate.to
    return tr("{setting}: becomes {now}: {why}", setting=setting, now=now, why=why)


def _listener(one: TwinListener) -> Iterator[str]:
    listener = one.listener
    known = {"protocol": text_of(listener.protocol.value), "port": listener.port.value, "now": one.protocol}
    yield "  " + tr("{protocol} listener on port {port}: becomes {now}", **known)
    yield from (f"    {tr(loss)}" for loss in one.losses)


def _remark(remark: Remark, twin: Twin) -> str:
    said = f"{remark.severity} {remark.rule}: {text_of(remark.message)}"
    return "    " + tr("{place}: {said}", place=where(remark.place, twin.balancer.service), said=said)


def _head(balancer: LoadBalancer) -> str:
    service = balancer.service
    return f"{text_of(name_of(service))}  {standing(service)}"
