"""YAML values that know where they stand.

The parser makes the nodes itself: their constructors take what it gives an event. Nothing but offsets is kept of a
place, since most of a manifest is never pointed at; lines and columns are counted when somebody asks.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar

from clblint.source.place import Place, Span
from clblint.source.scalars import TELLING, plain, tagged, to_json_value

if TYPE_CHECKING:
    from clblint.source.scalars import Value
    from clblint.source.text import Source

_STYLES = {None: "plain", "": "plain", "'": "quoted", '"': "quoted", "|": "literal", ">": "folded"}
_NOT_READ = object()
_BLANK = " \t\n\r\x85\u2028\u2029"


class TextOrigin:
    """Where the text that a parser saw stands in its file, and what is known of its keys."""

    __slots__ = ("column", "line", "offset", "ordinary", "source")

    def __init__(self, source: Source, offset: int, line: int, column: int) -> None:
        self.source = source
        self.offset = offset  # of its first code point
        self.line = line  # how many lines come before
        self.column = column  # how many code points come before on its first line
        self.ordinary = False  # every key is its own text, none is set twice, and nothing stands for something else


class ParserMark:
    """A place in the text that a parser saw; the C extension has a class of its own, with more in it."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class Node:
    """A value in a file. Lines and columns are 1-based, count code points, and their end is exclusive."""

    __slots__ = ("_end", "_start", "anchor", "origin", "tag")

    kind: ClassVar[str]
    origin: TextOrigin  # given by who builds the tree
    anchor: str | None  # the name under which it can be repeated
    tag: str | None  # the tag it was given, in full
    _start: int
    _end: int

    @property
    def source(self) -> Source:
        """The file it stands in."""
        return self.origin.source

    @property
    def start(self) -> int:
        """The offset in the text of its file at which it begins; an anchor or a tag is part of it."""
        return self._start + self.origin.offset

    @property
    def end(self) -> int:
        """The offset in the text of its file after its last character."""
        return self._end + self.origin.offset

    @property
    def line(self) -> int:
        """The line it begins on."""
        return self.origin.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column it begins at."""
        return self.origin.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line it ends on."""
        return self.origin.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column after its last character."""
        return self.origin.source.position(self.end)[1]

    @property
    def span(self) -> Span:
        """From its first to its last character."""
        return self.origin.source.span(self.start, self.end)

    @property
    def place(self) -> Place:
        """The span and the file."""
        source = self.origin.source
        return Place(source.path, source.span(self.start, self.end))

    @property
    def raw(self) -> str:
        """Its source text as written."""
        return self.origin.source.text[self.start : self.end]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.origin.source.path}:{self.line}:{self.column}>"


class Scalar(Node):
    """A string, number, boolean or null. `text` is its content, whatever it resolves to: `on`, `0777`."""

    __slots__ = ("_plain", "_style", "_value", "text")

    kind = "scalar"
    _value: Any  # `_NOT_READ` until somebody asks

    def __init__(  # noqa: PLR0913, PLR0917 - what the parser gives, in its order
        self,
        anchor: str | None,
        tag: str | None,
        implicit: tuple[bool, bool],
        text: str,
        start: ParserMark,
        end: ParserMark,
        style: str | None,
    ) -> None:
        self.anchor = anchor
        self.tag = tag
        self._plain = implicit[0]
        self.text = text
        self._start = start.index
        self._end = end.index
        self._style = style
        self._value = _NOT_READ

    @property
    def value(self) -> Value:
        """Its JSON value."""
        value: Value = self._value
        if value is _NOT_READ:
            text = self.text
            is_itself = self.tag is None and (not self._plain or text[:1] not in TELLING)  # nearly always
            self._value = value = text if is_itself else to_json_value(self.yaml_value)
        return value

    @property
    def yaml_value(self) -> Value:
        """What it is in YAML, where 1.0 is not yet 1; `BadScalarError` if its tag does not fit."""
        if self.tag is not None:
            return tagged(self.tag, self.text)
        return plain(self.text) if self._plain else self.text

    @property
    def is_untagged_plain(self) -> bool:
        """Whether its text alone says what it is."""
        return self._plain

    @property
    def is_double_quoted(self) -> bool:
        """Whether it is written in double quotes, where escapes count."""
        return self._style == '"'

    def with_value(self, value: Value) -> Scalar:
        """The same place with another value."""
        made = copy(self)
        made._value = value  # noqa: SLF001 - a scalar like this one
        return made

    @property
    def style(self) -> str:
        """How it is written: plain, quoted, literal, folded."""
        return _STYLES[self._style]

    @property
    def end(self) -> int:
        """After the last line with content: the parser includes the blank lines that follow a block scalar."""
        end = self._end + self.origin.offset
        if self._style in ("|", ">"):
            start = self.start
            return start + len(self.origin.source.text[start:end].rstrip(_BLANK))
        return end


def is_surely_text(scalar: Scalar) -> bool:
    """Whether a scalar is a string by its first character: where it is not, its value tells."""
    # A function, since a call of a property costs three times as much; nearly every scalar is asked this.
    return scalar.tag is None and (not scalar._plain or scalar.text[:1] not in TELLING)  # noqa: SLF001 - a node


class Alias(Node):
    """A repetition (`*name`) of an anchored node."""

    __slots__ = ("target",)

    kind = "alias"
    target: Node

    def __init__(self, anchor: str, start: ParserMark, end: ParserMark) -> None:
        self.anchor = anchor
        self.tag = None
        self._start = start.index
        self._end = end.index


def end_of(start: ParserMark, end: ParserMark) -> int:  # noqa: ARG001 - what the parser gives
    """The offset at which a collection ends, which is all that is kept of its end."""
    return end.index


class Collection(Node):
    """What has children: in a mapping, keys and values in turn, as written."""

    __slots__ = ("children", "is_flow", "seen")

    seen: dict[str, tuple[Node, Node]] | None  # what `resolved` gives of a mapping, once somebody has asked

    def __init__(  # noqa: PLR0913, PLR0917 - what the parser gives, in its order
        self,
        anchor: str | None,
        tag: str | None,
        implicit: bool,  # noqa: ARG002, FBT001 - what the parser gives
        start: ParserMark,
        end: ParserMark,
        is_flow: bool,  # noqa: FBT001 - what the parser gives
    ) -> None:
        self.anchor = anchor
        self.tag = tag
        self.is_flow = is_flow  # whether it is written with brackets
        self._start = start.index
        self._end = end.index
        self.children: list[Node] = []
        self.seen = None

    @property
    def end(self) -> int:
        """After the closing bracket, or after the last child of a block, whose own end is at the next token."""
        node: Node = self
        while isinstance(node, Collection) and not node.is_flow and node.children:
            node = node.children[-1]
        return node._end + node.origin.offset if isinstance(node, Collection) else node.end  # noqa: SLF001 - a node like this one


class Sequence(Collection):
    """Items in order."""

    __slots__ = ()

    kind = "sequence"

    @property
    def items(self) -> list[Node]:
        """The items as written, aliases included."""
        return self.children

    def values(self) -> list[Node]:
        """The items with aliases resolved."""
        children = self.children
        return children if self.origin.ordinary else [resolve(item) for item in children]


def may_hold(node: Node, word: str) -> bool:
    """Whether a key may stand in a node, or below: where nothing is repeated or escaped, the text says all."""
    raw = node.raw
    return word in raw or "\\" in raw or not node.origin.ordinary


def resolve(node: Node) -> Node:
    """The node that an alias stands for; any other node is itself."""
    return node.target if isinstance(node, Alias) else node
