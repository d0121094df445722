"""Findings as plain tuples of text and numbers, to be stored or sent to another process."""

from __future__ import annotations

from typing import Any

from clblint.lint.finding import Finding, Label
from clblint.lint.severity import Severity
from clblint.sentences import Text
from clblint.source.place import Place, Span

Plain = tuple[Any, ...]


def to_plain(finding: Finding) -> Plain:
    """The finding as nested plain tuples; the values that its sentences share are stored once."""
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
        finding.message.values,
        finding.template,
    )


def from_plain(plain: Plain, shown: str = "") -> Finding:
    """The finding that `to_plain` took apart, with how it is shown."""
    path, span, rule, severity, owner, subject, message, because, seen, fix, values, template = plain
    return Finding(
        Place(path, Span(*span)),
        rule,
        Severity(severity),
        owner,
        subject,
        Text(message, values),
        tuple(Label(Place(other, Span(*where)), Text(text, values)) for other, where, text in because),
        Text(seen, values),
        Text(fix, values),
        template,
        shown,
    )
