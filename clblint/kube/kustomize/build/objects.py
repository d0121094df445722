"""`Objects`: the objects that a kustomization has gathered so far, found by the ids that they have and had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.refusal import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.kustomize.build.resource import Id, Resource


def there_twice(one: Resource) -> RefusedError:
    """The refusal of an object with the id of another."""
    return RefusedError(one.root.place, "duplicate-id", phrase("there are two objects {now}", now=one.current))


class Objects:
    """A list of objects whose current ids differ (api/resmap/reswrangler.go)."""

    def __init__(self, items: Iterable[Resource] = ()) -> None:
        self.items = list(items)
        self._by_id: dict[Id, list[Resource]] | None = None
        self._by_name: dict[str, list[Resource]] | None = None
        self._keys: set[Id] | None = None

    def add(self, more: Iterable[Resource]) -> None:
        """Append objects; raises `RefusedError` if one has the id of another."""
        known = self._keys if self._keys is not None else {one.current.key for one in self.items}
        for one in more:
            now = one.current
            if now.key in known:
                raise there_twice(one)
            known.add(now.key)
            self.items.append(one)
        self.changed()
        self._keys = known

    def by_any_id(self, wanted: Id) -> list[Resource]:
        """The objects that have or had an id."""
        index = self._by_id
        if index is None:
            index = self._by_id = {}
            for one in self.items:
                if not one.is_gone:
                    for key in dict.fromkeys(was.key for was in one.ids):
                        index.setdefault(key, []).append(one)
        return index.get(wanted.key, [])

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
