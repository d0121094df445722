"""`Cell`: a value of an object while it is built, with the places that it comes from.

A cell is kustomize's node (kyaml/yaml, RNode over yaml.Node): kustomize changes nodes in place, and one node may stand
in several places of an object, as a label that `commonLabels` adds does; what changes it later changes it everywhere
(api/filters/filtersutil/setters.go:SetEntry). The same here: cells are shared and changed where kustomize does so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.i18n.text import N_, phrase
from clblint.kube.kustomize.build.refusal import Hole, RefusedError, UnknownError
from clblint.kube.kustomize.build.scalars import NULL, STR, as_json, resolve, tag_of, text_of, typed
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.i18n.text import Text
    from clblint.source.node import Node
    from clblint.source.place import Place

SCALAR, MAP, LIST = "scalar", "map", "list"
KINDS = {SCALAR: N_("a single value"), MAP: N_("a map"), LIST: N_("a list")}
# The tags of maps that Go cannot write as JSON: a key is no text, or there twice.
ODD_KEYS, REPEATED_KEYS = "odd", "repeated"
# The tag of `metadata` with several `annotations`. kustomize changes the first ones, and adds the others to them where
# it writes all annotations anew, which some transformers do and others do not.
REPEATED_ANNOTATIONS = "annotations"
_MOST_BEFORE = 30  # places kept of one value; only a hostile tree writes one value more often


class Cell:
    """A scalar, map or list.

    `node` is the text that it was taken from, None for what kustomize makes up; `key` that of its key in a map.
    `before` are other texts that took part: values that it replaced, a prefix, what a replacement's source was made of.
    `compared` are the keys of list elements that decided which element of a patch belongs to which. `settled` is the
    series of patches that has been merged into it, or None.
    """

    __slots__ = ("before", "compared", "fields", "items", "key", "kind", "node", "quoted", "settled", "tag", "text")

    def __init__(self, kind: str, node: Node | None = None) -> None:
        self.kind = kind
        self.node = node
        self.key: Node | None = None
        self.before: tuple[Node, ...] = ()
        self.compared: tuple[Node, ...] = ()
        self.tag = ""  # of a scalar; empty: told by its text unless it is quoted
        self.text = ""
        self.quoted = False
        self.fields: dict[str, Cell] = {}
        self.items: list[Cell] = []
        self.settled: object = None

    def __repr__(self) -> str:
        inside = repr(self.text) if self.kind == SCALAR else str(len(self.fields) or len(self.items))
        return f"<Cell {self.kind} {inside} {self.place}>"

    @property
    def place(self) -> Place | None:
        """The place to edit; None if kustomize made it up."""
        return None if self.node is None else self.node.place

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All texts that took part, the one to edit first."""
        return self.before if self.node is None else (self.node, *self.before)

    @property
    def is_null(self) -> bool:
        """Whether it is a null."""
        return self.kind == SCALAR and self.tag == NULL

    @property
    def is_empty(self) -> bool:
        """Whether it is null, an empty map or an empty list (kyaml/yaml/types.go:IsYNodeNilOrEmpty)."""
        return self.is_null or (self.kind == MAP and not self.fields) or (self.kind == LIST and not self.items)

    def get(self, *path: str) -> Cell | None:
        """The cell below these keys; None if one of them is missing, or a value above it is null or no map."""
        cell: Cell | None = self
        for name in path:
            cell = cell.fields.get(name) if cell is not None and cell.kind == MAP else None
        return cell

    def text_at(self, *path: str) -> str:
        """The text of the scalar below these keys; empty if there is none or it is null."""
        cell = self
        for name in path:  # not with `get`, since this is asked most often
            found = cell.fields.get(name)
            if found is None:
                return ""
            cell = found
        return "" if cell.tag == NULL else cell.text

    def become(self, other: Cell) -> None:
        """Take over the content of another cell (kyaml/yaml/rnode.go:SetYNode); the cells below are shared with it."""
        if other is self:
            return
        self.before = _merged(other.before, self.nodes, other.node)
        self.compared = other.compared or self.compared
        self.kind, self.tag, self.text, self.quoted = other.kind, other.tag, other.text, other.quoted
        self.fields, self.items = dict(other.fields), list(other.items)
        self.settled = other.settled
        self.node = other.node
        self.key = other.key or self.key

    def put(self, name: str, value: Cell | None) -> None:
        """Set a field of a map, in place if it is there; nothing or null clears it (kyaml/yaml/fns.go:FieldSetter)."""
        self.expect(MAP)
        if value is None or value.is_null:
            self.fields.pop(name, None)
            return
        old = self.fields.get(name)
        if old is None:
            self.fields[name] = value
            self.tag = self.tag if resolve(name)[0] == STR else ODD_KEYS
        elif old is not value:
            value.quoted = old.quoted
            old.become(value)

    def write(self, text: str, tag: str, nodes: Iterable[Node] = ()) -> None:
        """Set the text of a scalar that stays where it was written; `nodes` took part."""
        self.expect(SCALAR)
        self.text, self.tag = text, tag
        self.before = _merged(self.before, nodes, self.node)

    def note(self, nodes: Iterable[Node]) -> None:
        """Remember texts that took part."""
        self.before = _merged(self.before, nodes, self.node)

    def expect(self, kind: str) -> None:
        """Refuse another kind of value (kyaml/yaml/fns.go:ErrorIfInvalid)."""
        if self.kind != kind:
            message = not_the_kind(kind, self.kind)
            raise RefusedError(self.place, "merge-types", message)

    def value(self) -> Any:  # noqa: ANN401 - any JSON value
        """Its JSON value, keys sorted as kustomize prints them; `RefusedError` if a scalar does not fit its type."""
        if self.kind == MAP:
            self._check_keys()
            return {name: self.fields[name].value() for name in sorted(self.fields)}
        if self.kind == LIST:
            return [item.value() for item in self.items]
        return self._scalar()

    def check(self) -> None:
        """Refuse what has no JSON value, as `value` does."""
        if self.tag and self.kind == MAP:
            self._check_keys()
        for below in self.fields.values() if self.kind == MAP else self.items:
            if below.kind != SCALAR:
                below.check()
            elif below.tag != STR:
                below._scalar()  # noqa: SLF001 - a cell like this one

    def _check_keys(self) -> None:
        """Refuse a map that Go cannot write as JSON."""
        if self.tag == ODD_KEYS:
            raise RefusedError(self.place, "value-type", phrase("a key of this map is a number or a boolean"))
        if self.tag == REPEATED_KEYS:
            raise RefusedError(*self._repeated())
        if self.tag == REPEATED_ANNOTATIONS:
            raise UnknownError(
                Hole(
                    "repeated-annotations",
                    phrase("{key} is written twice", key="annotations"),
                    self.place,
                    changes=True,
                )
            )

    def _repeated(self) -> tuple[Place | None, str, Text]:
        """What is wrong with a map in which a key is twice, at the second one."""
        known: set[str] = set()
        for key, _ in self.node.entries if isinstance(self.node, Mapping) else ():
            name = key.text if isinstance(key, Scalar) else ""
            if name in known:
                return key.place, "value-type", phrase("the key {name} is written twice in this map", name=name)
            known.add(name)
        return self.place, "value-type", phrase("a key is written twice in this map")

    def mark_keys(self) -> None:
        """Note that kustomize has written the keys itself: without quotes, whatever they are then."""
        if any(resolve(name)[0] != STR for name in self.fields):
            self.tag = ODD_KEYS

    def _scalar(self) -> Any:  # noqa: ANN401 - any JSON scalar
        if self.tag == STR:  # as nearly always
            return self.text
        try:
            if self.tag:
                return typed(self.tag, self.text)
            return self.text if self.quoted else as_json(resolve(self.text)[1])
        except ValueError:
            message = phrase(
                '"{text}" does not fit the type of the value that it replaces ({kind})',
                text=self.text,
                kind=self.tag[2:],
            )
            raise RefusedError(self.place, "value-type", message) from None

    def leaves(self, path: str = "") -> Iterator[tuple[str, Cell]]:
        """Yield (JSON pointer, cell) for each scalar, empty map and empty list."""
        if self.kind == MAP and self.fields:
            for name, below in self.fields.items():
                yield from below.leaves(f"{path}/{name.replace('~', '~0').replace('/', '~1')}")
        elif self.kind == LIST and self.items:
            for index, below in enumerate(self.items):
                yield from below.leaves(f"{path}/{index}")
        else:
            yield path, self

    def copy(self) -> Cell:
        """A copy in which what was shared is shared again."""
        return _copy(self, {})

    def twin(self) -> Cell:
        """A copy of what has just been read, in which nothing is shared."""
        made = Cell(self.kind, self.node)
        made.key, made.tag, made.text, made.quoted = self.key, self.tag, self.text, self.quoted
        if self.fields:
            made.fields = {name: below.twin() for name, below in self.fields.items()}
        elif self.items:
            made.items = [below.twin() for below in self.items]
        return made

    def unshared(self) -> Cell:
        """A copy as after a round trip through JSON: types are settled, nothing is shared (UnmarshalJSON)."""
        made = Cell(self.kind, self.node)
        made.key, made.before, made.compared = self.key, self.before, self.compared
        if self.kind == MAP:
            self._check_keys()
            made.fields = {name: self.fields[name].unshared() for name in sorted(self.fields)}
        elif self.kind == LIST:
            made.items = [item.unshared() for item in self.items]
        elif self.tag == STR:
            made.text, made.tag, made.quoted = self.text, STR, True
        else:
            value = self._scalar()
            made.text, made.tag, made.quoted = text_of(value), tag_of(value), isinstance(value, str)
        return made


