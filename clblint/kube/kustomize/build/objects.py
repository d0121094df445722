"""`Objects`: the objects that a kustomization has gathered so far, found by the ids that they have and had."""

from __future__ import annotations

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.refusal import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from clblint.kube.kustomize.build.cell import Cell
    from clblint.kube.kustomize.build.resource import Id, Resource


def refuse_twice(found: Iterable[tuple[Resource, Id]], known: Container[Id] = ()) -> set[Id]:
    """The keys of objects; raises `RefusedError` for one that is there twice, or that is known."""
    keys: set[Id] = set()
    for one, key in found:
        if key in keys or key in known:
            raise RefusedError(one.bare.place, "duplicate-id", phrase("there are two objects {now}", now=one.current))
        keys.add(key)
    return keys


class Objects:
    """A list of objects whose current ids differ (api/resmap/reswrangler.go)."""

    def __init__(self, items: Iterable[Resource] = ()) -> None:
        self.items = list(items)
        self._by_id: dict[Id, list[Resource]] | None = None
        self._by_name: dict[str, list[Resource]] | None = None
        self._keys: set[Id] | None = None

    def add(self, more: Iterable[Resource]) -> None:
        """Append objects; raises `RefusedError` if one has the id of another."""
        more = list(more)
        self._append(more, refuse_twice([(one, one.current.key) for one in more], self.keys))

    def take(self, other: Objects) -> None:
        """As `add`, for all of other objects, whose ids may be known already."""
        keys = other.keys
        if len(keys) == len(other.items) and keys.isdisjoint(self.keys):
            self._append(other.items, keys)
        else:
            self.add(other.items)

    def _append(self, more: list[Resource], keys: set[Id]) -> None:
        keys = self.keys | keys
        self.items += more
        self.changed()
        self._keys = keys

    def copy(self) -> Objects:
        """A copy that shares nothing with this one; what is one cell in several places is one cell there, too."""
        known: dict[int, Cell] = {}
        made = Objects(one.copy(known) for one in self.items)
        made._keys = set(self.keys)
        return made

    @property
    def keys(self) -> set[Id]:
        """The keys of the ids that they have."""
        if self._keys is None:
            self._keys = {one.current.key for one in self.items}
        return self._keys

    def by_any_id(self, wanted: Id) -> list[Resource]:
        """The objects that have or had an id."""
        return self._index.get(wanted.key, [])

    @property
    def _index(self) -> dict[Id, list[Resource]]:
        """The objects by the ids that they have and had."""
        index = self._by_id
        if index is None:
            index = self._by_id = {}
            for one in self.items:
                if not one.is_gone:
                    for key in dict.fromkeys(was.key for was in one.ids):
                        index.setdefault(key, []).append(one)
        return index

    def named(self, name: str) -> list[Resource]:
        """The objects that have a name or began with it."""
        index = self._by_name
        if index is None:
            index = self._by_name = {}
            for one in self.items:
                for known in dict.fromkeys((one.original.name, one.name)):
                    index.setdefault(known, []).append(one)
        return list(index.get(name, ()))

    def changed(self) -> None:
        """Forget who is who, after names or namespaces have changed."""
        self._by_id = self._by_name = self._keys = None

    def append(self, one: Resource) -> None:
        """Append an object that no other one is or was."""
        for key in dict.fromkeys(was.key for was in one.ids):
            self._index.setdefault(key, []).append(one)
        self.items.append(one)
        self._by_name = self._keys = None

    def replace(self, old: Resource, new: Resource) -> None:
        """Put an object in the place of another one."""
        self.items[self.items.index(old)] = new
        self.changed()

    def drop(self, one: Resource) -> None:
        """Remove an object."""
        self.items.remove(one)
        self.changed()

    def drop_gone(self) -> None:
        """Remove what patches have deleted."""
        if any(one.is_gone for one in self.items):
            self.items = [one for one in self.items if not one.is_gone]
            self.changed()

    def check(self) -> None:
        """Raise `RefusedError` if two objects have the same id."""
        items, self.items, self._keys = self.items, [], None
        self.add(one for one in items if not one.is_gone)
