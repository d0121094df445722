"""`Cell`: a value of an object while it is built, with the places that it comes from.

A cell is kustomize's node (kyaml/yaml, RNode over yaml.Node): kustomize changes nodes in place, and one node may stand
in several places of an object, as a label that `commonLabels` adds does; what changes it later changes it everywhere
(api/filters/filtersutil/setters.go:SetEntry). The same here: cells are shared and changed where kustomize does so.

The cells of a file are never changed: builds work on lazy copies. The fields and items of a copy are copied when they
are first accessed; `own` copies a single field. So overlays share most of an object, and what is known of it (`Facts`).
"""

from __future__ import annotations

import re

from clblint.i18n.text import N_, phrase
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable, UnknownError
from clblint.kube.kustomize.build.scalars import NULL, STR, as_json, is_quoted_in_yaml, of_json, resolve, typed
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from clblint.i18n.text import Text
    from clblint.source.node import Node
    from clblint.source.place import Place

SCALAR, MAP, LIST = "scalar", "map", "list"
KINDS = {SCALAR: N_("a single value"), MAP: N_("a map"), LIST: N_("a list")}
# The tags of maps that Go cannot write as JSON: a key is no text, or there twice.
ODD_KEYS, REPEATED_KEYS = "odd", "repeated"
# The tag of a map with a key twice, of which the first value is a null: some patches of this map drop that one.
REPEATED_NULL = "repeated-null"
# The tag of `metadata` with several `annotations`. kustomize changes the first ones, and adds the others to them where
# it writes all annotations anew, which some transformers do and others do not.
REPEATED_ANNOTATIONS = "annotations"
_CLOSING = re.compile(r"(?:\s|#.*\n)*[,\]}]")  # what follows a value in brackets, and none in a block
_NEAR = 1_000  # characters: aliases may ask for one value very often
_MOST_BEFORE = 30  # places kept of one value; only a hostile tree writes one value more often


