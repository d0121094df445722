"""`ValueSlice`: a part of an annotation's value with its position in the file."""

from __future__ import annotations

from clblint.light import lru_cache
from clblint.source.node import Scalar
from clblint.source.place import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.fact import Fact


_SEARCHED = 10_000  # in longer values with escapes, a piece is not looked for


class ValueSlice:
    """A stretch of the text of an annotation: `text`, from `start` to `end` in the value."""

    __slots__ = ("end", "fact", "start", "text")

    def __init__(self, fact: Fact[str], start: int, end: int) -> None:
        self.fact = fact
        self.text = fact.value[start:end]
        self.start = start
        self.end = end

    @property
    def place(self) -> Place:
        """Its position; that of the whole value if the text in the file differs (escapes, folded lines)."""
        node = self.fact.node
        if not isinstance(node, Scalar):
            return node.place
        offset = _offset(node, self.fact.value, self)
        if offset is None:
            return node.place
        return Place(node.source.path, node.source.span(offset, offset + len(self.text)))

    def part(self, start: int, end: int) -> ValueSlice:
        """A stretch of this piece."""
        return ValueSlice(self.fact, self.start + start, self.start + end)

    def split(self, separator: str) -> list[ValueSlice]:
        """Its parts between separators."""
        parts, at = [], 0
        for text in self.text.split(separator):
            parts.append(self.part(at, at + len(text)))
            at += len(text) + len(separator)
        return parts

    def __repr__(self) -> str:
        return f"<Piece {self.text!r} {self.start}-{self.end}>"


def split(fact: Fact[str], separator: str = ",") -> list[ValueSlice]:
    """The parts of a value between separators, nothing trimmed."""
    return ValueSlice(fact, 0, len(fact.value)).split(separator)


def _offset(node: Scalar, value: str, piece: ValueSlice) -> int | None:
    """The offset of a piece in the text of the file, if its characters are written there one by one."""
    raw, whole = _written(node, value)
    if whole >= 0:
        return node.start + whole + piece.start
    if piece.text and len(raw) <= _SEARCHED and raw.count(piece.text) == 1:
        return node.start + raw.index(piece.text)
    return None


@lru_cache(2)  # it is asked for one piece of a value after the other
def _written(node: Scalar, value: str) -> tuple[str, int]:
    """How a value is written, and where in that it stands as it reads; less than 0 where that is not once."""
    raw = node.raw
    whole = raw.find(value)
    return raw, whole if whole >= 0 and raw.find(value, whole + 1) < 0 else -1
