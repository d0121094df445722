"""What is reported: a problem together with its rule, its severity and the object it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from clblint.i18n.text import Text
    from clblint.lint.edit import FixEdit, Replacement
    from clblint.lint.severity import Severity
    from clblint.source.place import Place


class Label(NamedTuple):
    """A place beside the main one, and what it says there."""

    place: Place
    text: Text


class Finding(NamedTuple):
    """One finding, independent of the objects it was drawn from: plain values only, so it can be stored and sorted.

    `object` is `namespace/Kind/name` (`Kind/name` without a namespace, empty where no object is concerned). `template`
    is the file of a chart that the place was rendered from, where the rendered text says so. `shown` is how the report
    for people shows it, where that is known already; who changes anything else takes it away. `edits` mend it, in the
    same file; they are `safe` if they change nothing that works today. `replacements` are the edits as text, none where
    they cannot be made; None where nobody has worked them out.
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
        """The same with how it is shown."""
        return Finding(*self[:10], text, *self[11:])

    @property
    def path(self) -> str:
        """The file the finding is reported in."""
        return self.place.path

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Reports are in the order of files, then of places, then of rule names."""
        span = self.place.span
        return (self.place.path, span.line, span.column, self.rule, self.subject)
