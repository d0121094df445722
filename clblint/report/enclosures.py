"""What few reports have beside findings: files of an older revision, and pictures of plans."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Older(NamedTuple):
    """A file of an older revision: its path there, and the name of the revision."""

    path: str
    revision: str


class Pictures(NamedTuple):
    """Plans of Services: SVG by the ids of the objects, without style sheets, and how many more there are."""

    drawn: Mapping[str, str]
    left: int
