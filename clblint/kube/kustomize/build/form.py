"""`Form`: reading access to a configuration (a kustomization, a transformer, replacements), checked by its type."""

from __future__ import annotations

from clblint.i18n.text import N_, phrase
from clblint.kube.kustomize.build.cell import KINDS, LIST, MAP, SCALAR, Cell
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.scalars import BOOL, INT, STR, tag_of, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

# The type of a field: the tag of a scalar, a list of one type, or the fields of a struct; "*" stands for any name.
Type: TypeAlias = "str | list[Type] | dict[str, Type]"
ANY = "any"
TEXTS: Type = [STR]
PAIRS: Type = {"*": STR}
_NAMES = {STR: N_("a text"), INT: N_("a whole number"), BOOL: N_("true or false")}


class Form:
    """The fields of a map by their names; a field that is missing or null reads as empty."""

    __slots__ = ("cell",)

    def __init__(self, cell: Cell | None) -> None:
        self.cell = cell if cell is not None else Cell(MAP)

    def get(self, name: str) -> Cell | None:
        """The cell of a field; None if it is missing or null."""
        cell = self.cell  # by hand, since a build asks for many fields that are not there
        found = cell.fields.get(name) if cell.kind == MAP else None
        return None if found is None or found.is_null else found

    def text(self, name: str) -> str:
        """The text of a field; empty if there is none."""
        found = self.get(name)
        return found.text if found is not None else ""

    def flag(self, name: str) -> bool:
        """Whether a field is true."""
        return self.text(name) == "true"

    def number(self, name: str) -> int:
        """The whole number of a field, 0 if there is none."""
        return int(self.text(name) or 0)

    def form(self, name: str) -> Form:
        """The struct below a field, empty if there is none."""
        return Form(self.get(name))

    def has(self, name: str) -> bool:
        """Whether there is a field, and it is not null."""
        return self.get(name) is not None

    def cells(self, name: str) -> list[Cell]:
        """The items of a list."""
        found = self.get(name)
        return found.items if found is not None else []

    def forms(self, name: str) -> list[Form]:
        """The structs of a list."""
        return [Form(item) for item in self.cells(name)]

    def texts(self, name: str) -> list[str]:
        """The texts of a list."""
        return [item.text for item in self.cells(name)]

    def pairs(self, name: str) -> dict[str, Cell]:
        """The entries of a map of texts, by key, as kustomize goes through them."""
        found = self.get(name)
        fields = found.fields if found is not None else {}
        return {key: fields[key] for key in sorted(fields)}


def checked(cell: Cell, kind: Type, *, strict: bool, converts: bool = False) -> Form:
    """A configuration of a type, with its fields named as the type does: Go compares names in any case.

    What is read from YAML at once `converts` numbers and booleans where texts are expected (sigs.k8s.io/yaml).
    Raises `RefusedError` for a value of another type and, if `strict`, for a field that there is not (encoding/json).
    """
    return Form(_checked(cell, kind, strict=strict, converts=converts))


def _checked(cell: Cell, kind: Type, *, strict: bool, converts: bool) -> Cell:
    if cell.is_null or kind == ANY:
        return cell
    if isinstance(kind, list):
        _expect(cell, LIST, KINDS[LIST])
        made = Cell(LIST, cell.node)
        made.items = [_checked(item, kind[0], strict=strict, converts=converts) for item in cell.items]
        made.key = cell.key
        return made
    if isinstance(kind, dict):
        _expect(cell, MAP, KINDS[MAP])
        made = Cell(MAP, cell.node)
        made.fields = dict(_fields(cell, kind, strict=strict, converts=converts))
        made.key = cell.key
        return made
    _expect(cell, SCALAR, _NAMES[kind])
    if kind == cell.tag == STR:
        return cell
    if converts and kind == STR and cell.tag != STR:
        made = cell.copy()
        made.text, made.tag = text_of(cell.value()), STR
        return made
    if tag_of(cell.value()) != kind:
        raise RefusedError(
            cell.place, "wrong-type", phrase("{text} is not {value}", text=cell.text, value=phrase(_NAMES[kind]))
        )
    return cell


def _fields(cell: Cell, kind: dict[str, Type], *, strict: bool, converts: bool) -> Iterator[tuple[str, Cell]]:
    any_name = kind.get("*")
    for name in sorted(cell.fields):
        below = cell.fields[name]
        known = name if name in kind else next((one for one in kind if one.lower() == name.lower()), None)
        if any_name is not None:
            yield name, _checked(below, any_name, strict=strict, converts=converts)
        elif known is not None:
            yield known, _checked(below, kind[known], strict=strict, converts=converts)
        elif strict:
            place = below.key.place if below.key is not None else below.place
            raise RefusedError(place, "unknown-field", phrase('unknown field "{name}"', name=name))


def _expect(cell: Cell, kind: str, name: str) -> None:
    if cell.kind != kind:
        raise RefusedError(
            cell.place,
            "wrong-type",
            phrase("{wanted} was expected, not {found}", wanted=phrase(name), found=phrase(KINDS[cell.kind])),
        )
