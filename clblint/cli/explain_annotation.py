"""`clblint explain ANNOTATION`: the page of an annotation, from the annotation catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.i18n.language import tr, tr_value
from clblint.i18n.text import Words
from clblint.kube.catalogue.texts import term
from clblint.report.terminal import padded, paint, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.kube.catalogue.catalogue import KnownAnnotation
    from clblint.lint.rule import Rule
    from clblint.report.report import Style

_WIDEST = 88
_HEAD = 12
_NAMES = {"clb": "CLB", "nlb": "NLB"}


def annotation_json(annotation: KnownAnnotation, rules: Sequence[Rule]) -> dict[str, Any]:
    """Everything that the catalogue holds, and the rules that look at it."""
    return {
        "format": 1,
        "key": annotation.key,
        "legacyKey": annotation.legacy_key or None,
        **annotation.details,
        "rules": [rule.name for rule in rules],
    }


def annotation_text(annotation: KnownAnnotation, rules: Sequence[Rule], style: Style) -> str:
    """A page for the terminal."""
    width = min(style.width or _WIDEST, _WIDEST)
    lines = [paint(style, "strong", annotation.key)]
    if annotation.legacy_key:
        older = paint(style, "faint", tr("(older form, still read)"))
        lines.append(f"{annotation.legacy_key}  {older}")
    lines += ["", *wrap(tr_value(annotation.description), width), ""]
    for name, text in [*facts_of(annotation), *_sources(annotation)]:
        first, *more = wrap(text, width - _HEAD)
        lines.append(f"{paint(style, 'faint', padded(name, _HEAD - 2))}  {first}")
        lines += [f"{'':{_HEAD}}{row}" for row in more]
    if rules:
        longest = max(len(rule.name) for rule in rules)
        lines += ["", tr("rules that look at it")]
        for rule in rules:
            severity = paint(style, rule.severity.label, rule.severity.label)
            lines.append(f"  {rule.name:{longest}}  {severity}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def facts_of(annotation: KnownAnnotation) -> Iterator[tuple[str, str]]:
    """What is known of it, each fact with its heading."""
    for controller in annotation.controllers:
        which = _NAMES[controller]
        allowed, since = annotation.allowed(controller), annotation.since(controller)
        if since:
            yield which, tr("takes {allowed}; since CCM {version}", allowed=allowed, version=since)
        else:
            yield which, tr("takes {allowed}", allowed=allowed)
    if annotation.protocols:
        yield tr("listeners"), ", ".join(annotation.protocols)
    yield tr("scope"), tr_value(term("scope", annotation.scope))
    yield from _behaviour(annotation.details)


def _sources(annotation: KnownAnnotation) -> Iterator[tuple[str, str]]:
    for place in annotation.details["source"]["code"]:
        yield tr("source"), place


def _behaviour(details: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if default := details.get("default"):
        yield tr("default"), _said(str(default.get("value", "")), default) or tr_value(term("default", default["when"]))
    for field, name in (("change", tr("changed")), ("removal", tr("removed")), ("reuse", tr("reused CLB"))):
        if found := details.get(field):
            yield name, _said(tr_value(term(field, found["does"])), found)


def _said(start: str, found: dict[str, Any]) -> str:
    text = tr_value(Words(**found["text"])) if "text" in found else ""
    return tr("{term}. {text}", term=start, text=text) if start and text else start or text
