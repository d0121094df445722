"""`Result`: the findings and suppressions of one file, and their serialisation for cache and worker processes."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.lint.serialize import from_plain, to_plain

if TYPE_CHECKING:
    from clblint.lint.finding import Finding
    from clblint.lint.serialize import Plain


class Result(NamedTuple):
    """The findings in a file, in report order.

    `tally` is its `Count` as a plain tuple. `suppressions` are those in the file, as plain tuples; they are not applied
    yet.
    """

    tally: Plain
    findings: tuple[Finding, ...]
    suppressions: tuple[Plain, ...] = ()


def pack(result: Result) -> bytes:
    """Serialise a result with marshal; unsafe to read from an untrusted source."""
    shown = [finding.shown for finding in result.findings]
    return marshal.dumps((result.tally, list(map(to_plain, result.findings)), shown, result.suppressions))


def unpack(packed: bytes, *, shown: bool) -> Result:
    """The inverse of `pack`; with `shown` the cached text of the findings is used."""
    tally, findings, texts, suppressions = marshal.loads(packed)  # noqa: S302 - who stores and sends it sees to that
    texts = texts if shown else [""] * len(texts)
    return Result(tally, tuple(map(from_plain, findings, texts)), suppressions)
