"""`clblint explain --event`: prints the rules that may be the cause of pasted events, event by event."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clblint.cli.common import localized_page
from clblint.cli.page_text import prose
from clblint.i18n.language import CHINESE, current_language, ntr, tr
from clblint.i18n.text import N_
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.catalogue.events import annotations_behind
from clblint.plugins.pages import page_of
from clblint.report.terminal import padded, paint, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from clblint.kube.catalogue.catalogue import KnownAnnotation
    from clblint.lint.rule import Rule
    from clblint.report.report import Style
    from clblint.search.answers import EventAnswer, RankedRule
    from clblint.search.index import IndexEntry
    from clblint.search.pasted import PastedEvent

    Answered = Sequence[tuple[PastedEvent, EventAnswer]]

_SHOWN = 6  # with their texts; more are named
_SOURCES = {"document": N_("documents"), "message": N_("says")}
_KEY = re.compile(r"(?<![\w./-])[\w.-]+/[\w.-]*\w")  # whole: a key may begin as another one does
_HEAD = 13  # cells before the text that was found
_LINE = 300  # characters of a heading
_ALL = 100_000  # characters in which annotations are looked for


def annotations_in(event: str) -> list[KnownAnnotation]:
    """The annotations whose own errors an event holds, or that it names by their keys."""
    event = event[:_ALL]
    written = set(_KEY.findall(event))
    named = [one for one in catalogue() if not written.isdisjoint({one.key, one.legacy_key})]
    return list({one.suffix: one for one in [*annotations_behind(event), *named]}.values())


def event_json(answered: Answered, annotations: Sequence[KnownAnnotation], rules: Mapping[str, Rule]) -> dict[str, Any]:
    """The answer as JSON: for all events together, and for each by itself."""
    found = {
        one.rule: _found_json(one, answer, rules[one.rule]) for _, answer in reversed(answered) for one in answer.rules
    }
    order = dict.fromkeys(one.rule for _, answer in answered for one in answer.rules)
    nearest = dict.fromkeys(name for _, answer in answered for name in answer.nearest)
    return {
        "format": 1,
        "rules": [found[name] for name in order],
        "annotations": [annotation.key for annotation in annotations],
        "notDecidableOffline": list(
            dict.fromkeys(str(undecidable) for _, answer in answered for undecidable in answer.undecidable)
        ),
        "nearest": [] if order else list(nearest),
        "events": [
            {
                "text": pasted.line,
                "rules": [one.rule for one in answer.rules],
                "certain": answer.certain,
                "notDecidableOffline": list(map(str, answer.undecidable)),
            }
            for pasted, answer in answered
        ],
    }


def _found_json(found: RankedRule, answer: EventAnswer, rule: Rule) -> dict[str, Any]:
    return {
        "rule": rule.name,
        "severity": rule.severity.label,
        "pack": rule.pack.removeprefix("clblint_"),
        "summary": page_of(rule).summary,
        "source": found.because.kind,
        "text": found.because.texts[0] if found.because.kind != "page" else page_of(rule).summary,
        "likeness": round(found.grade, 2),
        "certain": answer.certain,
    }


def event_lines(
    answered: Answered, annotations: Sequence[KnownAnnotation], rules: Mapping[str, Rule], style: Style
) -> Iterator[str]:
    """The answer for a terminal: a block for each event, the newest first, below the line that it was pasted as."""
    if not (annotations or any(answer for _, answer in answered)):
        for pasted, answer in answered:
            yield from (*_heading(pasted, style), "") if len(answered) > 1 else ()
            yield from _nothing(answer)
        return
    parts: list[Iterable[str]] = []
    for pasted, answer in answered:
        parts += [_heading(pasted, style)] if len(answered) > 1 else []
        parts += [_block(answer, rules, style)] if answer or len(answered) > 1 else []
    if annotations:
        names = ", ".join(one.suffix for one in annotations)
        parts.append(prose(tr("Annotations in it: {names}", names=names), style))
    if annotations or any(answer.rules for _, answer in answered):
        parts.append(prose(tr("`clblint explain NAME` says why, and what to do."), style))
    yield from _apart(parts)


def _heading(pasted: PastedEvent, style: Style) -> Iterator[str]:
    line = pasted.line if len(pasted.line) <= _LINE else f"{pasted.line[:_LINE]}..."
    yield paint(style, "strong", visible(line, style))


def _nothing(answer: EventAnswer) -> Iterator[str]:
    yield tr("no rule, annotation or document is known to be behind this text")
    if answer.nearest:
        yield tr("nearest: {near}", near=", ".join(answer.nearest))


def _block(answer: EventAnswer, rules: Mapping[str, Rule], style: Style) -> Iterator[str]:
    """What is known of one event, ending without a blank line."""
    told: set[str] = set()  # the texts that stand there already
    parts: list[Iterable[str]] = [
        *([[_introduction(answer)]] if answer.rules else []),
        *(list(_answer(found, rules[found.rule], style, told)) for found in answer.rules[:_SHOWN]),
        *_rest(answer, style),
    ]
    if not answer:
        parts = [list(_nothing(answer))]
    yield from _apart(parts)


def _apart(parts: Iterable[Iterable[str]]) -> Iterator[str]:
    """The parts with a blank line between each two."""
    for number, part in enumerate(parts):
        yield from ([""] if number else [])
        yield from part


def _introduction(answer: EventAnswer) -> str:
    if not answer.certain:
        return tr("Nothing is certain to be behind it; it may be:")
    return ntr(
        "{count} rule may be behind it:",
        "{count} rules may be behind it, the likeliest first:",
        len(answer.rules),
    )


def _rest(answer: EventAnswer, style: Style) -> Iterator[list[str]]:
    if more := answer.rules[_SHOWN:]:
        yield prose(tr("and {rules}", rules=", ".join(found.rule for found in more)), style)
    for undecidable in answer.undecidable:
        yield prose(tr("No manifest tells {what}.", what=undecidable), style)


def _answer(found: RankedRule, rule: Rule, style: Style, told: set[str]) -> Iterator[str]:
    severity = paint(style, rule.severity.label, rule.severity.label)
    yield f"{paint(style, 'strong', visible(rule.name, style))}  {severity}"
    yield from prose(localized_page(rule).summary, style, "  ")
    text = _shown(found.because)
    if text and text not in told:
        told.add(text)
        first, *more = prose(text, style, " " * _HEAD)
        head = padded(tr(_SOURCES.get(found.because.kind, N_("symptom"))), _HEAD - 4)
        yield f"  {paint(style, 'faint', head)}  {first.strip()}"
        yield from more


def _shown(entry: IndexEntry) -> str:
    """The text that was found, in the language that is spoken where it is there; none of a whole page."""
    if entry.kind == "page":
        return ""
    english, chinese = entry.texts
    return (chinese or english) if current_language() == CHINESE else english
