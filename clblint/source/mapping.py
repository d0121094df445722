"""Mapping nodes, resolved as go-yaml v2 does: the last key wins, and a merge key sets its keys in document order.

Contrary to the YAML specification, a merged key overrides an equal key written before `<<` (decode.go).
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.source.node import BuiltOrigin, Collection
from clblint.source.scalars import MERGE_TAG, key_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from typing import Any

    from clblint.source.node import Node


class _Key(NamedTuple):
    """Replaces the node of a key where only its text is needed."""

    text: str


class Mapping(Collection):
    """A mapping node. Kubernetes sees its keys after merges, the last of equal keys."""

    __slots__ = ()

    kind = "mapping"

    @property
    def entries(self) -> list[tuple[Node, Node]]:
        """The (key, value) nodes as written, merge keys and repeated keys included."""
        children = self.children
        return list(zip(children[::2], children[1::2], strict=True))

    def get(self, key: str) -> Node | None:
        """The value that Kubernetes sees under a key; None if it sees none."""
        found = self.resolved().get(key)
        return found[1] if found else None

    def entry(self, key: str) -> tuple[Node, Node] | None:
        """The key node and the value that Kubernetes sees under a key; None if it sees none."""
        return self.resolved().get(key)

    def items(self) -> Iterator[tuple[str, Node, Node]]:
        """Yield each key that Kubernetes sees as (text, key node, value).

        Nothing is cached: most mappings are iterated only once.
        """
        origin = self.origin
        if origin.ordinary or (type(origin) is BuiltOrigin and origin.flat):
            rest = iter(self.children)  # half the time of a zip of slices
            for key in rest:
                yield key.text, key, next(rest)  # type: ignore[attr-defined]
        else:
            for name, (key, value) in self.resolved().items():
                yield name, key, value

    def in_turn(self) -> list[Any]:
        """What Kubernetes sees, as a flat list of alternating keys and values; a key is an object with a `text`.

        For walks over whole documents, where a generator per mapping takes half of the time.
        """
        origin = self.origin
        if origin.ordinary or (type(origin) is BuiltOrigin and origin.flat):
            return self.children
        return [one for name, (_, value) in self.resolved().items() for one in (_Key(name), value)]

    def duplicates(self) -> list[tuple[Node, Node]]:
        """The keys that are set more than once, as (later key node, earlier key node).

        A merge sets keys, too, so the later node may belong to the merged mapping.
        """
        return _repeated(self)

    def clashes(self) -> list[tuple[Node, Node]]:
        """The keys with two conflicting values, as (later key node, earlier key node).

        Unlike in `duplicates`, a key that overrides one merged before it is not included.
        """
        return _clashes(self)

    def copy(self) -> Mapping:
        """A copy that can be changed with `set`; the nodes in it are shared."""
        from copy import copy  # noqa: PLC0415 - brings weak references, and most files are read as they are

        made = copy(self)
        made.origin = copy(self.origin)
        made.origin.ordinary = False  # keys that are set later are written elsewhere
        if isinstance(made.origin, BuiltOrigin):
            made.origin.flat = False
        made.seen = dict(self.resolved())
        return made

    def without(self, positions: Container[int]) -> Mapping:
        """A copy without the entries at these positions in `entries`."""
        from copy import copy  # noqa: PLC0415 - brings weak references, and most files are read as they are

        made = copy(self)
        made.seen = None
        made.children = [node for i, pair in enumerate(self.entries) if i not in positions for node in pair]
        return made

    def set(self, name: str, key: Node, value: Node) -> None:
        """Set a key to a value; both nodes are written elsewhere in the file or in another file."""
        self.resolved()[name] = (key, value)

    def resolved(self) -> dict[str, tuple[Node, Node]]:
        """Each key that Kubernetes sees, with (key node, value); cached."""
        found = self.seen
        if found is None:
            if self.origin.ordinary:
                found = {}
                rest = iter(self.children)
                for key in rest:  # most mappings are so small that a comprehension takes twice as long
                    found[key.text] = (key, next(rest))  # type: ignore[attr-defined]
            else:
                found = _effective(self)
            self.seen = found
        return found


def _effective(mapping: Mapping) -> dict[str, tuple[Node, Node]]:
    """The JSON keys of a mapping, each with (key node, value); the last write of a key wins."""
    found: dict[str, tuple[Node, Node]] = {}
    for key, value in writes(mapping):
        name = json_key(key)
        if name is not None:
            found[name] = (key, _target(value))
    return found


def _repeated(mapping: Mapping) -> list[tuple[Node, Node]]:
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


def _clashes(mapping: Mapping) -> list[tuple[Node, Node]]:
    """The pairs of key nodes that set one key and cannot both be intended: the misplaced one, and the other.

    A key after `<<` is meant to override the merged one, and of several merged mappings the first is meant to win.
    A key that a merge overwrites is misplaced; a key that a later key overwrites is not.
    """
    seen: dict[str, tuple[Node, bool]] = {}  # by key: the node that set it, and whether a merge did
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
    """Yield (key, value) in the order in which go-yaml sets them, merged mappings at the position of their `<<`."""
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
