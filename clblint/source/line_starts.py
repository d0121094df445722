"""`LineStarts`: where the lines begin in a text that is long, or has other line breaks than the line feed."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from itertools import accumulate

# The line breaks of YAML 1.1.
_BREAK = "\r\n|[\n\r\x85\u2028\u2029]"


class LineStarts:
    """The offsets at which the lines of a text begin; `odd` says that it has other line breaks than the line feed."""

    __slots__ = ("_starts",)

    def __init__(self, text: str, *, odd: bool) -> None:
        starts = self._starts = array("L", [0])
        if odd:
            starts.extend(found.end() for found in re.finditer(_BREAK, text))
        else:
            starts.extend(accumulate(len(line) + 1 for line in text.split("\n")))
            starts.pop()

    def of(self, line: int) -> int:
        """The offset at which a 1-based line begins; the nearest line if there is none."""
        return self._starts[min(max(line, 1), len(self._starts)) - 1]

    def position(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def cut_at_breaks(text: str) -> list[str]:
    """The lines of a text without their line breaks."""
    return re.split(_BREAK, text)
