"""The keys that mappings set, as go-yaml v2 does: the last one wins, and a merge key sets its keys in document order.

Contrary to the YAML specification, a merged key overrides an equal key written before `<<` (decode.go).
"""

# Mappings are collections here: `mapping`, which has their class, imports this module.

from __future__ import annotations

from clblint.source.keys import key_text
from clblint.source.node import Scalar
from clblint.source.scalars import MERGE_TAG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.source.node import Collection, Node


def in_turn(found: dict[str, tuple[Node, Node]]) -> list[Any]:
    """The keys and values of a mapping, alternating; the text of a key is what Kubernetes sees."""
    return [one for name, (key, value) in found.items() for one in (_named(name, key), value)]


def _named(name: str, key: Node) -> Scalar:
    return key if isinstance(key, Scalar) and key.text == name else Scalar.built(name, key, (), is_text=True)


def effective(mapping: Collection) -> dict[str, tuple[Node, Node]]:
    """The JSON keys of a mapping, each with (key node, value); the last write of a key wins."""
    found: dict[str, tuple[Node, Node]] = {}
    for key, value in writes(mapping):
        name = json_key(key)
        if name is not None:
            found[name] = (key, _target(value))
    return found


def repeated(mapping: Collection) -> list[tuple[Node, Node]]:
    """The key nodes that set a key again, each with the previous one of that key."""
    seen: dict[str, Node] = {}
    found: list[tuple[Node, Node]] = []
    for key, _ in writes(mapping):
        name = json_key(key)
        if name is None:
            continue
        if name in seen:
            found.append((key, seen[name]))
        seen[name] = key
    return found


def clashes(mapping: Collection) -> list[tuple[Node, Node]]:
    """The pairs of key nodes that set one key and cannot both be intended: the misplaced one, and the other.

    A key after `<<` is meant to override the merged one, and of several merged mappings the first is meant to win.
    A key that a merge overwrites is misplaced; a key that a later key overwrites is not.
    """
    seen: dict[str, tuple[Node, bool]] = {}  # by key: the node that set it, and whether a merge did
    found: list[tuple[Node, Node]] = []
    for key, value in _entries(mapping):
        merging = is_merge(key)
        for name, writer in _merged_keys(value).items() if merging else _own_key(key):
            if name in seen and (merging or not seen[name][1]):
                found.append((seen[name][0], writer) if merging else (writer, seen[name][0]))
            seen[name] = (writer, merging)
    return found


def _merged_keys(value: Node) -> dict[str, Node]:
    return {name: key for merged in merged_by(value) for name, (key, _) in effective(merged).items()}


def _own_key(key: Node) -> list[tuple[str, Node]]:
    name = json_key(key)
    return [] if name is None else [(name, key)]


def writes(mapping: Collection) -> Iterator[tuple[Node, Node]]:
    """Yield (key, value) in the order in which go-yaml sets them, merged mappings at the position of their `<<`."""
    stack = [iter(_entries(mapping))]
    while stack:
        for key, value in stack[-1]:
            if is_merge(key):
                stack.extend(iter(_entries(merged)) for merged in reversed(merged_by(value)))
                break
            yield key, value
        else:
            stack.pop()


def merged_by(value: Node) -> list[Collection]:
    """The mappings below a merge key, in the order in which go-yaml sets their keys.

    Of a list the first mapping wins, so it comes last.
    """
    value = _target(value)
    if value.kind == "mapping":
        return [value]  # type: ignore[list-item]
    if value.kind != "sequence":
        return []
    targets = [_target(item) for item in reversed(value.children)]  # type: ignore[attr-defined]
    return [item for item in targets if item.kind == "mapping"]  # type: ignore[misc]


def is_merge(key: Node) -> bool:
    """Whether a key is the merge key: `<<`, plain, or tagged `!` or `!!merge`."""
    return key.kind == "scalar" and key.text == "<<" and (key.is_untagged_plain or key.tag == MERGE_TAG)  # type: ignore[attr-defined]


def json_key(key: Node) -> str | None:
    """The JSON key of a key node; None if it has none (a collection, null, a number that is too large)."""
    key = _target(key)
    return key_text(key.yaml_value) if key.kind == "scalar" else None  # type: ignore[attr-defined]


def _target(node: Node) -> Node:
    return node.target if node.kind == "alias" else node  # type: ignore[attr-defined]


def _entries(mapping: Collection) -> list[tuple[Node, Node]]:
    children = mapping.children
    return list(zip(children[::2], children[1::2], strict=True))
