"""Paths to fields as replacements and variables write them (kyaml/yaml: PathGetter, PathMatcher)."""

from __future__ import annotations

import re

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell, scalar
from clblint.kube.kustomize.build.fieldspec import split
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.select import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.kustomize.build.form import Form

_INDEX = re.compile(r"\+?[0-9]{1,9}", re.ASCII)
_INDEXED = re.compile(r"(.*)\[([0-9]+)\]", re.ASCII | re.DOTALL)
_REFUSED = "replacement"


def parts_of(path: str) -> list[str]:
    """The parts of a path with dots; what stands in brackets is one (kyaml/utils: SmarterPathSplitter)."""
    result: list[str] = []
    parts = iter(split(path, "."))
    for part in parts:
        if not part.startswith("[") or part.endswith("]"):
            result.append(part)
            continue
        bracketed = [part]
        for more in parts:
            bracketed.append(more)
            if more.endswith("]"):
                break
        joined = ".".join(bracketed)
        result.append(joined if "=" in joined else joined.strip("[]"))
    return result


def indexed(parts: list[str]) -> list[str]:
    """The parts with `ports[0]` as two (kyaml/yaml/rnode.go:convertSliceIndex)."""
    result: list[str] = []
    for part in parts:
        found = _INDEXED.fullmatch(part) if part.endswith("]") else None
        result += [one for one in found.groups() if one] if found else [part]
    return result


def lookup(cell: Cell, parts: list[str]) -> Cell | None:
    """The value at a path; None if there is none; raises `RefusedError` for a path that cannot be (PathGetter)."""
    found: Cell | None = cell
    for part in (stripped for one in parts if (stripped := one.strip())):
        if found is None or found.is_null:
            return None
        found = _below(found, part)
    return found


def _below(cell: Cell, part: str) -> Cell | None:
    if _INDEX.fullmatch(part) or part == "-":
        cell.expect(LIST)
        index = len(cell.items) - 1 if part == "-" else int(part)
        return cell.items[index] if 0 <= index < len(cell.items) else None
    if part == "*":
        raise RefusedError(cell.place, _REFUSED, phrase("a source cannot have the wildcard *"))
    if _is_match(part):
        cell.expect(LIST)
        name, value = _condition(part, cell)
        return next((item for item in cell.items if _is_equal(item, name, value)), None)
    cell.expect(MAP)
    return cell.fields.get(part)


def _is_equal(item: Cell, name: str, value: str) -> bool:
    if not name:
        return item.text == value
    found = item.get(name)
    return found is not None and (not value or found.text == value)


def matches(cell: Cell, parts: list[str], form: Form, create: str = "") -> list[Cell]:
    """All values at a path with conditions and wildcards; with `create` what is missing is made, the last of this kind.

    Raises `RefusedError` for a path that cannot be followed (PathMatcher).
    """
    if not parts:
        return [cell]
    part, rest = parts[0], parts[1:]
    if _INDEX.fullmatch(part):
        return matches(_element(cell, part, rest, create), rest, form, create)
    if _is_match(part):
        return _matching(cell, part, rest, form, create)
    if part == "*":
        cell.expect(LIST)
        return [found for item in list(cell.items) for found in matches(item, rest, form, create)]
    return _in_field(cell, part, rest, form, create)


def _in_field(cell: Cell, part: str, rest: list[str], form: Form, create: str) -> list[Cell]:
    if cell.is_null:
        return [Cell(SCALAR)] if create else []  # what is made below a null is lost
    cell.expect(MAP)
    found = cell.fields.get(part)
    if found is None:
        if not create:
            return []
        found = cell.fields[part] = Cell(_kind(rest, create))
    if found.is_null and rest:
        if create and not found.text:  # kustomize takes one that is written as null or ~ for nothing
            found.expect(MAP)
        return [Cell(SCALAR)] if create and rest[0] != "*" else []
    if found.kind == SCALAR and rest:
        raise RefusedError(form.cell.place, _REFUSED, phrase("{part} is a text, nothing is below it", part=part))
    return matches(found, rest, form, create)


def _element(cell: Cell, part: str, rest: list[str], create: str) -> Cell:
    cell.expect(LIST)
    index = int(part)
    if index == len(cell.items) and create:
        cell.items.append(Cell(_kind(rest, create)))
    if index >= len(cell.items):
        raise RefusedError(cell.place, _REFUSED, phrase("there is no index {index}", index=index))
    return cell.items[index]


def _matching(cell: Cell, part: str, rest: list[str], form: Form, create: str) -> list[Cell]:
    cell.expect(LIST)
    name, value = _condition(part, cell)
    pattern = Pattern(value, form)

    def below(item: Cell) -> list[Cell]:
        if not name:
            return [item] if item.kind == SCALAR and pattern.is_in(item.text.strip()) else []
        found = item.get(name)
        is_meant = found is not None and pattern.is_in(found.text.strip())
        return matches(item, rest, form, create) if is_meant else []

    found = [one for item in list(cell.items) for one in below(item)]
    if found or not create:
        return found
    made = scalar(value)
    if name:
        made, inner = Cell(MAP), made
        made.fields[name] = inner
    cell.items.append(made)
    return below(made)


def _condition(part: str, cell: Cell) -> tuple[str, str]:
    """Name and value of `[name=value]` (SplitIndexNameValue)."""
    name, equal, value = part.removesuffix("]").removeprefix("[").partition("=")
    if not equal:
        raise RefusedError(cell.place, _REFUSED, phrase("{part} is no condition", part=part))
    return name, value


def _is_match(part: str) -> bool:
    return part.startswith("[") and part.endswith("]")


def _kind(rest: list[str], last: str) -> str:
    """The kind of what is made before the rest of a path (getPathPartKind)."""
    if not rest or not rest[0]:
        return last
    return LIST if _is_match(rest[0]) or _INDEX.fullmatch(rest[0]) else MAP
