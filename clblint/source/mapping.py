"""A mapping, and what it comes to in go-yaml v2: the last key wins, and a merge writes its keys where it stands.

Unlike in the YAML specification, a key before `<<` loses to a merged one (decode.go).
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from clblint.fast import NamedTuple
from clblint.source.node import Collection
from clblint.source.scalars import MERGE_TAG, key_text

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from clblint.source.node import Node


class _Key(NamedTuple):
    """Stands for the node of a key."""

    text: str


class Mapping(Collection):
    """Keys and values."""

    __slots__ = ()

    kind = "mapping"

    @property
    def entries(self) -> list[tuple[Node, Node]]:
        """Keys and values as written, merge keys and repeated keys included."""
        children = self.children
        return list(zip(children[::2], children[1::2], strict=True))

    def get(self, key: str) -> Node | None:
        """The value that Kubernetes sees under a key."""
        found = self.resolved().get(key)
        return found[1] if found else None

    def entry(self, key: str) -> tuple[Node, Node] | None:
        """The key node and the value that Kubernetes sees under a key."""
        return self.resolved().get(key)

    def items(self) -> Iterator[tuple[str, Node, Node]]:
        """Each key that Kubernetes sees, with its node and its value.

        Most mappings are only walked through: nothing is kept for those.
        """
        if self.origin.ordinary:
            rest = iter(self.children)  # half the time of a zip of slices
            for key in rest:
                yield key.text, key, next(rest)  # type: ignore[attr-defined]
        else:
            for name, (key, value) in self.resolved().items():
                yield name, key, value

    def in_turn(self) -> list[Any]:
        """What Kubernetes sees: in turn something that has a key as its `text`, and a value.

        This is for walks through everything, where a generator for each mapping is half of the time.
        """
        if self.origin.ordinary:
            return self.children
        return [one for name, (_, value) in self.resolved().items() for one in (_Key(name), value)]

    def duplicates(self) -> list[tuple[Node, Node]]:
        """Keys that are set more than once: the later key node and the earlier one.

        A merged mapping sets its keys, too, so the later node may stand in the mapping that is merged.
        """
        return _repeated(self)

    def clashes(self) -> list[tuple[Node, Node]]:
        """Keys of which two values stand against each other: the later key node and the earlier one.

        Unlike a duplicate, a key that overrides what is merged before it is none.
        """
        return _clashes(self)

    def copy(self) -> Mapping:
        """The same mapping, to be given further keys."""
        made = copy(self)
        made.origin = copy(self.origin)
        made.origin.ordinary = False  # what it is given stands elsewhere
        made.seen = dict(self.resolved())
        return made

    def without(self, positions: Container[int]) -> Mapping:
        """The same mapping without some of its entries."""
        made = copy(self)
        made.seen = None
        made.children = [node for i, pair in enumerate(self.entries) if i not in positions for node in pair]
        return made

    def set(self, name: str, key: Node, value: Node) -> None:
        """Let a key be seen that is written elsewhere."""
        self.resolved()[name] = (key, value)

    def resolved(self) -> dict[str, tuple[Node, Node]]:
        """Each key that Kubernetes sees, with its node and its value."""
        found = self.seen
        if found is None:
            if self.origin.ordinary:
                rest = iter(self.children)
                found = {key.text: (key, next(rest)) for key in rest}  # type: ignore[attr-defined]
            else:
                found = _effective(self)
            self.seen = found
        return found


def _effective(mapping: Mapping) -> dict[str, tuple[Node, Node]]:
    """The JSON keys of a mapping, each with its key node and its value."""
    found: dict[str, tuple[Node, Node]] = {}
    for key, value in writes(mapping):
        name = json_key(key)
        if name is not None:
            found[name] = (key, _target(value))
    return found


def _repeated(mapping: Mapping) -> list[tuple[Node, Node]]:
    """The writes to a key that had been written, each with the key node that wrote it before."""
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


def _clashes(mapping: Mapping) -> list[tuple[Node, Node]]:
    """The writes to a key of which nobody can mean both: the one that stands in the wrong place, and the other.

    A key after `<<` is meant to override what is merged, and of several merged mappings the first is meant to win.
    What a merge overwrites stands in the wrong place, what a key overwrites does not.
    """
    seen: dict[str, tuple[Node, bool]] = {}  # by key: who wrote it, and whether by a merge
    found: list[tuple[Node, Node]] = []
    for key, value in mapping.entries:
        merging = is_merge(key)
        for name, writer in _merged_keys(value).items() if merging else _own_key(key):
            if name in seen and (merging or not seen[name][1]):
                found.append((seen[name][0], writer) if merging else (writer, seen[name][0]))
            seen[name] = (writer, merging)
    return found


def _merged_keys(value: Node) -> dict[str, Node]:
    return {name: key for merged in merged_by(value) for name, (key, _) in _effective(merged).items()}


def _own_key(key: Node) -> list[tuple[str, Node]]:
    name = json_key(key)
    return [] if name is None else [(name, key)]


def writes(mapping: Mapping) -> Iterator[tuple[Node, Node]]:
    """Keys and values in the order in which go-yaml writes them, those of merged mappings at their place."""
    stack = [iter(mapping.entries)]
    while stack:
        for key, value in stack[-1]:
            if is_merge(key):
                stack.extend(iter(merged.entries) for merged in reversed(merged_by(value)))
                break
            yield key, value
        else:
            stack.pop()


def merged_by(value: Node) -> list[Mapping]:
    """The mappings that a merge key brings in, in the order of writing: in a list the first wins, so it comes last."""
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
    """The JSON key of a key node; None for what cannot be one."""
    key = _target(key)
    return key_text(key.yaml_value) if key.kind == "scalar" else None  # type: ignore[attr-defined]


def _target(node: Node) -> Node:
    return node.target if node.kind == "alias" else node  # type: ignore[attr-defined]