class Cell:
    """A scalar, map or list.

    Attributes:
        node: the text that it was taken from; None if kustomize made it up.
        key: the text of its key in a map.
        before: other texts that took part: replaced values, a prefix, the source of a replacement.
        compared: the keys of list elements by which elements of a patch were matched.
        settled: the series of patches that has been merged into it, or None.
        origin: for a lazy copy, the original, until the fields or items are accessed; read them in `below`, and change
            nothing there.
        part: for a map of which only some fields are copied or added, the original of the others.
        own_fields: those copied or added fields.
        settling: for a copy as after a round trip through JSON, which sorts keys and settles types, the original.
    """

    __slots__ = (
        "_facts",
        "_fields",
        "_items",
        "before",
        "compared",
        "key",
        "kind",
        "node",
        "origin",
        "own_fields",
        "part",
        "quoted",
        "settled",
        "settling",
        "tag",
        "text",
    )
    own_fields: dict[str, Cell]  # if there is a `part`

    def __init__(self, kind: str, node: Node | None = None) -> None:
        self.kind = kind
        self.node = node
        self.key: Node | None = None
        self.before: tuple[Node, ...] = ()
        self.compared: tuple[Node, ...] = ()
        self.tag = ""  # of a scalar; if empty, its text decides unless it is quoted
        self.text = ""
        self.quoted = False
        self._fields: dict[str, Cell] | None = None  # None until it is accessed
        self._items: list[Cell] | None = None
        self.settled: object = None
        self.origin: Cell | None = None
        self.part: Cell | None = None
        self.settling: Cell | None = None
        self._facts: Facts | None = None

    @classmethod
    def leaf(cls, text: str, tag: str, node: Node, *, quoted: bool) -> Cell:
        """A scalar at its place, without fields and items."""
        made = cls.__new__(cls)  # by hand, since a build makes many of these
        made.kind, made.node, made.text, made.tag, made.quoted = SCALAR, node, text, tag, quoted
        made.before = made.compared = ()
        made.key = made.settled = made.origin = made.part = made.settling = None
        made._fields = made._items = made._facts = None  # noqa: SLF001 - the same class
        return made

    # Properties, since a `__getattr__` makes the access to all other attributes several times as slow.
    @property
    def fields(self) -> dict[str, Cell]:
        """The fields of a map, each a copy if this is one."""
        found = self._fields
        return self._expanded()[0] if found is None else found

    @fields.setter
    def fields(self, fields: dict[str, Cell]) -> None:
        self._fields = fields
        if self._items is None:
            self._items = []

    @property
    def items(self) -> list[Cell]:
        """The items of a list, each a copy if this is one."""
        found = self._items
        return self._expanded()[1] if found is None else found

    @items.setter
    def items(self, items: list[Cell]) -> None:
        self._items = items
        if self._fields is None:
            self._fields = {}

    def _expanded(self) -> tuple[dict[str, Cell], list[Cell]]:
        """The fields and items, copied on first access."""
        origin, settling, part = self.origin, self.settling, self.part
        self.origin = self.part = None
        fields: dict[str, Cell] = {}
        items: list[Cell] = []
        if origin is not None:
            fields = {key: cell.twin() for key, cell in origin.fields.items()}
            items = [cell.twin() for cell in origin.items]
        elif part is not None:
            own = self.own_fields
            fields = {key: own.get(key) or cell.twin() for key, cell in part.fields.items()} | own
        elif settling is not None:
            fields = {key: settling.fields[key].as_of_json() for key in sorted(settling.fields)}
            items = [cell.as_of_json() for cell in settling.items]
        self._fields, self._items = fields, items
        return fields, items

    def __repr__(self) -> str:
        inside = repr(self.text) if self.kind == SCALAR else str(len(self.fields) or len(self.items))
        return f"<Cell {self.kind} {inside} {self.place}>"

    @property
    def below(self) -> Cell:
        """The cell that has the same fields and items, for reading only."""
        return self.origin or self

    @property
    def pattern(self) -> Cell | None:
        """The original of a copy whose fields and items were not accessed yet; its types may not be settled."""
        return self.origin or self.settling

    @property
    def shape(self) -> Cell:
        """A cell with the same fields and items, for reading only; the order of keys and the types may differ."""
        here = self.origin or self
        return here.settling or here

    @property
    def facts(self) -> Facts:
        """What is known of a cell that is never changed."""
        found = self._facts
        if found is None:
            found = self._facts = Facts()
        return found

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
        if self.kind == SCALAR:
            return self.tag == NULL
        if self.part is not None:
            return False
        here = self.below
        return not (here.fields if self.kind == MAP else here.items)

    def get(self, *path: str) -> Cell | None:
        """The cell below these keys; None if one of them is missing, or a value above it is null or no map."""
        cell: Cell | None = self
        for name in path:
            cell = cell.own(name) if cell is not None and cell.kind == MAP else None
        return cell

    def own(self, name: str) -> Cell | None:
        """A field of a map, which alone becomes a copy if this is one."""
        there = self.peek(name)
        if there is None or (self.origin is None and (self.part is None or name in self.own_fields)):
            return there
        made = there.twin()
        self.set(name, made)
        return made

    def set(self, name: str, value: Cell) -> None:
        """Let a field of a map be another cell; a new one is the last."""
        if self.origin is not None:
            self.part, self.origin, self.own_fields = self.origin, None, {name: value}
        elif self.part is not None:
            self.own_fields[name] = value
        else:
            self.fields[name] = value

    def peek(self, name: str) -> Cell | None:
        """A field of a map, for reading only."""
        here = self.origin
        if here is None:
            here = self.part
            if here is None:
                return (self._fields or self.fields).get(name)
            found = self.own_fields.get(name)
            if found is not None:
                return found
        return (here._fields or here.fields).get(name)

    @property
    def seen_fields(self) -> dict[str, Cell]:
        """All fields of a map, for reading only."""
        part = self.part
        if part is not None:
            return (part._fields or part.fields) | self.own_fields
        here = self.origin or self
        return here._fields or here.fields

    def seen(self, *path: str) -> Cell | None:
        """The cell below these keys, for reading only; None if one of them is missing."""
        cell = self
        for name in path:
            found = cell.peek(name)
            if found is None:
                return None
            cell = found
        return cell

    def text_at(self, *path: str) -> str:
        """The text of the scalar below these keys; empty if there is none or it is null."""
        cell = self.seen(*path)
        return "" if cell is None or cell.tag == NULL else cell.text

    def become(self, other: Cell) -> None:
        """Take over the content of another cell (kyaml/yaml/rnode.go:SetYNode); the cells below are shared with it."""
        if other is self:
            return
        self.before = _merged(other.before, self.nodes, other.node)
        self.compared = other.compared or self.compared
        self.kind, self.tag, self.text, self.quoted = other.kind, other.tag, other.text, other.quoted
        is_leaf = other.kind == SCALAR
        self._fields, self._items = (None, None) if is_leaf else (dict(other.fields), list(other.items))
        self.origin = self.part = self.settling = None
        self.settled = other.settled
        self.node = other.node
        self.key = other.key or self.key

    def put(self, name: str, value: Cell | None) -> None:
        """Set a field of a map, in place if it is there; nothing or null clears it (kyaml/yaml/fns.go:FieldSetter)."""
        self.expect(MAP)
        if value is None or value.is_null:
            if self.peek(name) is not None:
                self.fields.pop(name)
            return
        old = self.own(name)
        if old is None or old is value:
            value.settle_as_text()
        if old is None:
            self.set(name, value)
            self.tag = self.tag if resolve(name)[0] == STR else ODD_KEYS
        elif old is not value:
            value.quoted = old.quoted  # it keeps the style of the old one
            if value.quoted and value.kind == SCALAR:
                value.tag = STR
            old.become(value)

    def settle_as_text(self) -> None:
        """Put a text in quotes that would be none without; one without a type counts as text (FieldSetter)."""
        is_text = self.kind == SCALAR and self.tag in {"", STR}
        if is_text and not self.quoted and resolve(self.text)[0] != STR:
            self.tag, self.quoted = STR, True

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
            fields = self.below.fields
            return {name: fields[name].value() for name in sorted(fields)}
        if self.kind == LIST:
            return [item.value() for item in self.below.items]
        return self._scalar()

    def check(self, *, fixed: bool = False) -> None:
        """Refuse what has no JSON value, as `value` does; `fixed` cells are never changed."""
        pattern, part = self.pattern, self.part
        if self.tag and self.kind == MAP:
            self._check_keys(changed=not fixed and pattern is None)
        if pattern is not None:
            pattern.facts.check(pattern)
        elif part is None or not (part.facts.is_sound(part) and _are_sound(self.own_fields.values())):
            self._check_all(self.fields.values() if self.kind == MAP else self.items, fixed=fixed)

    @staticmethod
    def _check_all(cells: Iterable[Cell], *, fixed: bool = False) -> None:
        for below in cells:
            if below.kind == SCALAR:
                if below.tag != STR:
                    below._scalar()  # noqa: SLF001 - the same class
                continue
            pattern = None if below.tag else below.origin or below.settling
            if fixed:
                below.facts.check(below)
            elif pattern is None or not pattern.facts.sound:
                below.check()

    def _check_keys(self, *, changed: bool = False) -> None:
        """Refuse a map that Go cannot write as JSON; raises `UnknownError` if it can where something `changed` it."""
        if self.tag == ODD_KEYS:
            raise RefusedError(self.place, "value-type", phrase("a key of this map is a number or a boolean"))
        if self.tag == REPEATED_ANNOTATIONS or (self.tag == REPEATED_NULL and changed):
            place, _, message = self._repeated()
            raise UnknownError(Unbuildable("repeated-keys", message, place, changes=True))
        if self.tag in {REPEATED_KEYS, REPEATED_NULL}:
            raise RefusedError(*self._repeated())

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
        if self.tag == NULL and not self.text and _is_written_in_quotes(self.node):
            return ""
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
        here = self.below
        if self.kind == MAP and here.fields:
            for name, below in here.fields.items():
                yield from below.leaves(f"{path}/{name.replace('~', '~0').replace('/', '~1')}")
        elif self.kind == LIST and here.items:
            for index, below in enumerate(here.items):
                yield from below.leaves(f"{path}/{index}")
        else:
            yield path, self

    def copy(self, known: dict[int, Cell] | None = None) -> Cell:
        """A copy in which what was shared is shared again; `known` are other copies, by the identity of the cells."""
        return _copy(self, {} if known is None else known)

    def twin(self) -> Cell:
        """A lazy copy of a cell that is never changed."""
        made = Cell.__new__(Cell)
        made.kind, made.node, made.key = self.kind, self.node, self.key
        made.before, made.compared = self.before, self.compared
        made.tag, made.text, made.quoted = self.tag, self.text, self.quoted
        made.origin = self if self.kind != SCALAR else None
        made.part = made.settling = made.settled = None
        made._fields = made._items = made._facts = None  # noqa: SLF001 - a cell like this one
        return made

    def unshared(self) -> Cell:
        """A copy as after a round trip through JSON: types are settled, nothing is shared (UnmarshalJSON)."""
        if self.kind == MAP:
            self._check_keys()
        pattern, part = self.pattern, self.part
        if pattern is not None and pattern.facts.is_sound(pattern):
            made = pattern.settled_form.twin()
            made.node, made.key, made.before, made.compared = self.node, self.key, self.before, self.compared
            return made
        if part is not None and part.facts.is_sound(part) and part.fields.keys() >= self.own_fields.keys():
            made = part.settled_form.twin()
            made.node, made.key, made.before, made.compared = self.node, self.key, self.before, self.compared
            made.part, made.origin = made.origin, None
            made.own_fields = {name: self.own_fields[name].unshared() for name in sorted(self.own_fields)}
            return made
        made = Cell(self.kind, self.node)
        made.key, made.before, made.compared = self.key, self.before, self.compared
        if self.kind == MAP:
            made.fields = {name: self.fields[name].unshared() for name in sorted(self.fields)}
        elif self.kind == LIST:
            made.items = [item.unshared() for item in self.items]
        else:
            made.text, made.tag, made.quoted = self._of_json()
        return made

    @property
    def settled_form(self) -> Cell:
        """A sound cell as after a round trip through JSON; neither of the two is ever changed."""
        if self.settling is not None:
            return self
        facts = self.facts
        if facts.settled_form is None:
            facts.settled_form = self.as_of_json()
        return facts.settled_form

    def as_of_json(self) -> Cell:
        """A lazy copy of a sound cell as after a round trip through JSON."""
        made = Cell.__new__(Cell)  # by hand, since a build makes many of these
        made.kind, made.node, made.key = self.kind, self.node, self.key
        made.before, made.compared = self.before, self.compared
        made.origin = made.part = made.settled = None
        made._fields = made._items = made._facts = None  # noqa: SLF001 - a cell like this one
        if self.kind != SCALAR:
            made.tag, made.text, made.quoted, made.settling = "", "", False, self
        elif self.tag == STR:
            made.tag, made.text, made.quoted, made.settling = STR, self.text, is_quoted_in_yaml(self.text), None
        else:
            made.text, made.tag, made.quoted = self._of_json()
            made.settling = None
        return made

    def _of_json(self) -> tuple[str, str, bool]:
        """Text, tag and quotes of a scalar after a round trip through JSON."""
        if self.tag == STR:
            return self.text, STR, is_quoted_in_yaml(self.text)
        value = self._scalar()
        return *of_json(value), isinstance(value, str) and is_quoted_in_yaml(value)


