"""`clblint explain CAUSE`: the events behind a cause of `clblint diagnose`, and the rules that tell of it before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.cli.page_text import prose
from clblint.i18n.language import tr
from clblint.report.terminal import paint
from clblint.search.event_texts import causes_of, event_texts, rules_by_cause

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.lint.rule import Rule
    from clblint.report.report import Style

_ALL = "*"
_MOST = 12  # texts


def is_cause(name: str) -> bool:
    """Whether `clblint diagnose` names a cause or a piece of advice so."""
    return name in rules_by_cause()


def texts_of(cause: str) -> list[str]:
    """The parts of events and errors behind a cause, as `REASON: TEXT`."""
    return [f"{row.reason}: {row.text}" for row in event_texts() if row.text and cause in causes_of(row)]


def rules_of(cause: str, rules: Iterable[Rule]) -> list[str]:
    """The names of the rules that tell of a cause before; all of them for a change that is not applied."""
    names = rules_by_cause()[cause]
    return [rule.name for rule in rules if rule.name in names or _ALL in names]


def cause_json(cause: str, rules: Iterable[Rule]) -> dict[str, Any]:
    """The cause as a JSON document."""
    return {"format": 1, "cause": cause, "events": texts_of(cause), "rules": rules_of(cause, rules)}


def cause_lines(cause: str, rules: Iterable[Rule], style: Style) -> Iterator[str]:
    """Yield the lines about a cause for a terminal."""
    yield paint(style, "strong", cause) + "  " + tr("a cause that clblint diagnose names, by the objects of a snapshot")
    texts = texts_of(cause)
    if texts:
        yield ""
        yield tr("Events and errors behind it:")
        yield from (f"  {text}" for text in texts[:_MOST])
    found = rules_of(cause, rules)
    if found:
        yield ""
        told = tr("every rule") if _ALL in rules_by_cause()[cause] else ", ".join(found)
        yield from prose(tr("Rules that tell of it before: {names}", names=told), style)
