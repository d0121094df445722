"""`Finding`: a problem with its rule, its severity and its object, as it is reported."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.files.codec import Codec
from clblint.i18n.text import Text, Value, Words
from clblint.light import Protocol
from clblint.lint.edit import FixEdit, Replacement
from clblint.lint.severity import Severity
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from clblint.files.codec import Plain


_FAILED_SYNC = ("SyncLoadBalancerFailed", "pending")  # in a symptom: the event, or an EXTERNAL-IP that stays pending


_LATER = "as of the second sync"  # in a symptom: the first sync does not fail


def tells_failed_sync(symptom: str) -> bool:
    """Whether a symptom is that of a failed sync, by its words; tests/rules/failed_syncs.txt freezes the rules."""
    return any(word in symptom for word in _FAILED_SYNC)


class Label(NamedTuple):
    """A further place of a finding, and the text for it."""

    place: Place
    text: Text


class BuiltAs(NamedTuple):
    """An object as a kustomization builds it: the folder of the kustomization, and the id of the object."""

    root: str
    object: str


class Details(NamedTuple):
    """The texts of a finding: templates, which are all filled with `values`, and further places with their templates.

    `replacements` are its edits as text: empty if they cannot be applied, None if they are not computed yet.
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


SPILLED = "\0"  # marks a finding whose text in a report is in `SpilledDetails`


class Rest(Protocol):
    """Where the details and texts of findings are that are not in memory, by the places of the findings there."""

    def details_at(self, at: int) -> Plain:
        """The details of a finding, in their plain form."""
        ...

    def text_at(self, at: int) -> str:
        """The text of a finding in a report."""
        ...


class SpilledDetails:
    """The details of a finding and its text in a report, read again when they are needed."""

    __slots__ = ("_at", "_rest")

    def __init__(self, rest: Rest, at: int) -> None:
        self._rest = rest
        self._at = at

    @property
    def details(self) -> Details:
        """The details."""
        return _DETAILS.unpack(self._rest.details_at(self._at))

    @property
    def shown(self) -> str:
        """The text in a report."""
        return self._rest.text_at(self._at)


class Finding(NamedTuple):
    """One finding, of plain values only, so that it can be cached, sent to other processes and sorted.

    Attributes:
        object: `namespace/Kind/name`, or `Kind/name` without a namespace; empty if it is about no object
        details: the details; in plain form if cached, since a report with cached text does not need them; in a file
            (`SpilledDetails`) if there are very many findings
        template: the chart file that the place was rendered from, if the rendered text names it
        shown: the text of the finding in one format and style; code that changes other fields must clear it
        edits: the edits that fix the problem, in the same file
        safe: whether the edits change nothing that works today
        roots: the kustomizations that build the object; empty for an object of a file
        home: the place of the object's name, which may be in another file
        alike: the same text for findings of several roots that differ in names only
    """

    place: Place
    rule: str
    severity: Severity
    object: str
    subject: str
    details: Details | SpilledDetails | Plain
    template: str = ""
    shown: str = ""
    edits: tuple[FixEdit, ...] = ()
    safe: bool = False
    roots: tuple[BuiltAs, ...] = ()
    home: Place | None = None
    alike: str = ""

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
    def unpacked_details(self) -> Details:
        """The details, unpacked if they are in their plain form."""
        details = self.details
        if isinstance(details, Details):
            return details
        return details.details if isinstance(details, SpilledDetails) else _DETAILS.unpack(details)

    @property
    def text(self) -> str:
        """Its text in a report, if already rendered; else empty."""
        return self.details.shown if self.shown == SPILLED and isinstance(self.details, SpilledDetails) else self.shown

    @property
    def message(self) -> Text:
        """What is wrong."""
        details = self.unpacked_details
        return Text(details.message, details.values)

    @property
    def because(self) -> tuple[Label, ...]:
        """The further places, each with the reason why it matters."""
        details = self.unpacked_details
        return tuple([Label(place, Text(template, details.values)) for place, template in details.because])

    @property
    def seen(self) -> Text:
        """The symptom; empty if there is none."""
        details = self.unpacked_details
        return Text(details.seen, details.values)

    @property
    def fails_sync(self) -> bool:
        """Whether this error means that the sync fails, or that the Service never gets a load balancer."""
        return self.severity is Severity.ERROR and tells_failed_sync(self.unpacked_details.seen)

    @property
    def fails_later(self) -> bool:
        """Whether it means that only syncs after the first one fail."""
        return _LATER in self.unpacked_details.seen

    @property
    def fix(self) -> Text:
        """What to do; empty if that is obvious."""
        details = self.unpacked_details
        return Text(details.fix, details.values)

    @property
    def replacements(self) -> tuple[Replacement, ...] | None:
        """Its edits as text (see `Details`)."""
        return self.unpacked_details.replacements

    def with_details(self, **changes: Any) -> Finding:  # noqa: ANN401 - fields of `Details`
        """The finding with changed fields of its details."""
        return self._replace(details=self.unpacked_details._replace(**changes))

    def with_replacements(self, replacements: tuple[Replacement, ...] | None) -> Finding:
        """The finding with its edits as text (see `Details`)."""
        details = Details._make((*self.unpacked_details[:5], replacements))
        return Finding._make((*self[:5], details, *self[6:]))

    def unpacked(self) -> Finding:
        """The finding with unpacked details; those in a file stay there."""
        if isinstance(self.details, (Details, SpilledDetails)):
            return self
        return Finding._make((*self[:5], self.unpacked_details, *self[6:]))

    def with_shown(self, text: str) -> Finding:
        """The finding with its text in a report as `shown`."""
        return Finding._make((*self[:7], text, *self[8:]))


FINDING = Codec(Finding, _DETAILS, Codec(FixEdit, _SPAN), _PLACE, Severity, Codec(BuiltAs))
