"""JSON patches (RFC 6902) as kustomize calls them: github.com/evanphx/json-patch v4, oddities included."""

from __future__ import annotations

import re

from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell, scalar
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.scalars import NULL, STR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.i18n.text import Text
    from clblint.source.node import Node
    from clblint.source.place import Place

_INDEX = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)
_KEY = 2  # parts below metadata that lead to a text
_MAPS_OF_TEXTS = frozenset({"annotations", "labels"})  # of metadata
_NO_TEXT = "\0"  # in place of a value that is no text
_MOST = 100_000  # a list does not get longer


class Operation(NamedTuple):
    """One operation; `value` is None if there is none. `written` is where its path is."""

    name: str
    path: str
    source: str
    value: Cell | None
    place: Place | None
    written: Node | None = None


def operations(document: Cell | None) -> list[Operation]:
    """The operations of a patch; raises `RefusedError` if it is not a list of maps (jsonpatch.DecodePatch)."""
    if document is None or document.is_null:
        return []
    if document.kind != LIST or any(item.kind != MAP for item in document.items):
        raise RefusedError(document.place, "patch-form", phrase("a JSON patch is a list of operations"))
    return list(map(_operation, document.items))


def _operation(item: Cell) -> Operation:
    path = item.get("path")
    written = path.node if path is not None else None
    return Operation(
        _text(item, "op"), _text(item, "path"), _text(item, "from"), item.get("value"), item.place, written
    )


def operate(root: Cell, patch: Iterable[Operation]) -> None:
    """Change an object, which is as after a round trip through JSON (Patch.Apply).

    Raises `RefusedError` for the first operation that does not apply.
    """
    for operation in patch:
        step = _STEPS.get(operation.name)
        if step is None or operation.path == _NO_TEXT:
            raise _refused(operation, phrase('unknown operation "{name}"', name=operation.name))
        step(root, operation)


def refuse_misfits(patch: Iterable[Operation]) -> None:
    """Raise `RefusedError` for an operation that applies to no object: one below an annotation or a label.

    These are texts in all objects that there are; only the patch itself can have put something else there.
    """
    for one in patch:
        parts = _parts(one.path)
        if _is_in_text(parts):
            raise _refused(one, _missing(one.path, parts))
        is_text = one.value is not None and one.value.kind == SCALAR
        if parts[:1] == ["metadata"] and not (is_text and parts[2:]):
            return


def touched(patch: Iterable[Operation]) -> set[str] | None:
    """The annotations that a patch writes; None if it may be all of them."""
    found: set[str] = set()
    for path in (one.path for one in patch):
        parts = _parts(path)
        if parts in (["metadata"], ["metadata", "annotations"]):
            return None
        if parts[:2] == ["metadata", "annotations"]:
            found.add(parts[2])
    return found


def _text(item: Cell, name: str) -> str:
    """A text of an operation; what is none is refused when the operation is applied, if it ever is."""
    found = item.get(name)
    if found is None:
        return ""
    return found.text if found.kind == SCALAR and found.tag == STR else _NO_TEXT


def _add(root: Cell, operation: Operation) -> None:
    _insert(root, operation, _given(operation))


def _replace(root: Cell, operation: Operation) -> None:
    holder, key = _holder(root, operation, operation.path)
    value = _given(operation)
    if holder.kind == MAP:
        _put(holder, key, value, operation)
    else:
        index = _index(holder, operation, key)
        value.note(holder.items[index].nodes)
        holder.items[index] = value


def _remove(root: Cell, operation: Operation) -> None:
    _take(root, operation, operation.path)


def _move(root: Cell, operation: Operation) -> None:
    _insert(root, operation, _take(root, operation, operation.source))


def _copy(root: Cell, operation: Operation) -> None:
    found = _found(root, operation, operation.source)
    _insert(root, operation, scalar("null", NULL) if found is None else found.unshared())


def _test(root: Cell, operation: Operation) -> None:
    found = _found(root, operation, operation.path)
    value = None if found is None else found.value()
    wanted = None if operation.value is None else operation.value.value()
    if not _equal(value, wanted):
        raise _refused(operation, phrase("the value at {path} is another one", path=operation.path))


_STEPS = {"add": _add, "replace": _replace, "remove": _remove, "move": _move, "copy": _copy, "test": _test}


def _equal(one: object, other: object) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return type(one) is type(other) and one == other


def _given(operation: Operation) -> Cell:
    return scalar("null", NULL) if operation.value is None else operation.value.unshared()


def _put(holder: Cell, key: str, value: Cell, operation: Operation) -> None:
    """Set a field; its key stands in the path."""
    value.key = operation.written or value.key
    old = holder.peek(key)
    if old is not None:
        value.note(old.nodes)
    holder.set(key, value)


def _insert(root: Cell, operation: Operation, value: Cell) -> None:
    holder, key = _holder(root, operation, operation.path)
    if holder.kind == MAP:
        _put(holder, key, value, operation)
        return
    if len(holder.items) >= _MOST:
        raise _refused(operation, phrase("the list is too long"))
    length = len(holder.items) + 1
    index = length - 1 if key == "-" else _number(operation, key)
    if not -length <= index < length:
        raise _refused(operation, phrase("there is no index {key}", key=key))
    holder.items.insert(index % length, value)


def _take(root: Cell, operation: Operation, path: str) -> Cell:
    holder, key = _holder(root, operation, path)
    if holder.kind == LIST:
        return holder.items.pop(_index(holder, operation, key))
    if key not in holder.fields:
        raise _refused(operation, phrase("there is no {path}", path=path))
    return holder.fields.pop(key)


def _found(root: Cell, operation: Operation, path: str) -> Cell | None:
    """The value at a path; None for a key that is missing in its map."""
    holder, key = _holder(root, operation, path)
    return holder.own(key) if holder.kind == MAP else holder.items[_index(holder, operation, key)]


def _parts(path: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def _holder(root: Cell, operation: Operation, path: str) -> tuple[Cell, str]:
    """The map or list that a path leads into, and the last part of the path (findObject).

    What stands before the first slash does not count.
    """
    parts = _parts(path)
    if not parts:
        raise _refused(operation, phrase('the document is missing "{path}"', path=path))
    holder = root
    for part in parts[:-1]:
        below = holder.own(part) if holder.kind == MAP else holder.items[_index(holder, operation, part)]
        if below is None or below.kind == SCALAR:
            raise _refused(operation, _missing(path, parts))
        holder = below
    return holder, parts[-1]


def _missing(path: str, parts: list[str]) -> Text:
    if _is_in_text(parts):
        return phrase('the document is missing {path}; write ~1 for a "/" in the key', path=path)
    return phrase("the document is missing {path}", path=path)


def _is_in_text(parts: list[str]) -> bool:
    """Whether a path leads into an annotation or a label of an object or of its pods."""
    below = parts[parts.index("metadata") + 1 :] if "metadata" in parts else []
    return len(below) > _KEY and below[0] in _MAPS_OF_TEXTS


def _index(holder: Cell, operation: Operation, key: str) -> int:
    index = _number(operation, key)
    if not -len(holder.items) <= index < len(holder.items):
        raise _refused(operation, phrase("there is no index {key}", key=key))
    return index


def _number(operation: Operation, key: str) -> int:
    if not _INDEX.fullmatch(key):
        raise _refused(operation, phrase('"{key}" is no index', key=key))
    return int(key)


def _refused(operation: Operation, why: Text) -> RefusedError:
    return RefusedError(
        operation.place, "json-operation", phrase("{name} does not apply: {why}", name=operation.name, why=why)
    )
