"""Renders the move of a Service to an NLB as text."""

from __future__ import annotations

from clblint.balancer.plan.data import name_of
from clblint.balancer.plan.words import standing, text_of, where
from clblint.i18n.language import tr, tr_value
from clblint.migration.table import NOTHING, SAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.kube.fact import Fact
    from clblint.migration.nlb_service import ConvertedAnnotation, ConvertedListener, NlbService
    from clblint.migration.remark import Remark


def stays_text(balancer: LoadBalancer, why: str) -> str:
    """The lines about a Service without a CLB to move, and the reason."""
    return f"{_head(balancer)}\n  " + tr("stays as it is: {why}", why=text_of(why)) + "\n"


def move_text(nlb: NlbService, remarks: Sequence[Remark], errors: Sequence[Remark]) -> str:
    """The move of one Service; `remarks` are the findings about it, `errors` are those of the new Service."""
    return "".join(f"{line}\n" for line in _lines(nlb, remarks, errors))


def _lines(nlb: NlbService, remarks: Sequence[Remark], errors: Sequence[Remark]) -> Iterator[str]:
    yield f"{_head(nlb.balancer)}  " + tr("becomes the NLB Service {name}", name=text_of(nlb.name))
    for annotation in nlb.moved:
        yield f"  {_annotation(annotation, nlb)}"
    for suffix, path in nlb.elsewhere:
        yield "  " + tr("{annotation}: decided in {path}, and to be moved there", annotation=suffix, path=text_of(path))
    for new in nlb.added:
        setting = f"{new.suffix} {text_of(new.value)}"
        yield "  " + tr("new: {setting}: {why}", setting=setting, why=tr(new.why))
    for field in nlb.fields:
        named = field.name + _origin(field.fact, nlb)
        said = tr("{setting}: kept: {why}", setting=named, why=tr(field.why))
        yield f"  {said}" if field.stays else "  " + tr("{setting}: removed: {why}", setting=named, why=tr(field.why))
    if nlb.source_ranges:
        ranges = ", ".join(map(text_of, nlb.source_ranges))
        yield "  " + tr(
            "new: spec.loadBalancerSourceRanges: {ranges}: what the access control list lets in", ranges=ranges
        )
    for listener in nlb.listeners:
        yield from _listener(listener)
    yield "  " + tr("steps")
    yield from _steps(nlb)
    if remarks:
        yield "  " + tr("findings if the Service became an NLB unchanged")
        yield from (_remark(remark, nlb) for remark in remarks)
    if errors:
        yield "  " + tr("errors of Service {name}, beside its placeholders", name=text_of(nlb.name))
        yield from (f"    {_said(error)}" for error in errors)


def _steps(nlb: NlbService) -> Iterator[str]:
    for number, step in enumerate(nlb.steps, 1):
        yield f"    {number}. {tr_value(step)}"
        if number == 1 and nlb.by_hand:
            yield from (f"       {suffix} {text_of(text)}" for suffix, text, _ in nlb.by_hand)


def _origin(fact: Fact[object], nlb: NlbService) -> str:
    return tr(" ({origin})", origin=where(fact.place, nlb.balancer.service))


def _annotation(one: ConvertedAnnotation, nlb: NlbService) -> str:
    setting = f"{one.suffix} {text_of(one.fact.value)}{_origin(one.fact, nlb)}"
    why = tr(one.conversion.why)
    if one.conversion.kind == SAME:
        return tr("{setting}: kept: {why}", setting=setting, why=why) if why else tr("{setting}: kept", setting=setting)
    if one.conversion.kind == NOTHING:
        return tr("{setting}: removed: {why}", setting=setting, why=why)
    now = ", ".join(f"{suffix} {text_of(text)}" for suffix, text in one.now.items()) or one.conversion.to
    return tr("{setting}: becomes {now}: {why}", setting=setting, now=now, why=why)


def _listener(one: ConvertedListener) -> Iterator[str]:
    listener = one.listener
    known = {"protocol": text_of(listener.protocol.value), "port": listener.port.value, "now": one.protocol}
    yield "  " + tr("{protocol} listener on port {port}: becomes {now}", **known)
    yield from (f"    {tr(loss)}" for loss in one.losses)


def _remark(remark: Remark, nlb: NlbService) -> str:
    return "    " + tr("{place}: {said}", place=where(remark.place, nlb.balancer.service), said=_said(remark))


def _said(remark: Remark) -> str:
    return f"{remark.severity} {remark.rule}: {text_of(remark.message)}"


def _head(balancer: LoadBalancer) -> str:
    service = balancer.service
    return f"{text_of(name_of(service))}  {standing(service)}"
