"""Whether the API server can decode all fields of an object, by their JSON types."""

from __future__ import annotations

from clblint.kube.schema.types import EITHER, LIST, NUMBER, OBJECT, TEXT, TRUTH
from clblint.kube.unrendered import is_unrendered
from clblint.source.mapping import Mapping
from clblint.source.node import BuiltOrigin, Scalar, Sequence, is_surely_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.schema.types import Type
    from clblint.source.node import Node

_NUMBERS, _TEXTS = frozenset({NUMBER, EITHER}), frozenset({TEXT, EITHER})
_SMALL = 1 << 31  # every number type holds smaller numbers
JSON = {str: TEXT, bool: TRUTH, int: NUMBER, float: NUMBER}


def decodes(node: Node | None, kind: Type) -> bool:  # noqa: C901 - one loop, since it takes so much of a run
    """Whether all fields in a node can be decoded; a field that cannot be known counts as decodable."""
    pending = [(node, kind)] if node is not None else []
    is_built = node is not None and isinstance(node.origin, BuiltOrigin)
    while pending:  # the hot path: every node of every Service and workload
        node, kind = pending.pop()
        wants, items = kind.wants, kind.items
        if type(node) is Mapping and wants == OBJECT:
            mapping, fields = node, kind.fields
            rest = iter(mapping.children if mapping.origin.ordinary else mapping.in_turn())
            for key in rest:
                inside, value = fields.get(key.text, items), next(rest)
                if inside is None:
                    continue
                if type(value) is Scalar:
                    scalar, asked = value, inside.wants
                    read = scalar._value  # noqa: SLF001 - known already for most
                    if type(read) is str and asked in _TEXTS:
                        continue
                    if type(read) is int and asked in _NUMBERS and 0 <= read < _SMALL:
                        continue
                    if not ((asked == TEXT and is_surely_text(scalar)) or _scalar_decodes(scalar, inside)):
                        return False
                elif not (is_built and type(value.origin) is not BuiltOrigin and _is_known(value, inside)):
                    pending.append((value, inside))
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


def _fits(value: object, kind: Type) -> bool:
    """Whether a value other than null has the JSON type, and a number fits its Go type."""
    wants = kind.wants
    if type(value) is int and 0 <= value < _SMALL and wants in _NUMBERS:  # as nearly always
        return True
    got = JSON.get(type(value))
    if got == NUMBER and wants in {NUMBER, EITHER}:
        whole = int(value) if isinstance(value, float) and value.is_integer() else value
        return isinstance(whole, int) and -kind.beyond <= whole < kind.beyond
    return got == wants or (got == TEXT and wants == EITHER)


def _is_unknown(node: Node) -> bool:
    return isinstance(node, (Mapping, Sequence)) and node.is_flow and is_unrendered(node.raw)  # {{ .Values.ports }}
