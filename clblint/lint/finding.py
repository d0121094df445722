"""`Finding`: a problem with its rule, its severity and its object, as it is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from clblint.i18n.text import Text
    from clblint.lint.edit import FixEdit, Replacement
    from clblint.lint.severity import Severity
    from clblint.source.place import Place


class Label(NamedTuple):
    """A further place of a finding, and the text about it."""

    place: Place
    text: Text


class Finding(NamedTuple):
    """One finding, of plain values only, so that it can be stored, sent and sorted.

    `object` is `namespace/Kind/name` (`Kind/name` without a namespace, empty if it is about no object). `template` is
    the chart file that the place was rendered from, if the rendered text names it. `shown` is the cached text of the
    text report; code that changes other fields must clear it. `edits` fix the problem, in the same file; they are
    `safe` if they change nothing that works today. `replacements` are the edits as text, empty if they cannot be
    made, None if not computed yet.
    """

    place: Place
    rule: str
    severity: Severity
    object: str
    subject: str
    message: Text
    because: tuple[Label, ...]
    seen: Text
    fix: Text
    template: str = ""
    shown: str = ""
    edits: tuple[FixEdit, ...] = ()
    safe: bool = False
    replacements: tuple[Replacement, ...] | None = None

    def showing(self, text: str) -> Finding:
        """The same finding with its text for the text report."""
        return Finding(*self[:10], text, *self[11:])

    @property
    def path(self) -> str:
        """The file the finding is reported in."""
        return self.place.path

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """The key of the report order: path, place, rule."""
        span = self.place.span
        return (self.place.path, span.line, span.column, self.rule, self.subject)
