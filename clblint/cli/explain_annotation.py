"""`clblint explain ANNOTATION`: the page of an annotation, from the annotation catalogue."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from clblint.fast import NamedTuple
from clblint.i18n.language import tr, tr_value
from clblint.i18n.text import Words
from clblint.kube.catalogue.texts import details_for, term
from clblint.report.terminal import padded, paint, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.kube.catalogue.catalogue import KnownAnnotation
    from clblint.lint.rule import Rule
    from clblint.report.report import Style

_MAX_WIDTH = 88
_HEADING_WIDTH = 12
_GAP = 2
_NAMES = {"clb": "CLB", "nlb": "NLB"}


class Row(NamedTuple):
    """A row of the page: its heading, and one text for all controllers, or one for each if these differ."""

    heading: str
    texts: tuple[str, ...]


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


def facts_of(annotation: KnownAnnotation) -> Iterator[Row]:
    """Yield the rows of facts about an annotation, after a row with the controllers that read it."""
    controllers = annotation.controllers
    yield Row("", tuple(_NAMES[controller] for controller in controllers))
    yield _row(tr("takes"), (_values(annotation, controller) for controller in controllers))
    yield _row(tr("since"), (_since(annotation, controller) for controller in controllers))
    behaviours = [annotation.behaviour(controller) for controller in controllers]
    if any(behaviour.protocols for behaviour in behaviours):
        yield _row(tr("listeners"), (", ".join(behaviour.protocols) for behaviour in behaviours))
    yield _row(tr("scope"), (tr_value(term("scope", behaviour.scope)) for behaviour in behaviours))
    details = [details_for(annotation.details, controller) for controller in controllers]
    yield _row(tr("default"), map(_default, details))
    for field, heading in (("change", tr("changed")), ("removal", tr("removed")), ("reuse", tr("reused"))):
        yield _row(heading, (_with_text(tr_value(term(field, one[field]["does"])), one[field]) for one in details))


def _row(heading: str, texts: Iterable[str]) -> Row:
    """A row; equal texts are merged into one."""
    each = tuple(texts)
    return Row(heading, each[:1] if len(set(each)) == 1 else each)


def _values(annotation: KnownAnnotation, controller: str) -> str:
    allowed = tr_value(annotation.allowed(controller))
    in_any_case = annotation.accepts(controller).folds_case
    return tr("{allowed}, in any letter case", allowed=allowed) if in_any_case else allowed


def _since(annotation: KnownAnnotation, controller: str) -> str:
    version = annotation.since(controller)
    return tr("unknown") if version is None else tr("CCM {version}", version=version)


def _sources(annotation: KnownAnnotation) -> Iterator[Row]:
    for place in annotation.details["source"]["code"]:
        yield Row(tr("source"), (place,))


def _default(details: dict[str, Any]) -> str:
    default = details["default"]
    return _with_text(str(default.get("value", "")), default) or tr_value(term("default", default["when"]))


def _with_text(start: str, found: dict[str, Any]) -> str:
    text = tr_value(Words(**found["text"])) if "text" in found else ""
    return tr("{term}. {text}", term=start, text=text) if start and text else start or text