def _is_written_in_quotes(node: Node | None) -> bool:
    """Whether a value that is missing stands between brackets, as in `{a: }`: kustomize writes it as `''`, a text."""
    if not isinstance(node, Scalar) or node.text:  # of a text in a kustomization only that is known
        return False
    return _CLOSING.match(node.source.text, node.end, node.end + _NEAR) is not None


def not_the_kind(wanted: str, found: str) -> Text:
    """That another kind of value stands somewhere."""
    return phrase("{wanted} was expected, not {found}", wanted=phrase(KINDS[wanted]), found=phrase(KINDS[found]))


class Facts:
    """What is known of a cell that is never changed, for all of its copies.

    Attributes:
        node: its syntax tree.
        entries: the nodes of keys and values in that tree, by key.
        settled_form: the cell as after a round trip through JSON.
        text: an indent, all of its text with this indent, and the types of the values.
        stays: by schema, whether it stays unchanged if it is merged with nothing.
        containers: its lists of containers.
        bearing: the lists of containers in each of its fields.
        sound: whether it has been checked.
    """

    __slots__ = ("bearing", "containers", "entries", "node", "settled_form", "sound", "stays", "text")

    def __init__(self) -> None:
        self.sound = False
        self.node: Node | None = None
        self.entries: dict[str, tuple[Node, Node]] = {}
        self.settled_form: Cell | None = None
        self.text = "", "", ""
        self.stays: dict[object, bool] = {}
        self.containers: list[Cell] | None = None
        self.bearing: dict[str, list[Cell]] | None = None

    def check(self, cell: Cell) -> None:
        """Check the cell, once if it is sound."""
        if not self.sound:
            cell.check(fixed=True)
            self.sound = True

    def is_sound(self, cell: Cell) -> bool:
        """Whether the cell has a JSON value."""
        try:
            self.check(cell)
        except (RefusedError, UnknownError):
            return False
        return True


