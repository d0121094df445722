"""`PackedResult`: a `Result` as bytes, which a process keeps, writes to the cache, or sends to another one."""

from __future__ import annotations

import marshal

from clblint.engine.result import RESULT, Graded, graded
from clblint.fast import NamedTuple, cached_property
from clblint.light import itemgetter
from clblint.lint.finding import SPILLED, Finding, SpilledDetails
from clblint.lint.severity import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from clblint.engine.result import Result
    from clblint.files.codec import Plain
    from clblint.files.spill_file import Slice, SpillFile

_SEVERITY, _DETAILS, _SHOWN = (Finding._fields.index(name) for name in ("severity", "details", "shown"))
_ADVICE = int(Severity.PEDANTIC)
_place = itemgetter(_DETAILS)  # of a finding among all of its file, which a brief has instead of its details
_MAX_FILES_WITH_DETAILS_IN_MEMORY = 2000


class PackedResult(NamedTuple):
    """A packed result: `brief` is what every report needs, the `rest` stays in a file; None if there is none.

    The rest are the texts of findings in a report, their details, and the advice, which is most of all findings and
    seldom shown.
    """

    brief: bytes
    rest: Slice | None = None


def pack_result(result: Result, spill: SpillFile) -> PackedResult:
    """Pack a result, and put its rest into a spill file."""
    contents, findings, suppressions = RESULT.pack(result)
    briefs = [_brief(at, one) for at, one in enumerate(findings)]
    advice = [one for one in briefs if one[_SEVERITY] == _ADVICE]
    others = [one for one in briefs if one[_SEVERITY] != _ADVICE] if advice else briefs
    brief = marshal.dumps((contents, others, suppressions, len(advice)))
    if not findings:
        return PackedResult(brief)
    details = marshal.dumps([one[_DETAILS] for one in findings])
    rest = [one[_SHOWN] for one in findings], details, marshal.dumps(advice) if advice else b""
    return PackedResult(brief, spill.put(marshal.dumps(rest)))


def _brief(at: int, one: Plain) -> Plain:
    return (*one[:_DETAILS], at, one[_DETAILS + 1], SPILLED if one[_SHOWN] else "", *one[_SHOWN + 1 :])


class _OpenRest:
    """The rest of a packed result in memory."""

    def __init__(self, texts: list[str], details: bytes, advice: bytes) -> None:
        self.texts = texts
        self.advice = advice
        self._details = details

    @cached_property
    def details(self) -> list[Plain]:
        """The details of all findings."""
        found: list[Plain] = marshal.loads(self._details)  # noqa: S302 - of our own process or cache
        return found


class _Rest:
    """The rest of a packed result, read when it is asked for; that of the last file is kept."""

    __slots__ = ("_slice",)
    _last: ClassVar[tuple[_Rest | None, _OpenRest]] = (None, _OpenRest([], b"", b""))

    def __init__(self, slice_: Slice) -> None:
        self._slice = slice_

    @property
    def _open(self) -> _OpenRest:
        if _Rest._last[0] is not self:
            _Rest._last = self, _OpenRest(*marshal.loads(self._slice.read()))  # noqa: S302 - the same
        return _Rest._last[1]

    def text_at(self, at: int) -> str:
        """The text of a finding in a report."""
        return self._open.texts[at]

    def details_at(self, at: int) -> Plain:
        """The details of a finding."""
        return self._open.details[at]

    def with_advice(self, others: list[Plain]) -> list[Plain]:
        """The other findings and the advice, in the order of a report."""
        return sorted((*others, *marshal.loads(self._open.advice)), key=_place)  # noqa: S302 - the same

    def left_here(self, one: Plain) -> Plain:
        """A brief of a finding as a finding that reads its details and text from here."""
        return (*one[:_DETAILS], SpilledDetails(self, one[_DETAILS]), *one[_DETAILS + 1 :])

    def completed(self, one: Plain) -> Plain:
        """A brief of a finding with its details and text."""
        at: int = one[_DETAILS]
        text = self.text_at(at)
        return (*one[:_DETAILS], self.details_at(at), one[_DETAILS + 1], text, *one[_SHOWN + 1 :])


class UnpackedResults:
    """Results that were unpacked while other processes were at work: nearly all are reported as they are."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[PackedResult, Severity, Graded]] = {}

    def add(self, path: str, packed: PackedResult, lowest: Severity, *, spill: bool) -> None:
        """Unpack the result of a file, as `load_graded` does."""
        self._found[path] = packed, lowest, load_graded(packed, lowest, spill=spill)

    def of(self, path: str, packed: PackedResult, lowest: Severity) -> Graded | None:
        """The result of a file if it was unpacked, without the findings below the same severity; else None."""
        found = self._found.get(path)
        return found[2] if found is not None and found[0] is packed and found[1] == lowest else None


def are_spilled(files: int) -> bool:
    """Whether the details of findings in so many files are read when they are reported."""
    return files > _MAX_FILES_WITH_DETAILS_IN_MEMORY


def load_graded(packed: PackedResult, lowest: Severity, *, spill: bool = False) -> Graded:
    """A packed result without the findings below a severity; `spill` leaves the details of findings where they are."""
    contents, findings, suppressions, count = marshal.loads(packed.brief)  # noqa: S302 - of our own process or cache
    shows_advice = count > 0 and lowest <= Severity.PEDANTIC
    if packed.rest is not None and (findings or shows_advice):
        rest = _Rest(packed.rest)
        findings = rest.with_advice(findings) if shows_advice else findings
        findings = [rest.left_here(one) for one in findings] if spill else list(map(rest.completed, findings))
    result = RESULT.unpack((contents, findings, suppressions))
    advice = () if shows_advice else (Severity.PEDANTIC,) * count
    if lowest <= Severity.NOTE:  # nothing but advice is below it
        return Graded(result, advice)
    found = graded(result, lowest)
    return Graded(found.result, (*found.lower, *advice))
