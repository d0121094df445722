"""`Result`: the findings and suppressions of one file; `ClusterResult`: what a run finds beside those."""

from __future__ import annotations

from clblint.engine.counts import Count
from clblint.fast import NamedTuple
from clblint.files.codec import Codec, Plain
from clblint.lint.finding import FINDING, Finding


class Result(NamedTuple):
    """The findings in a file, in report order, and what it contains.

    `suppressions` are those in the file, as plain tuples; they are not applied yet.
    """

    contents: Count
    findings: tuple[Finding, ...]
    suppressions: tuple[Plain, ...] = ()


class ClusterResult(NamedTuple):
    """The findings about declared clusters and inventories; `partial` and `idle` are those of `Outcome`."""

    findings: tuple[Finding, ...]
    partial: tuple[tuple[str, int, int], ...]
    idle: bool


RESULT = Codec(Result, Codec(Count), FINDING)
CLUSTER_RESULT = Codec(ClusterResult, FINDING)
