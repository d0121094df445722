"""`Result`: the contents, findings and suppressions of one file; `ClusterResult`: the findings about no file."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.files.codec import Codec
from clblint.lint.finding import FINDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.files.codec import Plain
    from clblint.lint.finding import Finding
    from clblint.lint.severity import Severity


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
CLUSTER_RESULT = Codec(ClusterResult, FINDING)


def graded(result: Result, lowest: Severity) -> Graded:
    """A result without the findings below a severity."""
    lower = tuple([one.severity for one in result.findings if one.severity < lowest])
    shown = tuple([one for one in result.findings if one.severity >= lowest]) if lower else result.findings
    return Graded(result._replace(findings=shown) if lower else result, lower)
