"""`clblint explain ANNOTATION`: the page of an annotation, from the annotation catalogue."""

from __future__ import annotations

from itertools import zip_longest

from clblint.i18n.language import tr, tr_value
from clblint.report.annotation_facts import Row, facts_of
from clblint.report.terminal import padded, paint, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.lint.rule import Rule
    from clblint.report.report import Style

_MAX_WIDTH = 88
_HEADING_WIDTH = 12
_GAP = 2


def annotation_json(annotation: KnownAnnotation, rules: Sequence[Rule]) -> dict[str, Any]:
    """The JSON document of an annotation: its entry in the catalogue, and the rules that read it."""
    return {
        "format": 1,
        "key": annotation.key,
        "legacyKey": annotation.legacy_key or None,
        **annotation.details,
        "rules": [rule.name for rule in rules],
    }


def annotation_text(annotation: KnownAnnotation, rules: Sequence[Rule], style: Style) -> str:
    """The page of an annotation for a terminal."""
    width = min(style.width or _MAX_WIDTH, _MAX_WIDTH)
    lines = [paint(style, "strong", annotation.key)]
    if annotation.legacy_key:
        older = paint(style, "faint", tr("(older form, still read)"))
        lines.append(f"{annotation.legacy_key}  {older}")
    lines += ["", *wrap(tr_value(annotation.description), width), ""]
    for row in [*facts_of(annotation), *_sources(annotation)]:
        lines += _laid_out(row, width, style)
    if rules:
        longest = max(len(rule.name) for rule in rules)
        lines += ["", tr("rules that look at it")]
        for rule in rules:
            severity = paint(style, rule.severity.label, rule.severity.label)
            lines.append(f"  {rule.name:{longest}}  {severity}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _laid_out(row: Row, width: int, style: Style) -> Iterator[str]:
    """Yield the lines of a row: its heading, and a column for each text."""
    room = (width - _HEADING_WIDTH - _GAP * (len(row.texts) - 1)) // len(row.texts)
    heading = paint(style, "faint", padded(row.heading, _HEADING_WIDTH))
    for parts in zip_longest(*(wrap(text, room) for text in row.texts), fillvalue=""):
        yield heading + (" " * _GAP).join(padded(part, room) for part in parts)
        heading = " " * _HEADING_WIDTH


def _sources(annotation: KnownAnnotation) -> Iterator[Row]:
    for place in annotation.details["source"]["code"]:
        yield Row(tr("source"), (place,))
