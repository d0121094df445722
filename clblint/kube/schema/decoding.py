"""Finds the fields of an object whose JSON type the API server cannot decode."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.fact import Fact
from clblint.kube.field import field_of
from clblint.kube.schema.types import EITHER, LIST, NUMBER, OBJECT, TEXT, TRUTH
from clblint.kube.unrendered import is_unrendered
from clblint.source.mapping import Mapping
from clblint.source.node import BuiltOrigin, Scalar, Sequence, is_surely_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.field import Field
    from clblint.kube.schema.types import Type
    from clblint.source.node import Node

_NUMBERS = frozenset({NUMBER, EITHER})
_SMALL = 1 << 31  # every number type holds smaller numbers
_JSON = {str: TEXT, bool: TRUTH, int: NUMBER, float: NUMBER}


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


def decodes(node: Node | None, kind: Type) -> bool:  # noqa: C901 - one loop, since it takes so much of a run
    """Whether all fields in a node can be decoded; a field that cannot be known counts as decodable."""
    pending = [(node, kind)] if node is not None else []
    is_built = node is not None and isinstance(node.origin, BuiltOrigin)
    while pending:  # the hot path: every node of every Service and workload
        node, kind = pending.pop()
        wants, _, items, fields = kind
        if type(node) is Mapping and wants == OBJECT:
            rest = iter(node.in_turn())
            for key in rest:
                inside, value = fields.get(key.text, items), next(rest)
                if inside is None:
                    continue
                if type(value) is not Scalar:
                    if not (is_built and type(value.origin) is not BuiltOrigin and _is_known(value, inside)):
                        pending.append((value, inside))
                elif not ((inside.wants == TEXT and is_surely_text(value)) or _scalar_decodes(value, inside)):
                    return False
        elif type(node) is Sequence and wants == LIST:
            if items is not None:
                pending += [(value, items) for value in node.values()]
        elif not (_scalar_decodes(node, kind) if type(node) is Scalar else _is_unknown(node)):
            return False
    return True


def _is_known(node: Node, kind: Type) -> bool:
    """Whether a collection as it is in a file of kustomizations can be decoded, found out once for all builds."""
    kept = node.source.kept
    if kept is None:
        return False
    key = "decodes", id(node), id(kind)
    if key not in kept:
        kept[key] = decodes(node, kind), node, kind  # with both, so that nothing else gets their identities
    found: bool = kept[key][0]
    return found


def _scalar_decodes(node: Scalar, kind: Type) -> bool:
    value = node.value
    return value is None or _fits(value, kind) or is_unrendered(node.text)


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


def _fits(value: object, kind: Type) -> bool:
    """Whether a value other than null has the JSON type, and a number fits its Go type."""
    wants = kind.wants
    if type(value) is int and 0 <= value < _SMALL and wants in _NUMBERS:  # as nearly always
        return True
    got = _JSON.get(type(value))
    if got == NUMBER and wants in {NUMBER, EITHER}:
        whole = int(value) if isinstance(value, float) and value.is_integer() else value
        return isinstance(whole, int) and -kind.beyond <= whole < kind.beyond
    return got == wants or (got == TEXT and wants == EITHER)


def _is_unknown(node: Node) -> bool:
    return isinstance(node, (Mapping, Sequence)) and node.is_flow and is_unrendered(node.raw)  # {{ .Values.ports }}


def _json_type(node: Node) -> str:
    if isinstance(node, Scalar):
        return _JSON[type(node.value)]
    return OBJECT if isinstance(node, Mapping) else LIST
