"""Builders for reports: findings are placed by the words they point at, so that no test counts columns by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from clblint.lint.finding import Finding, Label
from clblint.lint.problem import Text
from clblint.lint.severity import Severity
from clblint.report.report import Report, RuleInfo, Style, Summary
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

PLAIN = Style(color=False, width=100, unicode=True)
SUMMARY = Summary(files=3, services=12, balancers=4, workloads=2, templates=(), not_ours=0)


class Bench:
    """Files by path, and the findings and reports made over them."""

    def __init__(self) -> None:
        """Begin with no files."""
        self.files: dict[str, str] = {}

    def line(self, path: str, number: int) -> str:
        """Give a line without its terminator, as the source does."""
        lines = re.split(r"\r\n|\r|\n", self.files.get(path, ""))
        return lines[number - 1].removeprefix("\ufeff") if number <= len(lines) else ""

    def at(self, path: str, words: str, *, nth: int = 1) -> Place:
        """Place the nth occurrence of some words."""
        text = self.files[path]
        start = -1
        for _ in range(nth):
            start = text.index(words, start + 1)
        return Place(path, Span(*self._position(text, start), *self._position(text, start + len(words))))

    def _position(self, text: str, index: int) -> tuple[int, int]:
        before = text[:index].split("\n")
        return len(before), len(before[-1]) + 1

    def finding(
        self,
        place: Place,
        message: str = "port {port} is decrypted twice",
        because: Iterable[tuple[Place, str]] = (),
        **given: str,
    ) -> Finding:
        """Build a finding. Its other fields have defaults, and all that is given can be used in the templates."""
        values = {"port": "443", **given}
        return Finding(
            place,
            given.get("rule", "tls-twice"),
            Severity[given.get("severity", "error").upper()],
            given.get("name", "prod/Service/web"),
            given.get("subject", "port 443"),
            Text(message, values),
            tuple(Label(where, Text(text, values)) for where, text in because),
            Text(given.get("seen", ""), values),
            Text(given.get("fix", ""), values),
        )

    def rule(self, name: str = "tls-twice", **changes: object) -> RuleInfo:
        """Build the description of a rule."""
        info = RuleInfo(
            name=name,
            pack="listeners",
            severity=Severity.ERROR,
            evidence="S",
            summary="TLS is ended twice",
            explanation="The load balancer decrypts, and the pod wants to do it again.",
            help_markdown="# tls-twice",
            since="0.1",
            tags=("tls",),
            url="",
        )
        return info._replace(**changes)  # type: ignore[arg-type]

    def report(self, *findings: Finding, **changes: object) -> Report:
        """Build a report over the files."""
        report = Report(
            findings=findings,
            rules=(self.rule(),),
            summary=SUMMARY,
            fail_on=Severity.WARNING,
            errors=(),
            version="0.1.0",
            source_line=self.line,
            source_text=self.files.get,
        )
        return report._replace(**changes)  # type: ignore[arg-type]


@pytest.fixture
def bench() -> Bench:
    """Give an empty bench."""
    return Bench()


@pytest.fixture
def plain() -> Style:
    """Give the style of a pipe: no colour."""
    return PLAIN
