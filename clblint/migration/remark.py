"""`Remark`: a finding about a move, as a plan shows it."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.place import Place


class Remark(NamedTuple):
    """A finding about a move."""

    rule: str
    severity: str
    place: Place
    message: str
    fix: str
