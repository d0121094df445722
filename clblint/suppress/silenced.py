"""`SuppressedFinding` and `ExpiredSetting`: findings that are not reported, with the reason."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.lint.finding import Finding
    from clblint.source.place import Place

IN_SOURCE, EXTERNAL = "inSource", "external"  # as SARIF calls them
SUPPRESSION, SETTING, BASELINE = "suppression", "setting", "baseline"


class SuppressedFinding(NamedTuple):
    """A finding that is not reported.

    `by` is `suppression` (in the manifest), `setting` (for paths or objects, in the configuration) or `baseline`;
    `reason` is the one given there, or empty.
    """

    finding: Finding
    by: str
    reason: str

    @property
    def kind(self) -> str:
        """The SARIF kind: `inSource` for a suppression in the manifest, otherwise `external`."""
        return IN_SOURCE if self.by == SUPPRESSION else EXTERNAL


class ExpiredSetting(NamedTuple):
    """An expired setting for paths or objects: place and date of `until`, its target, and its reason."""

    place: Place
    until: str
    target: str
    reason: str
