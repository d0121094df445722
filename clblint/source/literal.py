"""`Literal`: the text of a literal block (`|`), taken line by line."""

# ruff: noqa: SLF001 - it fills in the slots of a node, as `lines` does

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.node import Scalar


class Literal:
    """A literal block (`|`) that is being read; `line_feed` is what stands behind its last line with content."""

    __slots__ = ("_line_feed", "_lines", "_margin", "_scalar")

    def __init__(self, scalar: Scalar, line_feed: str) -> None:
        self._scalar, self._line_feed = scalar, line_feed
        self._lines: list[str] = []
        self._margin = ""

    @property
    def is_empty(self) -> bool:
        """Whether no line belongs to it yet."""
        return not self._margin

    def take(self, line: str, column: int) -> bool | None:
        """Whether a line belongs to the block; None if only libyaml knows. `column` is that of what holds the block."""
        if not self._margin:
            indent = len(line) - len(line.lstrip(" "))
            if not column < indent < len(line) or line[indent] == "\t":
                return None
            self._margin = " " * indent
        if line.startswith(self._margin):
            content = line[len(self._margin) :]
        elif line.strip(" "):
            return False
        else:
            content = ""
        self._lines.append(content)
        return True if content.isprintable() or content.replace("\t", "").isprintable() else None

    def end(self, position: int) -> None:
        """Give the scalar its text and its end, at which the next line with content begins."""
        lines = self._lines
        while lines and not lines[-1]:
            lines.pop()
        self._scalar.text = "\n".join(lines) + self._line_feed
        self._scalar._size = position - self._scalar._start
