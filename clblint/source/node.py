"""The node classes of a YAML tree (scalar, alias, sequence; the mapping has its own module) with their positions.

Nodes have no constructor: parsers make empty ones and set their slots (see `lines` and `parsed_nodes`). A node stores
offsets only; lines and columns are computed on access, since most nodes are never reported. `node.pxd` has the slots,
too, with the types that they have in the compiled form.
"""

from __future__ import annotations

from clblint.source.place import Place, Span
from clblint.source.scalars import TELLING, plain, plain_json, to_json_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self

    from clblint.source.number import Value
    from clblint.source.text import Source

_STYLES = {"": "plain", "'": "quoted", '"': "quoted", "|": "literal", ">": "folded"}
_NOT_READ = object()
_BLANK = " \t\n\r\x85\u2028\u2029"
_SHORT = 8_000  # code points of a file


class TextOrigin:
    """The position in its file of the text that was parsed, and a property of all its keys (`ordinary`)."""

    __slots__ = ("column", "line", "offset", "ordinary", "source")

    def __init__(self, source: Source, offset: int, line: int, column: int) -> None:
        self.source = source
        self.offset = offset  # of its first code point
        self.line = line  # how many lines come before
        self.column = column  # how many code points come before on its first line
        self.ordinary = False  # every key is its own text, no key is set twice, and there is no tag, alias or merge


class BuiltOrigin(TextOrigin):
    """The origin of a node of an object that is built from several files.

    `written` is the node of a file at its place, `before` are nodes that took part, such as values that it replaced.
    `flat` says that the children of a mapping are what Kubernetes sees in it.
    """

    __slots__ = ("before", "flat", "written")

    def __init__(self, written: Node, before: tuple[Node, ...]) -> None:
        there = written.origin  # by hand, since a build makes many of these
        self.source, self.offset, self.line, self.column = there.source, there.offset, there.line, there.column
        self.ordinary = False
        self.written = written
        self.before = before
        self.flat = True


class Notation:
    """How a node is written, apart from its text; all that are written alike share it, since a file has hundreds.

    `anchor` is the name after `&`, `tag` the explicit tag as a full URI, `style` that of libyaml. An `is_plain` scalar
    gets its type from its text; an `is_text` one is a string whatever its text.
    """

    __slots__ = ("anchor", "is_plain", "is_text", "style", "tag")

    def __init__(self, anchor: str | None, tag: str | None, style: str, *, is_plain: bool) -> None:
        self.anchor = anchor
        self.tag = tag
        self.style = style
        self.is_plain = is_plain
        self.is_text = tag is None and not is_plain


# Of nodes without an anchor or tag.
_NOTATIONS = {
    (style, is_plain): Notation(None, None, style, is_plain=is_plain) for style in _STYLES for is_plain in (True, False)
}
NOTATIONS = {style: _NOTATIONS[style, not style] for style in _STYLES}  # of scalars that are read, by their style
PLAIN = NOTATIONS[""]  # also that of a collection


def notation_of(anchor: str | None, tag: str | None, style: str, *, is_plain: bool) -> Notation:
    """A notation; without an anchor and a tag, the one that all share."""
    if anchor is None and tag is None:
        return _NOTATIONS[style, is_plain]
    return Notation(anchor, tag, style, is_plain=is_plain)


class Node:
    """A YAML value in a file. Lines and columns are 1-based and count code points; the end is exclusive."""

    __slots__ = ("_notation", "_size", "_start", "origin")

    kind = ""  # of each class: scalar, alias, mapping, sequence
    origin: TextOrigin  # set by the builder of the tree
    _notation: Notation
    _start: int
    _size: int  # small numbers are no objects of their own, as offsets are

    @property
    def anchor(self) -> str | None:
        """The name after `&`."""
        return self._notation.anchor

    @property
    def tag(self) -> str | None:
        """The explicit tag as a full URI."""
        return self._notation.tag

    @property
    def source(self) -> Source:
        """The file that contains it."""
        return self.origin.source

    @property
    def start(self) -> int:
        """The offset of its first character in the text of the file; an anchor or tag belongs to the node."""
        return self._start + self.origin.offset

    @property
    def end(self) -> int:
        """The offset after its last character in the text of the file."""
        return self._start + self._size + self.origin.offset

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
        """Its lines and columns, from its first character to its last."""
        return self.origin.source.span(self.start, self.end)

    @property
    def place(self) -> Place:
        """Its span and the path of its file."""
        source = self.origin.source
        return Place(source.path, source.span(self.start, self.end))

    @property
    def raw(self) -> str:
        """Its source text as written."""
        return self.origin.source.text[self.start : self.end]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.origin.source.path}:{self.line}:{self.column}>"


