"""Findings as diagnostics: one line to mark, the sentences, and the other places that matter."""

from __future__ import annotations

from functools import cache

from lsprotocol.types import (
    CodeDescription,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    DiagnosticTag,
    Location,
)

from clblint.light import Protocol
from clblint.lint.severity import Severity
from clblint.report.links import rule_url
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from clblint.report.wording import all_texts, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.lint.finding import Finding
    from clblint.server.client import Client
    from clblint.server.document import Document

SOURCE = "clblint"
_SEVERITIES = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.NOTE: DiagnosticSeverity.Information,
    Severity.PEDANTIC: DiagnosticSeverity.Hint,
}
_UNUSED = "unused-suppression"


class Around(Protocol):
    """The files around a document, and who looks at them."""

    client: Client

    def uri_of(self, name: str) -> str:
        """The URI of a file by the path under which it is reported."""

    def document(self, name: str) -> Document:
        """A file as it is, saved or not."""


def diagnostics(findings: Iterable[Finding], document: Document, around: Around) -> list[Diagnostic]:
    """The findings in a document, in the language of their session, which must be the current one."""
    seen = _Seen(around)
    return [diagnostic(finding, document, seen) for finding in findings]


class _Seen:
    """The same files, each read once."""

    def __init__(self, around: Around) -> None:
        self.client = around.client
        self.uri_of = around.uri_of
        self.document = cache(around.document)


def diagnostic(finding: Finding, document: Document, around: Around) -> Diagnostic:
    """One of them."""
    client = around.client
    return Diagnostic(
        range=document.range_of(finding.place.span),
        message=_message(finding),
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        code_description=CodeDescription(rule_url(finding.rule)) if client.links_rules else None,
        source=SOURCE,
        tags=[DiagnosticTag.Unnecessary] if client.unneeded and finding.rule == _UNUSED else None,
        related_information=_related(finding, around) if client.related else None,
    )


def _message(finding: Finding) -> str:
    """The sentences of a finding, without its object: the place says that."""
    return "\n".join(visible(text, PLAIN) for text in (sentence(finding.message), *all_texts(finding)[1:]))


def _related(finding: Finding, around: Around) -> list[DiagnosticRelatedInformation]:
    return [
        DiagnosticRelatedInformation(
            Location(around.uri_of(label.place.path), around.document(label.place.path).range_of(label.place.span)),
            visible(sentence(label.text), PLAIN),
        )
        for label in finding.because
    ]
