"""Findings that are not reported, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from clblint.lint.finding import Finding
    from clblint.source.place import Place

IN_SOURCE, EXTERNAL = "inSource", "external"  # as SARIF calls them
SUPPRESSION, SETTING, BASELINE = "suppression", "setting", "baseline"


class SuppressedFinding(NamedTuple):
    """A finding that something keeps out of the report.

    `by` is `suppression` (in the manifest), `setting` (for paths or objects, in the configuration) or `baseline`;
    `reason` is what is said there, empty where nothing is.
    """

    finding: Finding
    by: str
    reason: str

    @property
    def kind(self) -> str:
        """Whether it stands in the manifest itself or elsewhere, in SARIF's words."""
        return IN_SOURCE if self.by == SUPPRESSION else EXTERNAL


class ExpiredSetting(NamedTuple):
    """A setting for paths or objects whose last day is over: its date and place, what it was for, and why it stood."""

    place: Place
    until: str
    target: str
    reason: str
