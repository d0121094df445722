"""References: fields that name another object follow when its name changes (api/filters/nameref/nameref.go)."""

from __future__ import annotations

from functools import lru_cache, partial

from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell, scalar
from clblint.kube.kustomize.build.fieldspec import follow, is_bare, split
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.resource import PREFIXES, SUFFIXES, Id
from clblint.kube.kustomize.build.scalars import STR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    from clblint.kube.kustomize.build.resource import Resource
    from clblint.kube.kustomize.build.tables import References
    from clblint.source.node import Node


def follow_names(resources: Sequence[Resource], tables: Iterable[References]) -> None:
    """Rewrite all references; raises `RefusedError` for one that could mean several objects.

    Fields are followed where no name has changed, too: a path that leads to no map or list ends the build.
    """
    fields_of = _fields_of_kinds(tuple(tables))
    named: dict[str, list[Resource]] = {}
    known = [(resource, resource.ids) for resource in resources]
    for resource, ids in known:
        for name in dict.fromkeys([one.name for one in ids[:-1]]):
            named.setdefault(name, []).append(resource)
    for resource, (first, *_) in known:
        fields, step, bare = fields_of(first.group, first.version, first.kind)
        if fields and not first.version:
            _refuse_null(resource)
        root = resource.bare if bare else resource.root
        if step.is_naming(root, named):
            paths = {field.parts for field in step.naming(root, named)}
            _Referrer(resource, root, named, resources).follow([field for field in fields if field.parts in paths])


def _refuse_null(resource: Resource) -> None:
    """Raise `RefusedError` for an `apiVersion` that is written as null (confirmNodeMatchesReferrer)."""
    written = resource.bare.peek("apiVersion")
    if written is not None and written.is_null and written.text:
        raise RefusedError(
            written.place, "value-type", phrase("the apiVersion of a {kind} is null", kind=resource.kind)
        )


class _Field(NamedTuple):
    """A field that names objects: its table, all parts of its path, and whether it is that of a role."""

    table: References
    parts: tuple[str, ...]
    is_role: bool


class _Step:
    """The fields that names stand in: those `here`, and those below each key."""

    def __init__(self) -> None:
        self.here: list[_Field] = []
        self.below: dict[str, _Step] = {}

    def add(self, field: _Field) -> None:
        """Put a field where its path leads to."""
        step = self
        for part in field.parts:
            step = step.below.setdefault(part.removesuffix("[]"), _Step())
        step.here.append(field)

    def all(self) -> Iterator[_Field]:
        """Yield all fields."""
        yield from self.here
        for step in self.below.values():
            yield from step.all()

    def is_naming(self, cell: Cell, named: Container[str]) -> bool:
        """Whether `naming` yields anything, as for few objects."""
        if cell.kind == SCALAR:
            return cell.text in named or cell.tag != STR or (bool(self.below) and not cell.is_null)
        if cell.kind == LIST:
            for item in cell.shape.items:  # noqa: SIM110 - a generator takes twice as long
                if self.is_naming(item, named):
                    return True
            return False
        if self.here:
            return True
        here = cell.shape
        for name, step in self.below.items():
            below = here.peek(name)
            if below is not None and step.is_naming(below, named):
                return True
        return False

    def naming(self, cell: Cell, named: Container[str]) -> Iterator[_Field]:
        """Yield the fields of an object that have one of some names, and those that have no text; nothing changes."""
        if cell.kind == SCALAR:
            if cell.text in named or cell.tag != STR or (self.below and not cell.is_null):
                yield from self.all()
        elif cell.kind == LIST:
            for item in cell.shape.items:
                yield from self.naming(item, named)
        else:
            yield from self.here
            for name, step in self.below.items():
                below = cell.shape.peek(name)
                if below is not None:
                    yield from step.naming(below, named)


@lru_cache(maxsize=50)
def _fields_of_kinds(tables: tuple[References, ...]) -> Callable[[str, str, str], tuple[list[_Field], _Step, bool]]:
    """A function that gives the fields of a kind, by group, version and kind."""
    return lru_cache(maxsize=1000)(partial(_fields_of, tables))


def _fields_of(tables: tuple[References, ...], group: str, version: str, kind: str) -> tuple[list[_Field], _Step, bool]:
    """The fields with names in objects of a kind, in the order of the tables and by their paths.

    And whether all of them lead past annotations.
    """
    own = Id(group, version, kind, "", "")
    found = [
        _Field(table, tuple(split(spec.path)), spec.path.endswith("roleRef/name"))
        for table in tables
        for spec in table.fields
        if own.is_selected(spec.group, spec.version, spec.kind)
    ]
    step = _Step()
    for field in found:
        step.add(field)
    return found, step, all(is_bare(field.parts) for field in found)


