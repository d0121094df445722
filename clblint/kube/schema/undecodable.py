"""Finds the fields of an object whose JSON type the API server cannot decode."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.fact import Fact
from clblint.kube.field import field_of
from clblint.kube.schema.decoding import JSON, decodes
from clblint.kube.schema.types import EITHER, LIST, NUMBER, OBJECT
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.field import Field
    from clblint.kube.schema.types import Type
    from clblint.source.node import Node


class Undecodable(NamedTuple):
    """A field of the wrong JSON type: the written and the expected type, and Go's names for its error message."""

    at: Fact[str]  # the value as written, empty for a list or a mapping
    field: str
    got: str
    wanted: str
    struct: str
    type: str
    literal: str  # a number as JSON has it

    @property
    def is_misfit(self) -> bool:
        """Whether it is a number where one is expected, but a fraction or too large."""
        return self.got == NUMBER and self.wanted in {NUMBER, EITHER}


class _Where(NamedTuple):
    """The path to a field: Kubernetes' name of it, and Go's, with the struct that contains it."""

    field: str
    struct: str
    path: str

    def below(self, kind: Type, key: str) -> _Where:
        """The field of a struct."""
        field = f"{self.field}.{key}" if self.field else key
        return _Where(field, kind.struct, f"{self.path}.{key}" if self.path else key)

    def within(self, key: object) -> _Where:
        """An item of a list, or a value of a map."""
        return self._replace(field=f"{self.field}[{key}]")


def undecodable(root: Field, kind: Type, path: str = "") -> Iterator[Undecodable]:
    """Yield the fields of an object that cannot be decoded; `path` is the path of the object in a larger one."""
    return _undecodable(root, kind, _Where(path, "", path))


def _undecodable(field: Field, kind: Type, where: _Where) -> Iterator[Undecodable]:
    node = field.node
    if node is None or not field.present or decodes(node, kind):
        return
    inside = list(_inside(field, kind, where))
    for below, of, place in inside:
        yield from _undecodable(below, of, place)
    if not inside:
        written = node.text if isinstance(node, Scalar) else ""
        at = Fact(written, node, key=field.at)
        value = node.value if isinstance(node, Scalar) else ""
        struct = f"{where.struct}.{where.path}"
        yield Undecodable(at, where.field, _json_type(node), kind.wants, struct, kind.go, str(value))


def _inside(field: Field, kind: Type, where: _Where) -> Iterator[tuple[Field, Type, _Where]]:
    """Yield the items or fields in a list or object of the right JSON type."""
    if kind.wants == LIST and isinstance(field.node, Sequence) and kind.items is not None:
        for index, item in enumerate(field.node.values()):
            yield field_of(item), kind.items, where.within(index)
    elif kind.wants == OBJECT and isinstance(field.node, Mapping):
        for key, value in field.items():
            if key in kind.fields:
                yield value, kind.fields[key], where.below(kind, key)
            elif kind.items is not None:
                yield value, kind.items, where.within(key)


def _json_type(node: Node) -> str:
    if isinstance(node, Scalar):
        return JSON[type(node.value)]
    return OBJECT if isinstance(node, Mapping) else LIST
