"""Stands in for rpds-py, which is compiled Rust and has no wheel for Pyodide on the index of packages.

The persistent collections that jsonschema and referencing use, as copies: what they hold here is a few schemas, which
are read once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

K = TypeVar("K")
V = TypeVar("V")


class HashTrieMap(dict[K, V], Generic[K, V]):
    """A mapping whose changes are new mappings."""

    @classmethod
    def convert(cls, value: Any) -> HashTrieMap[Any, Any]:  # noqa: ANN401 - whatever a mapping can be made of
        """The mapping itself if it is one of these, otherwise a new one."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: K, value: V) -> HashTrieMap[K, V]:
        """The mapping with one more entry."""
        return HashTrieMap({**self, key: value})

    def remove(self, key: K) -> HashTrieMap[K, V]:
        """The mapping without a key; raises `KeyError` if it is not there."""
        made = HashTrieMap(self)
        del made[key]
        return made

    def update(self, other: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> HashTrieMap[K, V]:  # type: ignore[override]
        """The mapping with the entries of another."""
        made = HashTrieMap(self)
        dict.update(made, other)
        return made


class HashTrieSet(frozenset[K]):
    """A set whose changes are new sets."""

    def insert(self, item: K) -> HashTrieSet[K]:
        """The set with one more item."""
        return HashTrieSet((*self, item))

    def update(self, *others: Iterable[K]) -> HashTrieSet[K]:
        """The set with the items of others."""
        return HashTrieSet(self.union(*others))

    def discard(self, item: K) -> HashTrieSet[K]:
        """The set without an item."""
        return HashTrieSet(self.difference((item,)))


class List(tuple[K, ...]):
    """A list whose changes are new lists."""

    __slots__ = ()

    def push_front(self, item: K) -> List[K]:
        """The list with one more item before the others."""
        return List((item, *self))
