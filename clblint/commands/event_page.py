"""The answer to `clblint explain --event`: the rules that may be behind what somebody saw."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clblint.commands.common import spoken_page
from clblint.commands.page_screen import prose
from clblint.kube.catalogue import catalogue
from clblint.kube.catalogue_events import annotations_behind
from clblint.language import counted, said
from clblint.pages import page_of
from clblint.report.screen import padded, paint, visible
from clblint.sentences import N_

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from clblint.commands.symptoms import Answer, Answers
    from clblint.kube.catalogue import Annotation
    from clblint.lint.rule import Rule
    from clblint.report.report import Style

_SHOWN = 6  # with their texts; more are named
_SOURCES = {"seen": N_("seen as"), "document": N_("documents")}
_KEY = re.compile(r"[\w.-]+/[\w.-]*\w")  # whole: a key may begin as another one does
_HEAD = 13  # cells before the text that was found


def annotations_in(event: str) -> list[Annotation]:
    """The annotations whose own errors an event holds, or that it names by their keys."""
    written = set(_KEY.findall(event))
    named = [one for one in catalogue() if not written.isdisjoint({one.key, one.legacy_key})]
    return list({one.suffix: one for one in [*annotations_behind(event), *named]}.values())


def event_json(answers: Answers, annotations: Sequence[Annotation], rules: Mapping[str, Rule]) -> dict[str, Any]:
    """The answer as JSON."""
    return {
        "format": 1,
        "rules": [_answer_json(answer, rules[answer.rule]) for answer in answers.rules],
        "annotations": [annotation.key for annotation in annotations],
        "notDecidableOffline": [str(symptom.left) for symptom in answers.left],
        "nearest": [] if answers.rules else [answer.rule for answer in answers.nearest],
    }


def _answer_json(answer: Answer, rule: Rule) -> dict[str, Any]:
    return {
        "rule": rule.name,
        "severity": rule.severity.label,
        "pack": rule.pack.removeprefix("clblint_"),
        "summary": page_of(rule).summary,
        "source": answer.because.source,
        "text": answer.because.text if answer.because.source != "page" else page_of(rule).summary,
        "likeness": round(min(answer.likeness, 1.0), 2),
    }


def event_lines(
    answers: Answers, annotations: Sequence[Annotation], rules: Mapping[str, Rule], style: Style
) -> Iterator[str]:
    """The answer for a terminal."""
    if not (answers.rules or answers.left or annotations):
        yield said("no rule, annotation or document is known to be behind this text")
        if answers.nearest:
            yield said("nearest: {near}", near=", ".join(answer.rule for answer in answers.nearest))
        return
    if answers.rules:
        yield counted(
            "{count} rule may be behind it:",
            "{count} rules may be behind it, the likeliest first:",
            len(answers.rules),
        )
        yield ""
    for answer in answers.rules[:_SHOWN]:
        yield from (*_answer(answer, rules[answer.rule], style), "")
    if more := answers.rules[_SHOWN:]:
        yield from (*prose(said("and {rules}", rules=", ".join(answer.rule for answer in more)), style), "")
    for symptom in answers.left:
        yield from (*prose(said("No manifest tells {what}.", what=symptom.left), style), "")
    if annotations:
        names = ", ".join(one.suffix for one in annotations)
        yield from (*prose(said("Annotations in it: {names}", names=names), style), "")
    yield from prose(said("`clblint explain NAME` says why, and what to do."), style)


def _answer(answer: Answer, rule: Rule, style: Style) -> Iterator[str]:
    severity = paint(style, rule.severity.label, rule.severity.label)
    yield f"{paint(style, 'strong', visible(rule.name, style))}  {severity}"
    yield from prose(spoken_page(rule).summary, style, "  ")
    if answer.because.source != "page":
        first, *more = prose(answer.because.text, style, " " * _HEAD)
        head = padded(said(_SOURCES[answer.because.source]), _HEAD - 4)
        yield f"  {paint(style, 'faint', head)}  {first.strip()}"
        yield from more
