"""What checking a file gave, and the same as bytes: for the cache, and for another process."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.lint.serialize import from_plain, to_plain

if TYPE_CHECKING:
    from clblint.lint.finding import Finding
    from clblint.lint.serialize import Plain


class Result(NamedTuple):
    """The findings in a file, in the order of a report.

    `tally` is how much it holds, as a plain `Count`. `suppressions` are those that stand in it, as plain tuples too;
    they are not applied yet.
    """

    tally: Plain
    findings: tuple[Finding, ...]
    suppressions: tuple[Plain, ...] = ()


def pack(result: Result) -> bytes:
    """The result as bytes of our own, which only we may read."""
    shown = [finding.shown for finding in result.findings]
    return marshal.dumps((result.tally, list(map(to_plain, result.findings)), shown, result.suppressions))


def unpack(packed: bytes, *, shown: bool) -> Result:
    """What `pack` took apart; `shown` tells whether the findings are still to be shown as they were."""
    tally, findings, texts, suppressions = marshal.loads(packed)  # noqa: S302 - who stores and sends it sees to that
    texts = texts if shown else [""] * len(texts)
    return Result(tally, tuple(map(from_plain, findings, texts)), suppressions)
