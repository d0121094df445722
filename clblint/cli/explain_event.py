"""`clblint explain --event`: prints the rules that may be the cause of pasted events, event by event."""

from __future__ import annotations

import re

from clblint.cli.common import localized_page
from clblint.cli.page_text import prose
from clblint.i18n.language import CHINESE, current_language, ntr, tr
from clblint.i18n.text import N_
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.catalogue.events import annotations_behind
from clblint.plugins.pages import page_of
from clblint.report.terminal import padded, paint, visible
from clblint.search.event_texts import causes_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.lint.rule import Rule
    from clblint.report.report import Style
    from clblint.search.answers import EventAnswer, RankedRule
    from clblint.search.index import IndexEntry
    from clblint.search.pasted import PastedEvent

    Answered = Sequence[tuple[PastedEvent, EventAnswer]]

_MAX_DETAILED = 6  # rules with their texts; further ones are listed by name
_SOURCES = {"document": N_("documents"), "message": N_("says")}
_KEY = re.compile(r"(?<![\w./-])[\w.-]+/[\w.-]*\w")  # a complete key: one may be a prefix of another
_HEADING_WIDTH = 13  # cells before the text that matched
_MAX_HEADING = 300  # characters
_MAX_TEXT = 100_000  # characters that are searched for annotations


def annotations_in(event: str) -> list[KnownAnnotation]:
    """The annotations that a text names by their keys, or whose error messages it contains."""
    event = event[:_MAX_TEXT]
    written = set(_KEY.findall(event))
    named = [one for one in catalogue() if not written.isdisjoint({one.key, one.legacy_key})]
    return list({one.suffix: one for one in [*annotations_behind(event), *named]}.values())


def event_json(answered: Answered, annotations: Sequence[KnownAnnotation], rules: Mapping[str, Rule]) -> dict[str, Any]:
    """The answers as a JSON document: for all events together, and for each event."""
    found = {
        one.rule: _found_json(one, answer, rules[one.rule]) for _, answer in reversed(answered) for one in answer.rules
    }
    order = dict.fromkeys(one.rule for _, answer in answered for one in answer.rules)
    nearest = dict.fromkeys(name for _, answer in answered for name in answer.nearest)
    return {
        "format": 1,
        "rules": [found[name] for name in order],
        "annotations": [annotation.key for annotation in annotations],
        "causes": list(dict.fromkeys(cause for pasted, _ in answered for cause in causes_in(pasted.text))),
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
    """Yield the lines of the answers for a terminal: a block for each event, the newest first, headed by the event."""
    if not (annotations or any(answer for _, answer in answered)):
        for pasted, answer in answered:
            yield from (*_heading(pasted, style), "") if len(answered) > 1 else ()
            yield from _no_answer(answer)
        return
    parts: list[Iterable[str]] = []
    for pasted, answer in answered:
        parts += [_heading(pasted, style)] if len(answered) > 1 else []
        parts += [_block(answer, rules, style)] if answer or len(answered) > 1 else []
    if annotations:
        names = tr(", ").join(one.suffix for one in annotations)
        parts.append(prose(tr("Annotations in it: {names}", names=names), style))
    causes = list(dict.fromkeys(cause for pasted, _ in answered for cause in causes_in(pasted.text)))
    if causes:
        said = tr("Causes, of which `clblint diagnose` tells which it is: {names}", names=tr(", ").join(causes))
        parts.append(prose(said, style))
    if annotations or any(answer.rules for _, answer in answered):
        parts.append(prose(tr("`clblint explain NAME` says why, and what to do."), style))
    yield from _separated(parts)


def _heading(pasted: PastedEvent, style: Style) -> Iterator[str]:
    line = pasted.line if len(pasted.line) <= _MAX_HEADING else f"{pasted.line[:_MAX_HEADING]}..."
    yield paint(style, "strong", visible(line, style))


def _no_answer(answer: EventAnswer) -> Iterator[str]:
    yield tr("no rule, annotation or document is known to be behind this text")
    if answer.nearest:
        yield tr("nearest: {near}", near=tr(", ").join(answer.nearest))


def _block(answer: EventAnswer, rules: Mapping[str, Rule], style: Style) -> Iterator[str]:
    """Yield the lines of the answer for one event, without a blank line at the end."""
    shown: set[str] = set()  # each text is printed once
    parts: list[Iterable[str]] = [
        *([[_introduction(answer)]] if answer.rules else []),
        *(list(_answer(found, rules[found.rule], style, shown)) for found in answer.rules[:_MAX_DETAILED]),
        *_further(answer, style),
    ]
    if not answer:
        parts = [list(_no_answer(answer))]
    yield from _separated(parts)


def _separated(parts: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of parts, with a blank line between each two parts."""
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


def _further(answer: EventAnswer, style: Style) -> Iterator[list[str]]:
    if more := answer.rules[_MAX_DETAILED:]:
        yield prose(tr("and {rules}", rules=tr(", ").join(found.rule for found in more)), style)
    for undecidable in answer.undecidable:
        yield prose(tr("No manifest tells {what}.", what=undecidable), style)


def _answer(found: RankedRule, rule: Rule, style: Style, shown: set[str]) -> Iterator[str]:
    severity = paint(style, rule.severity.label, rule.severity.label)
    yield f"{paint(style, 'strong', visible(rule.name, style))}  {severity}"
    yield from prose(localized_page(rule).summary, style, "  ")
    text = _matched_text(found.because)
    if text and text not in shown:
        shown.add(text)
        first, *more = prose(text, style, " " * _HEADING_WIDTH)
        head = padded(tr(_SOURCES.get(found.because.kind, N_("symptom"))), _HEADING_WIDTH - 4)
        yield f"  {paint(style, 'faint', head)}  {first.strip()}"
        yield from more


def _matched_text(entry: IndexEntry) -> str:
    """The text that matched, in the current language if there is a translation; empty for a whole page."""
    if entry.kind == "page":
        return ""
    english, chinese = entry.texts
    return (chinese or english) if current_language() == CHINESE else english
