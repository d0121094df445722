"""`Result`: the contents, findings and suppressions of one file; `ClusterResult`: the findings about no file."""

from __future__ import annotations

import marshal

from clblint.fast import NamedTuple
from clblint.files.codec import Codec
from clblint.lint.finding import FINDING, SPILLED, Finding, SpilledDetails
from clblint.lint.severity import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import ClassVar

    from clblint.files.codec import Plain
    from clblint.files.spill_file import Slice


class Count(NamedTuple):
    """The contents of a file in numbers, for the summary of a run; values for a chart count as an object.

    `balancers` are Services that become a CLB, `nlbs` those that become an NLB, `not_ours` those of type
    LoadBalancer that another controller handles.
    """

    objects: int
    template: bool
    services: int
    balancers: int
    nlbs: int
    not_ours: int
    workloads: int
    waiting: tuple[tuple[str, int], ...] = ()  # undeclared facts, each with the number of checks that asked for it
    waits: tuple[tuple[str, str], ...] = ()  # the rules of those checks, each with the object

    @property
    def waited(self) -> tuple[str, ...]:
        """The names of the rules that could not decide for lack of a declared fact."""
        return tuple(dict.fromkeys(rule for rule, _ in self.waits))


class Result(NamedTuple):
    """The findings in a file, in report order, and what it contains.

    `suppressions` are those in the file, as plain tuples; they are not applied yet.
    """

    contents: Count
    findings: tuple[Finding, ...]
    suppressions: tuple[Plain, ...] = ()

    @property
    def without_text(self) -> Result:
        """The same without the text of findings in a report."""
        return self._replace(findings=tuple([finding.with_shown("") for finding in self.findings]))


class Graded(NamedTuple):
    """A result without the findings below a severity, and how many of each severity these are."""

    result: Result
    lower: tuple[Severity, ...] = ()


class ClusterResult(NamedTuple):
    """The findings about declared clusters and inventories; `partial` and `idle` are those of `Outcome`."""

    findings: tuple[Finding, ...]
    partial: tuple[tuple[str, int, int], ...]
    idle: bool


RESULT = Codec(Result, Codec(Count), FINDING)
_ADVICE = int(Severity.PEDANTIC)


def pack_result(result: Result) -> bytes:
    """A result as bytes; its advice, which is most of it and seldom shown, is packed apart, with its places in it."""
    contents, findings, suppressions = RESULT.pack(result)
    advice = [(at, one) for at, one in enumerate(findings) if one[_SEVERITY] == _ADVICE]
    others = tuple([one for one in findings if one[_SEVERITY] != _ADVICE]) if advice else findings
    return marshal.dumps((contents, others, suppressions, len(advice), marshal.dumps(advice) if advice else b""))


class _SpilledFindings:
    """The plain findings of a packed result; those of the last file that was asked for are kept."""

    __slots__ = ("_advice", "_slice")
    _last: ClassVar[tuple[_SpilledFindings | None, list[Plain]]] = (None, [])

    def __init__(self, slice_: Slice, *, advice: bool) -> None:
        self._slice = slice_
        self._advice = advice

    def __call__(self) -> list[Plain]:
        if _SpilledFindings._last[0] is not self:
            _, others, _, _, advice = marshal.loads(self._slice.read())  # noqa: S302 - of our own process or cache
            _SpilledFindings._last = (self, _with_advice(others, advice) if self._advice else others)
        return _SpilledFindings._last[1]


def load_graded(slice_: Slice, lowest: Severity, *, spill: bool = False) -> Graded:
    """A packed result without the findings below a severity; `spill` leaves the details of findings where they are."""
    contents, others, suppressions, count, advice = marshal.loads(slice_.read())  # noqa: S302 - the same
    if lowest <= Severity.PEDANTIC and advice:
        others, count = _with_advice(others, advice), 0
    if spill and others:
        spilled = _SpilledFindings(slice_, advice=not count)
        others = [_with_spilled(one, SpilledDetails(spilled, at)) for at, one in enumerate(others)]
    result = RESULT.unpack((contents, others, suppressions))
    if lowest <= Severity.NOTE:  # nothing but advice is below it
        return Graded(result, (Severity.PEDANTIC,) * count)
    found = graded(result, lowest)
    return Graded(found.result, (*found.lower, *(Severity.PEDANTIC,) * count))


def _with_advice(others: Iterable[Plain], advice: bytes) -> list[Plain]:
    found = list(others)
    for at, one in marshal.loads(advice) if advice else ():  # noqa: S302 - a part of the same
        found.insert(at, one)
    return found


def _with_spilled(one: Plain, details: SpilledDetails) -> Plain:
    return (*one[:_DETAILS], details, one[_DETAILS + 1], SPILLED if one[_SHOWN] else "", *one[_SHOWN + 1 :])


def graded(result: Result, lowest: Severity) -> Graded:
    """A result without the findings below a severity."""
    lower = tuple([one.severity for one in result.findings if one.severity < lowest])
    shown = tuple([one for one in result.findings if one.severity >= lowest]) if lower else result.findings
    return Graded(result._replace(findings=shown) if lower else result, lower)


_SEVERITY, _DETAILS, _SHOWN = (Finding._fields.index(name) for name in ("severity", "details", "shown"))
CLUSTER_RESULT = Codec(ClusterResult, FINDING)
