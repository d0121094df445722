"""`Field`: a position in an object, existing or not, and its conversion to facts of a type."""

from __future__ import annotations

from clblint.kube.fact import Fact, Origin
from clblint.kube.unrendered import is_unrendered
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.node import Node


_BOOLEANS = ("true", "false")
_DIGITS = 10  # a longer text is not a plausible number


class Field:
    """A position in an object: its node, None if absent, and the nearest existing key on the path to it.

    There is no constructor, since a run makes more of these than of anything but nodes: see `field_at`.
    """

    __slots__ = ("at", "node")

    node: Node | None
    at: Node

    @property
    def present(self) -> bool:
        """Whether there is a value other than null."""
        return self.node is not None and not (isinstance(self.node, Scalar) and self.node.value is None)

    @property
    def is_left_open(self) -> bool:
        """Whether something else stands in the place of a mapping: a placeholder, if the object is valid."""
        return self.present and not isinstance(self.node, Mapping)

    def get(self, *path: str) -> Field:
        """The field below, by a path of keys; an absent field keeps the last existing key as its position."""
        node, at = self.node, self.at
        for key in path:
            entry = (node.seen or node.resolved()).get(key) if type(node) is Mapping else None  # mostly cached
            if entry is None:
                node = None
                break
            at, node = entry
        made = Field()  # as `field_at`
        made.node = node
        made.at = at
        return made

    def each(self) -> Iterator[Field]:
        """Yield the items of a list; none if it is not a list."""
        node = self.node
        return map(field_of, node.values()) if isinstance(node, Sequence) else iter(())

    def items(self) -> Iterator[tuple[str, Field]]:
        """Yield the entries of a mapping; none if it is not a mapping."""
        if isinstance(self.node, Mapping):
            for key, key_node, value in self.node.items():  # which keeps nothing: most are asked for once
                yield key, field_at(value, key_node)

    def text(self, default: str = "") -> Fact[str]:
        """The field as text; unknown if it is a placeholder or not a string."""
        node = self.node
        if node is None:
            return Fact(default, self.at, Origin.DEFAULT)
        if type(node) is Scalar:
            value = node._value  # noqa: SLF001 - most are texts that are known already
            if type(value) is not str:
                value = node.value
        else:
            value = False
        if type(value) is str:
            made: Fact[str] = Fact.__new__(Fact)  # most facts are made here, and this takes half the time
            made.value = value
            made.node = node
            made.origin = Origin.UNKNOWN if is_unrendered(value) else Origin.GIVEN
            made.key = self.at
            return made
        if value is None:
            return Fact(default, self.at, Origin.DEFAULT)
        return Fact(default, node, Origin.UNKNOWN, self.at)

    def text_or(self, default: str) -> Fact[str]:
        """The field as text; the default also in place of an empty text, as the API server sets it."""
        if self.node is None:  # most are absent
            return Fact(default, self.at, Origin.DEFAULT)
        fact = self.text(default)
        return Fact(default, fact.node, Origin.DEFAULT, fact.key) if fact.is_empty else fact

    def integer(self, default: int = 0) -> Fact[int]:
        """The field as an integer, also a quoted one; unknown if it is anything else."""
        node = self.node
        if node is None:
            return Fact(default, self.at, Origin.DEFAULT)
        value = node.value if isinstance(node, Scalar) else False
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is int:
            return Fact(value, node, Origin.GIVEN, self.at)
        if value is None:
            return Fact(default, self.at, Origin.DEFAULT)
        if isinstance(value, str) and value.isdecimal() and value.isascii() and len(value) <= _DIGITS:
            return Fact(int(value), node, Origin.MEANT, self.at)
        return Fact(default, node, Origin.UNKNOWN, self.at)

    def boolean(self, default: bool) -> Fact[bool]:  # noqa: FBT001 - the default of a boolean field is a boolean
        """The field as a boolean; unknown if it is anything else."""
        node = self.node
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return Fact(default, self.at, Origin.DEFAULT)
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return Fact(node.value, node, Origin.GIVEN, self.at)
        if isinstance(node, Scalar) and node.value in _BOOLEANS:
            return Fact(node.value == "true", node, Origin.MEANT, self.at)
        return Fact(default, node, Origin.UNKNOWN, self.at)

    def number_or_text(self) -> Fact[int | str | None]:
        """The field as a number or name (`targetPort`); the value is None if it is absent."""
        node = self.node
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return Fact(None, self.at, Origin.DEFAULT)
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return self.text()
        return self.integer()

    def texts(self) -> tuple[Fact[str], ...]:
        """The items of a list as texts; none if it is not a list."""
        node = self.node
        return tuple([field_of(item).text() for item in node.values()]) if isinstance(node, Sequence) else ()

    def strings(self) -> dict[str, Fact[str]]:
        """The entries of a mapping of text to text (labels, a selector)."""
        return {key: field.text() for key, field in self.items()}


def field_of(node: Node) -> Field:
    """The field of a root or list item; absent fields in it are positioned at its first key."""
    if type(node) is not Mapping:
        node = resolve(node)
    return field_at(node, node.children[0] if isinstance(node, Mapping) and node.children else node)


def field_at(node: Node | None, at: Node) -> Field:
    """The field with a node, None if it is absent, and the nearest existing key on the path to it."""
    made = Field()
    made.node = node
    made.at = at
    return made
