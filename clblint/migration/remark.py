"""`Remark`: what a rule says of a move, as a plan shows it."""

from __future__ import annotations

from clblint.fast import NamedTuple


class Remark(NamedTuple):
    """A finding about a move."""

    rule: str
    severity: str
    line: int
    message: str
    fix: str