def not_the_kind(wanted: str, found: str) -> Text:
    """That another kind of value stands somewhere."""
    return phrase("{wanted} was expected, not {found}", wanted=phrase(KINDS[wanted]), found=phrase(KINDS[found]))


def scalar(text: str, tag: str = "", node: Node | None = None, before: Iterable[Node] = ()) -> Cell:
    """A new scalar."""
    made = Cell(SCALAR, node)
    made.text, made.tag, made.before = text, tag, tuple(before)
    return made


def lookup_or_create(cell: Cell, kind: str, name: str) -> Cell:
    """The field of a map, which is made if it is missing (kyaml/yaml/fns.go:LookupCreate)."""
    cell.expect(MAP)
    found = cell.fields.get(name)
    if found is None:
        found = cell.fields[name] = Cell(kind)
    return found


def _copy(cell: Cell, known: dict[int, Cell]) -> Cell:
    made = known.get(id(cell))
    if made is None:
        made = known[id(cell)] = Cell(cell.kind, cell.node)
        made.key, made.before, made.compared = cell.key, cell.before, cell.compared
        made.tag, made.text, made.quoted = cell.tag, cell.text, cell.quoted
        if cell.fields:
            made.fields = {name: _copy(below, known) for name, below in cell.fields.items()}
        elif cell.items:
            made.items = [_copy(below, known) for below in cell.items]
    return made


def _merged(first: tuple[Node, ...], second: Iterable[Node], own: Node | None) -> tuple[Node, ...]:
    """Both without the cell's own node, each node once."""
    nodes = dict.fromkeys((*first, *second))
    if own is not None:
        nodes.pop(own, None)
    return tuple(nodes)[:_MOST_BEFORE]
