"""Removes duplicate findings of a file that is checked under several paths, through symbolic links."""

from __future__ import annotations

from clblint.files.working_folder import real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable

    from clblint.engine.outcome import Outcome
    from clblint.lint.finding import Finding
    from clblint.source.place import Place


def reported_once(outcome: Outcome, links: set[str]) -> Outcome:
    """The outcome with each finding once, under the path that is no link if there is one.

    A finding that exists under one path only, such as a missing pod in that folder, keeps that path.
    """
    found: dict[Hashable, Finding] = {}
    for finding in sorted(outcome.findings, key=lambda finding: finding.path in links):
        found.setdefault(_identity(finding), finding)
    return outcome._replace(findings=tuple(sorted(found.values(), key=lambda finding: finding.sort_key)))


def _identity(finding: Finding) -> Hashable:
    because = tuple((_where(label.place), str(label.text)) for label in finding.because)
    return finding.rule, str(finding.message), _where(finding.place), because


def _where(place: Place) -> Hashable:
    return real(place.path), tuple(place.span)