class Scalar(Node):
    """A string, number, boolean or null. `text` is its content before it is resolved to a type: `on`, `0777`."""

    __slots__ = ("_value", "text")

    kind = "scalar"
    text: str
    _value: Any  # `_NOT_READ` until the first access, unless what made it knows the value

    @property
    def value(self) -> Value:
        """Its JSON value."""
        value: Value = self._value
        if value is _NOT_READ:
            if is_surely_text(self):
                value = self.text
            else:
                value = to_json_value(self.yaml_value) if self._notation.tag is not None else plain_json(self.text)
            self._value = value
        return value

    @property
    def yaml_value(self) -> Value:
        """Its value in YAML, where 1.0 is a float (1 in JSON); `BadScalarError` if its text does not fit its tag."""
        tag = self._notation.tag
        if tag is not None:
            from clblint.source.tags import tagged  # noqa: PLC0415 - few manifests have tags

            return tagged(tag, self.text)
        return plain(self.text) if self._notation.is_plain else self.text

    @property
    def is_untagged_plain(self) -> bool:
        """Whether its type is resolved from its text alone: it has neither quotes nor a tag."""
        return self._notation.is_plain

    @property
    def is_double_quoted(self) -> bool:
        """Whether it is written in double quotes, where escapes are expanded."""
        return self._notation.style == '"'

    @classmethod
    def built(cls, text: str, written: Node, before: tuple[Node, ...], *, is_text: bool) -> Scalar:
        """A scalar with a text at the place of another node; only text that `is_text` is surely a string."""
        made = cls()
        made.origin = BuiltOrigin(written, before)
        made.text, made._value = text, _NOT_READ
        made._start = written._start  # noqa: SLF001 - the same
        if isinstance(written, Scalar):
            style, made._size = written._notation.style, written._size  # noqa: SLF001 - the same
        else:
            style, made._size = "", written.end - written.start
        made._notation = notation_of(None, None, style, is_plain=not is_text)
        return made

    def with_value(self, value: Value) -> Scalar:
        """A copy at the same position with another value."""
        from copy import copy  # noqa: PLC0415 - imports `weakref`, and few values are replaced

        made = copy(self)
        made._value = value  # noqa: SLF001 - a scalar like this one
        return made

    @property
    def style(self) -> str:
        """How it is written: `plain`, `quoted`, `literal` or `folded`."""
        return _STYLES[self._notation.style]

    @property
    def end(self) -> int:
        """The offset after the last line with content; to the parser, blank lines after a block scalar belong to it."""
        start = self._start + self.origin.offset
        if self._notation.style in ("|", ">"):
            return start + len(self.origin.source.text[start : start + self._size].rstrip(_BLANK))
        return start + self._size


def is_surely_text(scalar: Scalar) -> bool:
    """Whether the first character proves that a scalar is a string; if not, only its `value` tells."""
    # A function, since a property costs three times as much, and this runs for nearly every scalar.
    notation = scalar._notation  # noqa: SLF001 - a node
    return notation.is_text or (notation.tag is None and scalar.text[:1] not in TELLING)


class Alias(Node):
    """An alias (`*name`) of the anchored node `target`."""

    __slots__ = ("target",)

    kind = "alias"
    target: Node


class Collection(Node):
    """A mapping or sequence; `children` are its items as written, in a mapping keys and values alternating."""

    __slots__ = ("children", "is_flow", "seen")

    children: list[Node]
    is_flow: bool  # whether it is written in flow style, with brackets
    seen: dict[str, tuple[Node, Node]] | None  # the cached result of `Mapping.resolved`

    @classmethod
    def built(cls, written: Node, before: tuple[Node, ...]) -> Self:
        """An empty collection at the place of another node."""
        made = cls()
        made.origin = BuiltOrigin(written, before)
        made._notation, made.seen = PLAIN, None
        made._start, made._size = written._start, 0  # noqa: SLF001 - the same
        made.is_flow = isinstance(written, Collection) and written.is_flow
        made.children = []
        return made

    @property
    def end(self) -> int:
        """The offset after the closing bracket, in block style after the last child (not at the next token)."""
        origin = self.origin
        if isinstance(origin, BuiltOrigin):  # its children may be in other files
            return origin.written.end
        node: Node = self
        while isinstance(node, Collection) and not node.is_flow and node.children:
            node = node.children[-1]
        return node.start + node._size if isinstance(node, Collection) else node.end  # noqa: SLF001 - a node like this one


class Sequence(Collection):
    """A sequence node."""

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
    """Whether a node or a node below it may have the key `word`; False is certain, True is not."""
    origin = node.origin
    if not origin.ordinary:
        return True
    text = origin.source.text
    # To search a short file takes less time than to find out where the node ends in it.
    if len(text) < _SHORT and word not in text and "\\" not in text:
        return False
    raw = node.raw
    return word in raw or "\\" in raw


def resolve(node: Node) -> Node:
    """The target of an alias; any other node itself."""
    return node.target if isinstance(node, Alias) else node