class _Referrer:
    """An object that may refer to others below its `root`; `named` are the objects by each name that they had."""

    def __init__(
        self, resource: Resource, root: Cell, named: dict[str, list[Resource]], resources: Sequence[Resource]
    ) -> None:
        self._resource = resource
        self._root = root
        self._named = named
        self._resources = resources
        self._now = resource.current
        self._spaces = _spaces_of_binding(resource)

    def follow(self, fields: Iterable[_Field]) -> None:
        """Rewrite its references in some fields."""
        for field in fields:
            follow(self._root, field.parts, self._change(field.table, is_role=field.is_role))

    def _change(self, table: References, *, is_role: bool) -> Callable[[Cell], None]:
        def change(cell: Cell) -> None:
            if cell.is_null:
                return
            if cell.kind == LIST:
                for item in cell.items:
                    change_one(item)
            else:
                change_one(cell)

        def change_one(cell: Cell) -> None:
            if cell.kind == MAP:
                self._set_map(cell, table)
            elif cell.kind == SCALAR and not cell.is_null:
                self._set_scalar(cell, table, is_role=is_role)

        return change

    def _set_scalar(self, cell: Cell, table: References, *, is_role: bool) -> None:
        found = [one for one in self._candidates(cell.text, table) if not is_role or _is_role(self._resource, one)]
        target = self._one_of(found, cell, same=lambda one: one.name)
        if target is not None and target.name != cell.text:
            cell.write(target.name, "", _nodes_of_name(target))

    def _set_map(self, cell: Cell, table: References) -> None:
        """Write name and namespace of a reference that has both, such as a subject of a role binding."""
        name = cell.fields.get("name")
        if name is None:
            raise RefusedError(cell.place, "configuration-conflict", phrase("a reference has no name"))
        found = self._in_namespace(self._candidates(name.text, table), cell.get("namespace"))
        target = self._one_of(found, name, same=lambda one: (one.name, one.namespace))
        if target is None or (target.name == name.text and not target.namespace):
            return
        if target.name != name.text:
            name.write(target.name, "", _nodes_of_name(target))
        if target.namespace:
            written = target.bare.get("metadata", "namespace")
            nodes = written.nodes if written is not None else ()
            cell.put("namespace", scalar(target.namespace, "", nodes[0] if nodes else None, nodes[1:]))

    def _in_namespace(self, found: list[Resource], namespace: Cell | None) -> list[Resource]:
        """Those that were in a namespace; if nothing was, those that are now (filterMapCandidatesByNamespace)."""
        if namespace is None:
            return found
        text = namespace.text
        anything = any(self._may_see(one) and one.original.effective_namespace == text for one in self._resources)
        if anything:
            return [one for one in found if one.original.effective_namespace == text]
        return [one for one in found if one.current.effective_namespace == text]

    def _candidates(self, name: str, table: References) -> list[Resource]:
        return [
            one
            for one in self._named.get(name, ())
            if any(was.is_selected(table.group, table.version, table.kind) for was in one.earlier)
            and self._may_see(one)
            and self._is_near(one)
        ]

    def _may_see(self, one: Resource) -> bool:
        """api/resmap/reswrangler.go:SubsetThatCouldBeReferencedByResource."""
        now = one.current
        return (
            self._now.is_cluster_scoped
            or now.is_cluster_scoped
            or now.effective_namespace == self._now.effective_namespace
            or one.namespace in self._spaces
        )

    def _is_near(self, one: Resource) -> bool:
        """SameCurrentNamespaceAsReferrer."""
        now = one.current
        return (
            self._now.is_cluster_scoped
            or now.is_cluster_scoped
            or one.kind == "ServiceAccount"
            or now.effective_namespace == self._now.effective_namespace
        )

    def _one_of(self, found: list[Resource], cell: Cell, same: Callable[[Resource], object]) -> Resource | None:
        """The object that is meant: of several, the one with the same prefixes and suffixes (selectReferral)."""
        if len(found) > 1:
            found = [one for one in found if _same_affixes(one, self._resource, or_none=True)]
        if len(found) > 1:
            found = [one for one in found if _same_affixes(one, self._resource, or_none=False)]
        if len(found) > 1 and len({same(one) for one in found}) > 1:
            message = phrase('"{text}" in {now} could mean several objects', text=cell.text, now=self._now)
            raise RefusedError(cell.place, "name-clash", message)
        return found[0] if found else None


def _nodes_of_name(target: Resource) -> tuple[Node, ...]:
    name = target.bare.get("metadata", "name")
    return name.nodes if name is not None else ()


def _is_role(referrer: Resource, one: Resource) -> bool:
    """Whether an object was of the kind that a role binding names (roleRefFilter)."""
    group, kind = referrer.bare.get("roleRef", "apiGroup"), referrer.bare.get("roleRef", "kind")
    if group is None or kind is None:
        return True
    return any(was.is_selected(group.text, "", kind.text) for was in one.earlier)


def _spaces_of_binding(resource: Resource) -> frozenset[str]:
    """The namespaces of the service accounts that a role binding names (getNamespacesForRoleBinding)."""
    subjects = resource.bare.get("subjects") if resource.kind == "RoleBinding" else None
    items = subjects.items if subjects is not None else []
    return frozenset(
        one.text_at("namespace") for one in items if one.text_at("kind") == "ServiceAccount" and one.get("namespace")
    )


def _same_affixes(one: Resource, other: Resource, *, or_none: bool) -> bool:
    return all(
        (or_none and (not mine or not theirs)) or _same_ending(mine, theirs)
        for mine, theirs in ((one.parts(name), other.parts(name)) for name in (PREFIXES, SUFFIXES))
    )


def _same_ending(one: list[str], other: list[str]) -> bool:
    short, long = sorted((one, other), key=len)
    return long[len(long) - len(short) :] == short if short else not long
