"""YAML values that know where they stand.

A node keeps the event it was made from; what it means and where it stands is worked out when asked for. The children
of a collection are kept as events, too, and become nodes when somebody looks at them: most of a manifest is never
looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from clblint.source.merge import effective, repeated
from clblint.source.place import Place, Span
from clblint.source.scalars import plain, tagged, to_json_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.scalars import Value
    from clblint.source.text import Source

_STYLES = {None: "plain", "": "plain", "'": "quoted", '"': "quoted", "|": "literal", ">": "folded"}
_BLANK = " \t\n\r\x85\u2028\u2029"


class Origin:
    """Where the text that a parser saw stands in its file."""

    __slots__ = ("column", "line", "offset", "source")

    def __init__(self, source: Source, offset: int, line: int, column: int) -> None:
        self.source = source
        self.offset = offset  # of its first code point
        self.line = line  # how many lines come before
        self.column = column  # how many code points come before on its first line


class Node:
    """A value in a file. Lines and columns are 1-based, count code points, and their end is exclusive."""

    __slots__ = ("_event", "_origin")

    kind: ClassVar[str]

    def __init__(self, origin: Origin, event: Any) -> None:  # noqa: ANN401 - an event of either engine
        self._origin = origin
        self._event = event

    @property
    def source(self) -> Source:
        """The file it stands in."""
        return self._origin.source

    @property
    def line(self) -> int:
        """The line it begins on."""
        return int(self._event.start_mark.line) + self._origin.line + 1

    @property
    def column(self) -> int:
        """The column it begins at."""
        mark = self._event.start_mark
        return int(mark.column) + 1 + (0 if mark.line else self._origin.column)

    @property
    def start(self) -> int:
        """The offset in the text of its file at which it begins; an anchor or a tag is part of it."""
        return int(self._event.start_mark.index) + self._origin.offset

    @property
    def end_line(self) -> int:
        """The line it ends on."""
        return self._end()[0]

    @property
    def end_column(self) -> int:
        """The column after its last character."""
        return self._end()[1]

    @property
    def end(self) -> int:
        """The offset in the text of its file after its last character."""
        return int(self._event.end_mark.index) + self._origin.offset

    @property
    def span(self) -> Span:
        """From its first to its last character."""
        return Span(self.line, self.column, *self._end())

    @property
    def place(self) -> Place:
        """The span and the file."""
        return Place(self._origin.source.path, self.span)

    @property
    def raw(self) -> str:
        """Its source text as written."""
        return self._origin.source.text[self.start : self.end]

    @property
    def anchor(self) -> str | None:
        """The name under which it can be repeated."""
        return self._event.anchor  # type: ignore[no-any-return]

    @property
    def tag(self) -> str | None:
        """The tag it was given, in full."""
        tag = self._event.ctag
        return None if tag is None else str(tag)

    def _end(self) -> tuple[int, int]:
        return self._position(self._event.end_mark)

    def _position(self, mark: Any) -> tuple[int, int]:  # noqa: ANN401 - a mark of either engine
        origin = self._origin
        return mark.line + origin.line + 1, mark.column + 1 + (0 if mark.line else origin.column)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._origin.source.path}:{self.line}:{self.column}>"


class Scalar(Node):
    """A string, number, boolean or null."""

    __slots__ = ("_value",)

    kind = "scalar"
    _value: Value

    @property
    def value(self) -> Value:
        """Its JSON value."""
        try:
            return self._value
        except AttributeError:
            self._value = value = to_json_value(self.yaml_value)
            return value

    @property
    def yaml_value(self) -> Value:
        """What it is in YAML, where 1.0 is not yet 1; `BadScalarError` if its tag does not fit."""
        event = self._event
        if event.ctag is not None:
            return tagged(str(event.ctag), event.value)
        return plain(event.value) if event.implicit[0] else event.value

    @property
    def text(self) -> str:
        """Its content as text, whatever it resolves to: `on`, `0777`."""
        return self._event.value  # type: ignore[no-any-return]

    @property
    def is_double_quoted(self) -> bool:
        """Whether it is written in double quotes, where escapes count."""
        return self._event.style == '"'  # type: ignore[no-any-return]

    def with_value(self, value: Value) -> Scalar:
        """The same place with another value."""
        copy = Scalar(self._origin, self._event)
        copy._value = value
        return copy

    @property
    def is_string(self) -> bool:
        """Whether it is a string to Kubernetes."""
        return isinstance(self.value, str)

    @property
    def style(self) -> str:
        """How it is written: plain, quoted, literal, folded."""
        return _STYLES[self._event.style]

    @property
    def end(self) -> int:
        """After the last line with content: the parser includes the blank lines that follow a block scalar."""
        end = super().end
        if self._event.style in ("|", ">"):
            start = self.start
            return start + len(self._origin.source.text[start:end].rstrip(_BLANK))
        return end

    def _end(self) -> tuple[int, int]:
        if self._event.style in ("|", ">"):
            return self._origin.source.position(self.end)
        return super()._end()


class Alias(Node):
    """A repetition (`*name`) of an anchored node."""

    __slots__ = ("target",)

    kind = "alias"

    def __init__(self, origin: Origin, event: Any, target: Node) -> None:  # noqa: ANN401 - an event of either engine
        super().__init__(origin, event)
        self.target = target

    @property
    def tag(self) -> None:
        """An alias has no tag."""


class _Collection(Node):
    """What has children: events, or the nodes that were made of them."""

    __slots__ = ("_children", "_end_event")

    _end_event: Any

    def __init__(self, origin: Origin, event: Any, children: list[Any]) -> None:  # noqa: ANN401 - an event of either engine
        self._origin = origin
        self._event = event
        self._children = children

    @property
    def is_flow(self) -> bool:
        """Whether it is written with brackets."""
        return bool(self._event.flow_style)

    @property
    def raw_children(self) -> list[Any]:
        """Its children, those that nobody has looked at still as events."""
        return self._children

    @property
    def children(self) -> list[Node]:
        """Its children as written; in a mapping, keys and values in turn."""
        children = self._children
        origin = self._origin
        for index, child in enumerate(children):
            if not isinstance(child, Node):
                children[index] = Scalar(origin, child)
        return children

    @property
    def end(self) -> int:
        """After the closing bracket, or after the last child."""
        last = self._last()
        return last.end if last else int(self._end_event.end_mark.index) + self._origin.offset

    def _end(self) -> tuple[int, int]:
        last = self._last()
        return last._end() if last else self._position(self._end_event.end_mark)  # noqa: SLF001 - a node like this one

    def _last(self) -> Node | None:
        """The node at the end of a block collection, whose own end is at the next token."""
        node: Node = self
        while isinstance(node, _Collection) and not node.is_flow and node.children:
            node = node.children[-1]
        return None if node is self else node


class Mapping(_Collection):
    """Keys and values."""

    __slots__ = ("_effective",)

    kind = "mapping"
    _effective: dict[str, tuple[Node, Node]]

    @property
    def entries(self) -> list[tuple[Node, Node]]:
        """Keys and values as written, merge keys and repeated keys included."""
        children = self.children
        return list(zip(children[::2], children[1::2], strict=True))

    def get(self, key: str) -> Node | None:
        """The value that Kubernetes sees under a key."""
        found = self._resolved().get(key)
        return found[1] if found else None

    def entry(self, key: str) -> tuple[Node, Node] | None:
        """The key node and the value that Kubernetes sees under a key."""
        return self._resolved().get(key)

    def items(self) -> Iterator[tuple[str, Node, Node]]:
        """Each key that Kubernetes sees, with its node and its value."""
        for key, (key_node, value) in self._resolved().items():
            yield key, key_node, value

    def duplicates(self) -> list[tuple[Node, Node]]:
        """Keys that are set more than once: the later key node and the earlier one.

        A merged mapping sets its keys, too, so the later node may stand in the mapping that is merged.
        """
        return repeated(self)

    def copy(self) -> Mapping:
        """The same mapping, to be given further keys."""
        made = Mapping(self._origin, self._event, self._children)
        made._end_event = self._end_event
        made._effective = dict(self._resolved())
        return made

    def set(self, name: str, key: Node, value: Node) -> None:
        """Let a key be seen that is written elsewhere."""
        self._resolved()[name] = (key, value)

    def _resolved(self) -> dict[str, tuple[Node, Node]]:
        try:
            return self._effective
        except AttributeError:
            self._effective = found = effective(self)
            return found


class Sequence(_Collection):
    """Items in order."""

    __slots__ = ()

    kind = "sequence"

    @property
    def items(self) -> list[Node]:
        """The items as written, aliases included."""
        return self.children

    def values(self) -> list[Node]:
        """The items with aliases resolved."""
        return [resolve(item) for item in self.children]


def resolve(node: Node) -> Node:
    """The node that an alias stands for; any other node is itself."""
    return node.target if isinstance(node, Alias) else node


def to_json(node: Node) -> Any:  # noqa: ANN401 - any JSON value
    """The JSON value that Kubernetes gets."""
    holder: list[Any] = [None]
    stack: list[tuple[Node, Any, Any]] = [(node, holder, 0)]
    while stack:
        node, target, key = stack.pop()
        node = resolve(node)
        if isinstance(node, Scalar):
            target[key] = node.value
        elif isinstance(node, Mapping):
            made: dict[str, Any] = {}
            target[key] = made
            for name, _, value in node.items():
                made[name] = None  # keeps the order of the keys
                stack.append((value, made, name))
        elif isinstance(node, Sequence):
            target[key] = filled = [None] * len(node.items)
            stack.extend((item, filled, index) for index, item in enumerate(node.items))
    return holder[0]


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes below it in the order of the file; what an alias stands for is not entered."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, _Collection):
            stack.extend(reversed(node.children))
