"""Finds fields that a type does not have: strict decoding refuses them, lax decoding drops them."""

from __future__ import annotations

from clblint.source.mapping import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.field import Field
    from clblint.kube.schema.types import Type

_OF_EVERY_OBJECT = frozenset({"apiVersion", "kind"})


def unknown_field(path: tuple[str, ...], kind: Type) -> str:
    """The first unknown field on a path, as strict decoding names it (`spec.ports[0].x`); empty if there is none.

    A step of the path is a key, with the number of an item behind it if it is a list.
    """
    inside: Type | None = kind
    for depth, step in enumerate(path):
        if inside is None:
            return ""
        key, _, number = step.partition("[")
        if inside.items is None and key not in inside.fields and (depth or key not in _OF_EVERY_OBJECT):
            return ".".join(path[: depth + 1])
        inside = inside.fields.get(key, inside.items)
        inside = inside.items if number and inside is not None else inside
    return ""


def unknown_fields(root: Field, kind: Type) -> Iterator[tuple[str, Field]]:
    """Yield the unknown fields of an object and of its structs, lists not looked into, each with its path."""
    pending = [("", root, kind)]
    while pending:
        path, field, of = pending.pop()
        for key, value in field.items():
            inside, below = of.fields.get(key), f"{path}.{key}".lstrip(".")
            if inside is None and (path or key not in _OF_EVERY_OBJECT):
                yield below, value
            elif inside is not None and inside.fields and isinstance(value.node, Mapping):
                pending.append((below, value, inside))