def scalar(text: str, tag: str = "", node: Node | None = None, before: Iterable[Node] = ()) -> Cell:
    """A new scalar."""
    made = Cell(SCALAR, node)
    made.text, made.tag, made.before = text, tag, tuple(before)
    return made


def lookup_or_create(cell: Cell, kind: str, name: str) -> Cell:
    """The field of a map, which is made if it is missing (kyaml/yaml/fns.go:LookupCreate)."""
    cell.expect(MAP)
    found = cell.own(name)
    if found is None:
        found = Cell(kind)
        cell.set(name, found)
    return found


def _copy(cell: Cell, known: dict[int, Cell]) -> Cell:
    made = known.get(id(cell))
    if made is None:
        made = known[id(cell)] = cell.twin()
        if cell.kind == SCALAR or cell.settling is not None:
            return made
        made.origin = cell.origin
        if cell.part is not None:
            made.part = cell.part
            made.own_fields = {name: _copy(below, known) for name, below in cell.own_fields.items()}
        elif cell.origin is None:
            made.fields = {name: _copy(below, known) for name, below in cell.fields.items()}
            made.items = [_copy(below, known) for below in cell.items]
    return made


def _are_sound(cells: Iterable[Cell]) -> bool:
    """Whether all have a JSON value."""
    try:
        Cell._check_all(cells)  # noqa: SLF001 - what the class does with those below
    except (RefusedError, UnknownError):
        return False
    return True


def _merged(first: tuple[Node, ...], second: Iterable[Node], own: Node | None) -> tuple[Node, ...]:
    """Both without the cell's own node, each node once."""
    nodes = dict.fromkeys((*first, *second))
    if own is not None:
        nodes.pop(own, None)
    return tuple(nodes)[:_MOST_BEFORE]
