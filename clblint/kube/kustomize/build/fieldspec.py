"""Field specs: which field of which kinds a transformer changes (api/types/fieldspec.go, api/filters/fieldspec)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.resource import group_and_version
from clblint.kube.kustomize.build.scalars import INT, STR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clblint.kube.kustomize.build.form import Form


class Created(NamedTuple):
    """What is made of a field that is missing or null."""

    kind: str
    tag: str = ""


NOTHING = Created("")
A_MAP, A_TEXT, A_NUMBER = Created(MAP), Created(SCALAR, STR), Created(SCALAR, INT)


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


def apply(root: Cell, specs: Iterable[FieldSpec], change: Callable[[Cell], None], created: Created = NOTHING) -> None:
    """Change all fields of an object that the specs name (api/filters/fsslice)."""
    kind = root.text_at("kind")
    group, version = group_and_version(root.text_at("apiVersion"))
    for spec in specs:
        if spec.is_for(group, version, kind):
            follow(root, _parts(spec.path), change, created if spec.create else NOTHING)


@cache
def _parts(path: str) -> tuple[str, ...]:
    return tuple(split(path))


def follow(root: Cell, path: Sequence[str], change: Callable[[Cell], None], created: Created = NOTHING) -> None:
    """Change the fields of an object at a path."""
    first = path[0] if path else ""
    if first and created is NOTHING and root.kind == MAP and first[-1] != "]" and first not in root.fields:
        return  # as nearly always
    _follow(root, list(path), change, created)


def _follow(cell: Cell, path: list[str], change: Callable[[Cell], None], created: Created) -> None:
    if not path:
        change(cell)
    elif cell.is_null:
        return
    elif cell.kind == LIST:
        for item in cell.items:
            _follow(item, path, change, created)
    elif cell.kind == MAP:
        below = _field(cell, path, created)
        if below is not None:
            _follow(below, path[1:], change, created)
    else:
        raise RefusedError(
            cell.place, "merge-types", phrase("a map or a list was expected at {value}", value="/".join(path))
        )


def _field(cell: Cell, path: list[str], created: Created) -> Cell | None:
    """The next field, made if it is missing and may be made; a null becomes what would be made."""
    name = path[0].removesuffix("[]")
    if not name:
        raise RefusedError(cell.place, "configuration-conflict", phrase("the name of a field is empty"))
    made = _made(path, created)
    found = cell.fields.get(name)
    if found is None:
        if not made.kind or made.kind == LIST:
            return None
        found = cell.fields[name] = Cell(made.kind)
        return found
    if found.is_null and made.kind:
        found.become(Cell(made.kind))
        found.tag = made.tag
    return found


def _made(path: list[str], created: Created) -> Created:
    if path[0].endswith("[]"):
        return Created(LIST)
    if not created.kind or len(path) == 1:
        return created
    return A_MAP
