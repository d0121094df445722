"""Findings as plain tuples of text and numbers, to be stored or sent to another process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.i18n.text import Text, Words
from clblint.lint.edit import FixEdit, Replacement
from clblint.lint.finding import Finding, Label
from clblint.lint.severity import Severity
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.i18n.text import Value

Plain = tuple[Any, ...]
_ONLY_TEXT = frozenset({str})
_SEVERITIES = {int(severity): severity for severity in Severity}


def to_plain(finding: Finding) -> Plain:
    """The finding as nested plain tuples; values shared by its texts are stored once."""
    return (
        finding.path,
        tuple(finding.place.span),
        finding.rule,
        int(finding.severity),
        finding.object,
        finding.subject,
        finding.message.template,
        tuple((label.place.path, tuple(label.place.span), label.text.template) for label in finding.because),
        finding.seen.template,
        finding.fix.template,
        _plain_values(finding.message.values),
        finding.template,
        tuple(map(_plain_edit, finding.edits)),
        finding.safe,
        _plain_text(finding.replacements),
    )


def from_plain(plain: Plain, shown: str = "") -> Finding:
    """The inverse of `to_plain`; with `shown` the cached text of the text report is used."""
    # Performance matters here: a cached run spends most of its time on this.
    path, span, rule, severity, owner, subject, message, because, seen, fix, given, template, edits, safe, texts = plain
    values = given if _ONLY_TEXT.issuperset(map(type, given.values())) else _values(given)
    return Finding(
        Place(path, Span(*span)),
        rule,
        _SEVERITIES[severity],
        owner,
        subject,
        Text(message, values),
        tuple([Label(Place(other, Span(*where)), Text(text, values)) for other, where, text in because]),
        Text(seen, values),
        Text(fix, values),
        template,
        shown,
        tuple(map(_edit, edits)) if edits else (),
        safe,
        _replacements(texts) if texts else texts,
    )


def _plain_values(values: Mapping[str, Value]) -> Mapping[str, Any]:
    if _ONLY_TEXT.issuperset(map(type, values.values())):  # nearly always
        return values
    return {name: _plain_value(value) for name, value in values.items()}


def _plain_value(value: Value) -> Any:  # noqa: ANN401 - a text, or a plain tuple
    if isinstance(value, Text):
        return (value.template, _plain_values(value.values))
    return tuple(value) if isinstance(value, Words) else value


def _values(plain: Mapping[str, Any]) -> Mapping[str, Value]:
    if _ONLY_TEXT.issuperset(map(type, plain.values())):
        return plain
    return {name: _value(value) if isinstance(value, tuple) else value for name, value in plain.items()}


def _value(plain: tuple[str, Any]) -> Value:
    first, second = plain
    return Words(first, second) if isinstance(second, str) else Text(first, _values(second))


def _plain_edit(edit: FixEdit) -> Plain:
    return (edit.action, tuple(edit.span), *edit[2:])


def _edit(plain: Plain) -> FixEdit:
    action, span, *rest = plain
    return FixEdit(action, Span(*span), *rest)


def _plain_text(replacements: tuple[Replacement, ...] | None) -> Plain | None:
    return None if replacements is None else tuple((tuple(span), text) for span, text in replacements)


def _replacements(plain: Plain) -> tuple[Replacement, ...]:
    return tuple(Replacement(Span(*span), text) for span, text in plain)
