"""`Finding`: a problem with its rule, its severity and its object, as it is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.fast import NamedTuple
from clblint.files.codec import Codec
from clblint.i18n.text import Text, Value, Words
from clblint.lint.edit import FixEdit, Replacement
from clblint.lint.severity import Severity
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.files.codec import Plain


class Label(NamedTuple):
    """A further place of a finding, and the text about it."""

    place: Place
    text: Text


class Details(NamedTuple):
    """What a finding says: templates, all filled with `values`, and further places, each with its template.

    `replacements` are its edits as text, empty if they cannot be made, None if not computed yet.
    """

    values: Mapping[str, Value]
    message: str
    because: tuple[tuple[Place, str], ...] = ()
    seen: str = ""
    fix: str = ""
    replacements: tuple[Replacement, ...] | None = None


_SPAN = Codec(Span)
_PLACE = Codec(Place, _SPAN)
_TEXT = Codec(Text, Codec(Words))
_DETAILS = Codec(Details, _PLACE, Codec(Replacement, _SPAN), _TEXT, Codec(Words))


class Finding(NamedTuple):
    """One finding, of plain values only, so that it can be stored, sent and sorted.

    `object` is `namespace/Kind/name` (`Kind/name` without a namespace, empty if it is about no object). The `details`
    of a stored finding stay in their plain form: a report whose text is stored as well does not look at them.
    `template` is the chart file that the place was rendered from, if the rendered text names it. `shown` is the text of
    the finding in one format and style; code that changes other fields must clear it. `edits` fix the problem, in the
    same file; they are `safe` if they change nothing that works today.
    """

    place: Place
    rule: str
    severity: Severity
    object: str
    subject: str
    details: Details | Plain
    template: str = ""
    shown: str = ""
    edits: tuple[FixEdit, ...] = ()
    safe: bool = False

    @property
    def path(self) -> str:
        """The file the finding is reported in."""
        return self.place.path

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """The key of the report order: path, place, rule."""
        span = self.place.span
        return (self.place.path, span.line, span.column, self.rule, self.subject)

    @property
    def told(self) -> Details:
        """The details."""
        return self.details if isinstance(self.details, Details) else _DETAILS.unpack(self.details)

    @property
    def message(self) -> Text:
        """What is wrong."""
        told = self.told
        return Text(told.message, told.values)

    @property
    def because(self) -> tuple[Label, ...]:
        """Further places, with what they have to do with it."""
        told = self.told
        return tuple([Label(place, Text(template, told.values)) for place, template in told.because])

    @property
    def seen(self) -> Text:
        """The symptom; empty if there is none."""
        told = self.told
        return Text(told.seen, told.values)

    @property
    def fix(self) -> Text:
        """What to do; empty if that is obvious."""
        told = self.told
        return Text(told.fix, told.values)

    @property
    def replacements(self) -> tuple[Replacement, ...] | None:
        """Its edits as text (see `Details`)."""
        return self.told.replacements

    def retold(self, **changes: Any) -> Finding:  # noqa: ANN401 - fields of `Details`
        """The same finding with other details."""
        return self._replace(details=self.told._replace(**changes))

    def whole(self) -> Finding:
        """The same finding, its details no longer in their plain form."""
        return self if isinstance(self.details, Details) else Finding(*self[:5], self.told, *self[6:])

    def showing(self, text: str) -> Finding:
        """The same finding with its text in a report."""
        return Finding(*self[:7], text, *self[8:])


FINDING = Codec(Finding, _DETAILS, Codec(FixEdit, _SPAN), _PLACE, Severity)
