"""Extracts the Kubernetes objects of a document: one, or the items of a list (to kubectl, anything with `items`)."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.text import N_, Text, phrase
from clblint.source.fault import Fault
from clblint.source.mapping import Mapping
from clblint.source.node import Node, Scalar, Sequence, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.document import Document
    from clblint.source.place import Span

_NAMES = {"mapping": "object", "sequence": "array"}
_LIST = "List"
_KINDS = {
    "array": N_("an array"),
    "boolean": N_("a boolean"),
    "integer": N_("an integer"),
    "null": N_("null"),
    "number": N_("a number"),
    "object": N_("an object"),
    "string": N_("a string"),
}


class ObjectNode(NamedTuple):
    """An object with its kind and API version, its own or inherited from its list."""

    node: Node
    kind: str
    api_version: str


class Objects(NamedTuple):
    """The objects of a document, the kind of the list that contains them, and the fault if they cannot be read."""

    items: tuple[ObjectNode, ...]
    list_kind: str | None
    fault: Fault | None


_NONE = Objects((), None, None)


def objects(document: Document) -> list[Node]:
    """The nodes of the objects of a document, the items of a list one by one.

    An item without a kind and version is copied with those that it inherits from its list.
    """
    return [item.node for item in split_objects(document).items]


def objects_in(root: Node) -> list[Node]:
    """The nodes of the objects of a tree, as of a document."""
    return [item.node for item in _split(root).items]


def split_objects(document: Document) -> Objects:
    """The objects of a document as kubectl sees them."""
    root = document.root
    if root is None or document.skipped:
        return _NONE
    return _split(resolve(root))


def _split(root: Node) -> Objects:
    if not isinstance(root, Mapping):
        return _failed(
            "type-mismatch", phrase("a Kubernetes object was expected, not {type}", type=_kind(root)), root.span
        )
    kind = _text(root, "kind")
    held = root.get("items")
    if held is None:
        found = Objects((ObjectNode(root, kind, _text(root, "apiVersion")),), None, None)
    else:
        found = _of_list(root, kind, resolve(held))
    if found.fault is None and not kind:
        return _failed("missing-kind", phrase("no kind: this is not a Kubernetes object"), root.span)
    return found


def json_type(node: Node) -> str:
    """The JSON type of a value, with `integer` distinct from `number`."""
    node = resolve(node)
    if not isinstance(node, Scalar):
        return _NAMES[node.kind]
    value = node.value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return {str: "string", int: "integer", float: "number"}[type(value)]


def _of_list(root: Mapping, kind: str, held: Node) -> Objects:
    if isinstance(held, Scalar) and held.value is None:
        return Objects((), kind, None)
    if not isinstance(held, Sequence):
        return _failed("type-mismatch", phrase("items must be a list, not {type}", type=_kind(held)), held.span)
    items = []
    for node in held.values():
        null = isinstance(node, Scalar) and node.value is None
        if not isinstance(node, Mapping) and not null:
            return _failed(
                "type-mismatch", phrase("an item of a list must be an object, not {type}", type=_kind(node)), node.span
            )
        items.append(_item(node, root, kind))
    return Objects(tuple(items), kind, None)


def _item(node: Node, root: Mapping, list_kind: str) -> ObjectNode:
    own = (_text(node, "kind"), _text(node, "apiVersion")) if isinstance(node, Mapping) else ("", "")
    if any(own):
        return ObjectNode(node, *own)
    kind, version = list_kind.removesuffix(_LIST), _text(root, "apiVersion")
    return ObjectNode(_named(node, root, kind) if isinstance(node, Mapping) else node, kind, version)


def _named(node: Mapping, root: Mapping, kind: str) -> Mapping:
    """The item with the kind and version of its list; their nodes are positioned in the list."""
    named = node.copy()
    given = {"kind": root.entry("kind"), "apiVersion": root.entry("apiVersion")}
    for name, entry in given.items():
        if entry is not None:
            key, value = entry
            value = value.with_value(kind) if name == "kind" and isinstance(value, Scalar) else value
            named.set(name, key, value)
    return named


def _text(node: Mapping, key: str) -> str:
    value = node.get(key)
    found = value.value if isinstance(value, Scalar) else None
    return found if isinstance(found, str) else ""


def _kind(node: Node) -> Text:
    return Text(_KINDS[json_type(node)], {})


def _failed(kind: str, message: Text, span: Span) -> Objects:
    return Objects((), None, Fault(kind, message, span))
