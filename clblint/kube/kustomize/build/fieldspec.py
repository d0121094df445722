"""Field specs: which field of which kinds a transformer changes (api/types/fieldspec.go, api/filters/fieldspec)."""

from __future__ import annotations

from functools import lru_cache

from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.resource import group_and_version
from clblint.kube.kustomize.build.scalars import INT, NULL, STR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.kustomize.build.resource import Resource

Steps: TypeAlias = "tuple[tuple[str, bool, bool, Steps], ...]"


class Created(NamedTuple):
    """What is made of a field that is missing or null."""

    kind: str
    tag: str = ""


NOTHING = Created("")
A_MAP, A_LIST, A_TEXT, A_NUMBER = Created(MAP), Created(LIST), Created(SCALAR, STR), Created(SCALAR, INT)


class FieldSpec(NamedTuple):
    """A path with `/` between its parts, in objects of a group, version and kind (empty: any)."""

    path: str
    group: str = ""
    version: str = ""
    kind: str = ""
    create: bool = False

    def is_same(self, other: FieldSpec) -> bool:
        """Whether it covers what another one does (effectivelyEquals)."""
        return self.path == other.path and all(
            of_other in {"", own}
            for own, of_other in ((self.group, other.group), (self.version, other.version), (self.kind, other.kind))
        )

    def is_for(self, group: str, version: str, kind: str) -> bool:
        """Whether an object of this group, version and kind has the field."""
        return (
            (not self.kind or self.kind == kind)
            and (not self.group or self.group == group)
            and (not self.version or self.version == version)
        )


def field_spec(form: Form) -> FieldSpec:
    """The field spec that a configuration writes."""
    path, group, version, kind = (form.text(name) for name in ("path", "group", "version", "kind"))
    return FieldSpec(path, group, version, kind, form.flag("create"))


def merged(specs: Iterable[FieldSpec], more: Iterable[FieldSpec]) -> tuple[FieldSpec, ...]:
    """Both lists, what the first one covers once; raises `RefusedError` if they differ in `create` (MergeAll)."""
    return _merged(tuple(specs), tuple(more))


@lru_cache(maxsize=100)
def _merged(specs: tuple[FieldSpec, ...], more: tuple[FieldSpec, ...]) -> tuple[FieldSpec, ...]:
    result = list(specs)
    for spec in more:
        known = next((one for one in result if one.is_same(spec)), None)
        if known is None:
            result.append(spec)
        elif known.create != spec.create:
            raise RefusedError(
                None, "configuration-conflict", phrase("conflicting field specs for {path}", path=spec.path)
            )
    return tuple(result)


def split(path: str, delimiter: str = "/") -> list[str]:
    """The parts of a path; a delimiter after a backslash belongs to its part (kyaml/utils/pathsplitter.go)."""
    parts = path.split(delimiter)
    if len(parts) > 1 and not parts[0]:
        parts = parts[1:]
    result = [parts[0]]
    for part in parts[1:]:
        if result[-1].endswith("\\"):
            result[-1] = f"{result[-1][:-1]}{delimiter}{part}"
        else:
            result.append(part)
    return result


class Fields(NamedTuple):
    """The fields of objects of one kind that paths lead to: each path with whether what is missing is made.

    `bare` says that they lead past annotations (see `Resource.bare`), `steps` are the paths as a tree.
    """

    paths: tuple[tuple[tuple[str, ...], bool], ...]
    bare: bool
    steps: Steps


class Paths:
    """The paths that specs name in objects of each kind."""

    def __init__(self, specs: Iterable[FieldSpec]) -> None:
        self._specs = tuple(specs)
        self._known: dict[tuple[str, str], Fields] = {}

    def of(self, root: Cell) -> Fields:
        """Those in an object."""
        one, other = root.peek("apiVersion"), root.peek("kind")
        version = "" if one is None or one.tag == NULL else one.text
        kind = "" if other is None or other.tag == NULL else other.text
        found = self._known.get((version, kind))
        if found is None:
            group, number = group_and_version(version)
            specs = [spec for spec in self._specs if spec.is_for(group, number, kind)]
            paths = tuple((tuple(split(spec.path)), spec.create) for spec in specs)
            bare = all(is_bare(path) for path, _ in paths)
            found = self._known[version, kind] = Fields(paths, bare, _steps([path for path, _ in paths]))
        return found


