"""What is known of an annotation, drawn from the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.kube.catalogue_texts import term
from clblint.language import said, told
from clblint.report.screen import padded, wrap
from clblint.sentences import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.kube.catalogue import Annotation
    from clblint.lint.rule import Rule

_WIDTH = 88
_NAMES = {"clb": "CLB", "nlb": "NLB"}


def annotation_json(annotation: Annotation, rules: Sequence[Rule]) -> dict[str, Any]:
    """Everything that the catalogue holds, and the rules whose pages show it."""
    return {
        "format": 1,
        "key": annotation.key,
        "legacyKey": annotation.legacy_key or None,
        **annotation.details,
        "rules": [rule.name for rule in rules],
    }


def annotation_text(annotation: Annotation, rules: Sequence[Rule]) -> str:
    """A page for the terminal."""
    lines = [annotation.key]
    if annotation.legacy_key:
        lines.append(said("{key}  (older form, still read)", key=annotation.legacy_key))
    lines += ["", *wrap(told(annotation.description), _WIDTH), ""]
    for name, text in _rows(annotation):
        first, *more = wrap(text, _WIDTH - 12)
        lines.append(f"{padded(name, 10)}  {first}")
        lines += [f"{'':10}  {row}" for row in more]
    if rules:
        lines += ["", said("rules"), *(f"  {rule.name}" for rule in rules)]
    return "\n".join(lines) + "\n"


def _rows(annotation: Annotation) -> Iterator[tuple[str, str]]:
    for controller in annotation.controllers:
        which = _NAMES[controller]
        allowed, since = annotation.allowed(controller), annotation.since(controller)
        if since:
            yield which, said("takes {allowed}; since CCM {version}", allowed=allowed, version=since)
        else:
            yield which, said("takes {allowed}", allowed=allowed)
    if annotation.protocols:
        yield said("listeners"), ", ".join(annotation.protocols)
    yield said("scope"), told(term("scope", annotation.scope))
    yield from _behaviour(annotation.details)
    for place in annotation.details["source"]["code"]:
        yield said("source"), place


def _behaviour(details: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if default := details.get("default"):
        yield said("default"), _said(str(default.get("value", "")), default)
    for field, name in (("change", said("changed")), ("removal", said("removed")), ("reuse", said("reused CLB"))):
        if found := details.get(field):
            yield name, _said(told(term(field, found["does"])), found)


def _said(start: str, found: dict[str, Any]) -> str:
    text = told(Words(**found["text"])) if "text" in found else ""
    return said("{term}. {text}", term=start, text=text) if start and text else start or text
