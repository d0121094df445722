"""Renders the plan of a change for people: as text, and as Markdown for a CI step summary or a comment."""

from __future__ import annotations

from collections import Counter

from clblint.balancer.handling import NLB
from clblint.balancer.plan.words import standing
from clblint.balancer.values.integers import quoted
from clblint.change.effect import CREATE, DELETE, NONE, REFUSED, UPDATE
from clblint.change.groups import BACK_ENDS
from clblint.i18n.language import remarked, tr, tr_value
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clblint.change.calls import ApiCall, ParamValue
    from clblint.change.effect import LeftBehind
    from clblint.change.plan import PlanRow
    from clblint.i18n.text import Text

_KINDS = {
    CREATE: phrase("create"),
    DELETE: phrase("delete"),
    NONE: phrase("none"),
    REFUSED: phrase("refused"),
    UPDATE: phrase("update"),
}
_ORDER = (REFUSED, DELETE, UPDATE, CREATE)  # what a reviewer has to see first
_LONGEST = 60


def change_text(rows: Sequence[PlanRow], against: str, left_out: Sequence[str] = ()) -> str:
    """The plan of a change as text; `left_out` are sentences about roots that it leaves out."""
    blocks = ["".join(f"{line}\n" for line in _lines(row)) for row in mentioned(rows)]
    blocks += ["".join(f"{_shown(line)}\n" for line in left_out)] if left_out else []
    return "\n".join([*blocks, f"{_summary(rows, against, left_out)}\n"])


def _lines(row: PlanRow) -> Iterator[str]:
    service = row.balancer.service
    yield f"{_name(row)}  {standing(service)}  {tr_value(_KINDS[row.kind])}"
    for open_ in open_points(row):
        yield f"  {open_}"
    if row.provided is not None:
        yield "  " + tr("provided that {condition}:", condition=tr_value(row.provided))
    for call in row.calls:
        yield f"  {call.action}  {_shown(tr_value(call.about))}"
        for name, before, after in differences(call):
            yield f"    {name}  {before} -> {after}"
    for doubt in row.doubts:
        yield "  " + unless(row, _shown(doubt))
    for left in row.left:
        yield "  " + stays(left)
    if row.error:
        yield "  " + (tr("the API server refuses it with") if row.is_rejected else tr("the sync fails with"))
        yield f"    {_shown(row.error)}"
        for why in row.documented:
            yield "    " + as_documented(why)


def mentioned(rows: Sequence[PlanRow]) -> list[PlanRow]:
    """The Services that the text mentions: first those that a reviewer has to see, then those with unknown changes."""
    silent = (row for row in rows if row.kind == NONE)
    unsure = [row for row in silent if row.unclear or row.unreadable or row.doubts or row.left]
    return [row for kind in _ORDER for row in rows if row.kind == kind] + unsure


def open_points(row: PlanRow) -> Iterator[str]:
    """Yield the lines about the unknowns of a Service."""
    if row.unclear is not None:
        yield tr("nothing can be said: {why}", why=_shown(tr_value(row.unclear)))
    if row.unreadable:
        names = tr(", ").join(row.unreadable)
        yield tr("nothing can be said of {annotations}: the value cannot be known", annotations=names)


def differences(call: ApiCall) -> Iterator[tuple[str, str, str]]:
    """Yield each changed parameter of a call with its values before and after, `-` for an absent one."""
    for name, (before, after) in call.changed.items():
        yield _shown(tr(BACK_ENDS) if name == BACK_ENDS else name), _value(before), _value(after)


def as_documented(why: Text) -> str:
    """What the documents of the API say of an error."""
    return tr("as documented: {why}", why=why)


def unless(row: PlanRow, doubt: str) -> str:
    """An error that occurs unless the load balancer has the wanted value."""
    if row.balancer.handled_by.value == NLB:
        return tr("unless the NLB happens to have it: {error}", error=doubt)
    return tr("unless the CLB happens to have it: {error}", error=doubt)


def stays(left: LeftBehind) -> str:
    """What remains on a load balancer that is no longer used."""
    about = tr(", ").join(_shown(tr_value(one)) for one in left.about)
    if not left.on:
        return tr("stays behind: {things}", things=about)
    if not left.id and left.on == NLB:
        return tr("stays behind, with the NLB that the CCM made: {things}", things=about)
    if not left.id:
        return tr("stays behind, with the CLB that the CCM made: {things}", things=about)
    return tr("stays behind on {clb}: {things}", clb=_shown(left.id), things=about)


def _summary(rows: Sequence[PlanRow], against: str, left_out: Sequence[str]) -> str:
    counts = Counter(row.kind for row in rows)
    if left_out:  # the Services of these roots are among those without a known change
        del counts[NONE]
    if not any(counts[kind] for kind in _ORDER):
        if left_out or any(row.unclear or row.unreadable for row in rows):
            return tr("no load balancer is known to change since {revision}", revision=_shown(against))
        return tr("no load balancer changes since {revision}", revision=_shown(against))
    parts = (
        tr("{count} {change}", count=counts[kind], change=_KINDS[kind]) for kind in (*_ORDER, NONE) if counts[kind]
    )
    return tr("since {revision}: {changes}", revision=_shown(against), changes=tr(", ").join(parts))


def change_markdown(
    rows: Sequence[PlanRow], against: str, escaped: Callable[[str], str], left_out: Sequence[str] = ()
) -> str:
    """The plan of a change as Markdown; `escaped` protects texts of manifests from being read as markup."""
    lines = [tr("## What happens to load balancers"), "", escaped(_summary(rows, against, left_out)), ""]
    for line in left_out:
        lines += [escaped(line), ""]
    shown = mentioned(rows)
    if shown:
        lines += [tr("| Service | Change | Calls |"), "| --- | --- | --- |"]
        lines += [
            f"| {_builder(row, escaped)} | {tr_value(_KINDS[row.kind])} | {_cell(row, escaped)} |" for row in shown
        ]
    return "".join(f"{line}\n" for line in lines)


def _builder(row: PlanRow, escaped: Callable[[str], str]) -> str:
    """The name of a Service, and the kustomization that builds it."""
    root = row.balancer.service.built_by
    built = f"<br>{escaped(tr('built by {root}', root=_shown(root)))}" if root else ""
    return f"{escaped(_name(row))}{built}"


def _cell(row: PlanRow, escaped: Callable[[str], str]) -> str:
    parts = [escaped(open_) for open_ in open_points(row)]
    if row.provided is not None:
        parts.append(escaped(tr("provided that {condition}:", condition=tr_value(row.provided))))
    for call in row.calls:
        differs = "; ".join(f"{name}: {before} → {after}" for name, before, after in differences(call))
        told = f"{call.action}, {tr_value(call.about)}"
        parts.append(escaped(remarked(told, differs) if differs else told))
    parts += [escaped(unless(row, doubt)) for doubt in row.doubts]
    parts += [escaped(stays(left)) for left in row.left]
    if row.error:
        rejected = tr("the API server refuses it: {error}", error=row.error)
        parts.append(escaped(rejected if row.is_rejected else tr("the sync fails with: {error}", error=row.error)))
        parts += [escaped(as_documented(why)) for why in row.documented]
    return "<br>".join(parts)


def _name(row: PlanRow) -> str:
    service = row.balancer.service
    return _shown(f"{service.namespace or 'default'}/{service.built_name.value or '?'}")


def _value(state: ParamValue) -> str:
    if state is None:
        return "-"
    text = tr_value(state)
    return _shown(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}...") or '""'


def _shown(text: str) -> str:
    return text if text.isprintable() and text == text.strip() else quoted(text)