def is_bare(path: Sequence[str]) -> bool:
    """Whether a path leads past the annotations of an object (see `Resource.bare`)."""
    first, second = [part.removesuffix("[]") for part in (*path, "", "")[:2]]
    return first not in {"", "metadata"} or (first == "metadata" and second not in {"", "annotations"})


def _steps(paths: Iterable[Sequence[str]]) -> Steps:
    """Paths as a tree: for each first part its name, whether it is a list, whether a path ends there, the steps below.

    What follows the name of no field is not looked at.
    """
    below: dict[str, list[Sequence[str]]] = {}
    for path in paths:
        if path:
            below.setdefault(path[0], []).append(path[1:])
    return tuple(
        (part.removesuffix("[]"), part.endswith("[]"), any(not rest for rest in found), _steps(found))
        for part, found in below.items()
    )


@lru_cache(maxsize=1000)
def paths_of(specs: tuple[FieldSpec, ...]) -> Paths:
    """The paths that specs name, worked out once for all kustomizations; to be asked once for many objects."""
    return Paths(specs)


def apply(
    resource: Resource,
    paths: Paths,
    change: Callable[[Cell], None],
    created: Created = NOTHING,
    wanted: Callable[[Cell], bool] | None = None,
) -> None:
    """Change all fields of an object at some paths (api/filters/fsslice).

    `wanted` says of a field, which it must not change, whether `change` does anything to it.
    """
    fields = paths.of(resource.bare)
    root = resource.bare if fields.bare else resource.root
    if wanted is None or _is_any(root, fields.steps, wanted):
        for path, create in fields.paths:
            follow(root, path, change, created if create else NOTHING)


def _is_any(cell: Cell, steps: Steps, wanted: Callable[[Cell], bool]) -> bool:
    """Whether a field at one of some paths is wanted, or cannot be reached; what is missing is not."""
    if cell.kind == LIST:
        for item in cell.shape.items:  # noqa: SIM110 - a generator takes twice as long
            if _is_any(item, steps, wanted):
                return True
        return False
    if cell.kind == SCALAR:
        return not cell.is_null
    here = cell.shape
    for name, is_list, is_end, below in steps:
        found = here.peek(name)
        if found is None:
            if not name:
                return True
        elif (is_list and found.is_null) or (is_end and wanted(found)) or (below and _is_any(found, below, wanted)):
            return True
    return False


def follow(root: Cell, path: tuple[str, ...], change: Callable[[Cell], None], created: Created = NOTHING) -> None:
    """Change the fields of an object at a path."""
    first = path[0] if path else ""
    if first and created is NOTHING and root.kind == MAP and first[-1] != "]" and root.peek(first) is None:
        return  # as nearly always
    _follow(root, path, change, created)


def _follow(cell: Cell, path: tuple[str, ...], change: Callable[[Cell], None], created: Created, at: int = 0) -> None:
    """Change the fields below a value, at a path from an index on."""
    while at < len(path):
        if cell.kind == LIST:
            for item in cell.items:
                _follow(item, path, change, created, at)
            return
        if cell.kind == SCALAR:
            if cell.is_null:
                return
            where = "/".join(path[at:])
            raise RefusedError(
                cell.place, "merge-types", phrase("a map or a list was expected at {value}", value=where)
            )
        below = _field(cell, path, at, created)
        if below is None:
            return
        cell, at = below, at + 1
    change(cell)


def _field(cell: Cell, path: tuple[str, ...], at: int, created: Created) -> Cell | None:
    """The next field, made if it is missing and may be made; a null becomes what would be made."""
    name = path[at].removesuffix("[]")
    if not name:
        raise RefusedError(cell.place, "configuration-conflict", phrase("the name of a field is empty"))
    found = cell.own(name)
    if found is None:
        made = _made(path, at, created)
        if not made.kind or made.kind == LIST:
            return None
        found = Cell(made.kind)
        cell.set(name, found)
        return found
    if found.tag == NULL and found.is_null:
        made = _made(path, at, created)
        if made.kind:
            found.become(Cell(made.kind))
            found.tag = made.tag
    return found


def _made(path: tuple[str, ...], at: int, created: Created) -> Created:
    if path[at].endswith("[]"):
        return A_LIST
    if not created.kind or len(path) == at + 1:
        return created
    return A_MAP
