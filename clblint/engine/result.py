"""`Result`: the findings and suppressions of one file; `ClusterResult`: what a run finds beside those."""

from __future__ import annotations

import marshal

from clblint.engine.counts import Count
from clblint.fast import NamedTuple
from clblint.files.codec import Codec, Plain
from clblint.lint.finding import FINDING, Finding
from clblint.lint.severity import Severity


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


def load_graded(data: bytes, lowest: Severity) -> Graded:
    """A packed result without the findings below a severity."""
    contents, others, suppressions, count, advice = marshal.loads(data)  # noqa: S302 - of our own process or cache
    if lowest <= Severity.PEDANTIC and advice:
        others = list(others)
        for at, one in marshal.loads(advice):  # noqa: S302 - the same
            others.insert(at, one)
        count = 0
    found = graded(RESULT.unpack((contents, others, suppressions)), lowest)
    return found._replace(lower=(*found.lower, *[Severity.PEDANTIC] * count)) if count else found


def graded(result: Result, lowest: Severity) -> Graded:
    """A result without the findings below a severity."""
    lower = tuple([one.severity for one in result.findings if one.severity < lowest])
    shown = tuple([one for one in result.findings if one.severity >= lowest]) if lower else result.findings
    return Graded(result._replace(findings=shown) if lower else result, lower)


_SEVERITY = Finding._fields.index("severity")
CLUSTER_RESULT = Codec(ClusterResult, FINDING)
