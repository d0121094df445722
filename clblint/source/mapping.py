"""Mapping nodes, resolved as go-yaml v2 does."""

from __future__ import annotations

from clblint.source.node import BuiltOrigin, Collection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from typing import Any

    from clblint.source.node import Node


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
        """What Kubernetes sees, as a flat list of alternating keys and values; a key is a scalar with the text seen.

        For walks over whole documents, where a generator per mapping takes half of the time.
        """
        origin = self.origin
        if origin.ordinary or (type(origin) is BuiltOrigin and origin.flat):
            return self.children
        from clblint.source.merges import in_turn  # noqa: PLC0415 - as above

        return in_turn(self.resolved())

    def duplicates(self) -> list[tuple[Node, Node]]:
        """The keys that are set more than once, as (later key node, earlier key node).

        A merge sets keys, too, so the later node may belong to the merged mapping.
        """
        from clblint.source.merges import repeated  # noqa: PLC0415 - most mappings have no key twice

        return repeated(self)

    def clashes(self) -> list[tuple[Node, Node]]:
        """The keys with two conflicting values, as (later key node, earlier key node).

        Unlike in `duplicates`, a key that overrides one merged before it is not included.
        """
        from clblint.source.merges import clashes  # noqa: PLC0415 - as above

        return clashes(self)

    def copy(self) -> Mapping:
        """A copy that can be changed with `set`; the nodes in it are shared."""
        from copy import copy  # noqa: PLC0415 - imports `weakref`, and most files are read as they are

        made = copy(self)
        made.origin = copy(self.origin)
        made.origin.ordinary = False  # keys that are set later are written elsewhere
        if isinstance(made.origin, BuiltOrigin):
            made.origin.flat = False
        made.seen = dict(self.resolved())
        return made

    def without(self, positions: Container[int]) -> Mapping:
        """A copy without the entries at these positions in `entries`."""
        from copy import copy  # noqa: PLC0415 - imports `weakref`, and most files are read as they are

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
                from clblint.source.merges import effective  # noqa: PLC0415 - most manifests have no merges

                found = effective(self)
            self.seen = found
        return found
