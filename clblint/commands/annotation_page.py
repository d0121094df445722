"""What is known of an annotation, drawn from the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.kube.catalogue_texts import term
from clblint.report.screen import wrap

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
        lines.append(f"{annotation.legacy_key}  (older form, still read)")
    lines += ["", *wrap(str(annotation.description), _WIDTH), ""]
    for name, text in _rows(annotation):
        first, *more = wrap(text, _WIDTH - 12)
        lines.append(f"{name:<10}  {first}")
        lines += [f"{'':10}  {row}" for row in more]
    if rules:
        lines += ["", "rules", *(f"  {rule.name}" for rule in rules)]
    return "\n".join(lines) + "\n"


def _rows(annotation: Annotation) -> Iterator[tuple[str, str]]:
    for controller in annotation.controllers:
        which = _NAMES[controller]
        also = f"; since CCM {since}" if (since := annotation.since(controller)) else ""
        yield which, f"takes {annotation.allowed(controller)}{also}"
    if annotation.protocols:
        yield "listeners", ", ".join(annotation.protocols)
    yield "scope", str(term("scope", annotation.scope))
    yield from _behaviour(annotation.details)
    for place in annotation.details["source"]["code"]:
        yield "source", place


def _behaviour(details: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if default := details.get("default"):
        yield "default", _said(str(default.get("value", "")), default)
    for field, name in (("change", "changed"), ("removal", "removed"), ("reuse", "reused CLB")):
        if found := details.get(field):
            yield name, _said(str(term(field, found["does"])), found)


def _said(start: str, found: dict[str, Any]) -> str:
    text = found.get("text", {}).get("en", "")
    return f"{start}. {text}" if start and text else start or text
