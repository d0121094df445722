"""Shapes: the fields that are kept of an object of a snapshot, with types that the other modules rely on.

A snapshot may be hostile or large: reading drops fields that are not needed, and values of the wrong type.
"""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]

TEXT, NUMBER, FLAG, ANY = "text", "number", "flag", "any"
TEXTS, LABELS = "texts", "labels"  # a list of texts, a mapping of texts to texts
_LONGEST = 20_000  # characters of a text; annotations may be longer and have the shape LABELS
_ABSENT = object()


def shaped(value: object, shape: Any) -> Any:  # noqa: ANN401 - JSON in, JSON out
    """The parts of a JSON value that a shape names; `None` if the whole is of another type.

    A shape is one of the words above, a mapping of keys to shapes, or a list with the shape of its items.
    """
    found = _shaped(value, shape)
    return None if found is _ABSENT else found


def _shaped(value: object, shape: Any) -> Any:  # noqa: ANN401, PLR0911 - one case a type
    if isinstance(shape, dict):
        return _mapping(value, shape) if isinstance(value, dict) else _ABSENT
    if isinstance(shape, list):
        return _items(value, shape[0]) if isinstance(value, list) else _ABSENT
    if shape is TEXT:
        return value[:_LONGEST] if isinstance(value, str) else _ABSENT
    if shape is NUMBER:
        return value if isinstance(value, int) and not isinstance(value, bool) else _ABSENT
    if shape is FLAG:
        return value if isinstance(value, bool) else _ABSENT
    if shape is LABELS:
        return _labels(value) if isinstance(value, dict) else _ABSENT
    if shape is TEXTS:
        return [item for item in value if isinstance(item, str)] if isinstance(value, list) else _ABSENT
    return _ABSENT if value is None else value


def _mapping(value: dict[Any, Any], shape: dict[str, Any]) -> Plain:
    made: Plain = {}
    for key, inner in shape.items():  # the keys of the shape: shared by all objects, which saves memory
        if key in value and (found := _shaped(value[key], inner)) is not _ABSENT:
            made[key] = found
    return made


def _items(value: list[Any], shape: Any) -> list[Any]:  # noqa: ANN401 - a shape
    return [found for item in value if (found := _shaped(item, shape)) is not _ABSENT]


def _labels(value: dict[Any, Any]) -> dict[str, str]:
    return {key: text for key, text in value.items() if isinstance(key, str) and isinstance(text, str)}


def at(body: Plain, *path: str) -> Any:  # noqa: ANN401 - what a shape keeps there
    """The value at a path of keys; None if it is absent."""
    value: Any = body
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def items_at(body: Plain, *path: str) -> list[Any]:
    """The list at a path of keys; empty if it is absent."""
    value = at(body, *path)
    return value if isinstance(value, list) else []


def labels_at(body: Plain, *path: str) -> dict[str, str]:
    """The mapping of texts at a path of keys; empty if it is absent."""
    value = at(body, *path)
    return value if isinstance(value, dict) else {}
