"""`Resource`: an object of a build with the ids it has and had (api/resource/resource.go, kyaml/resid/resid.go).

Earlier names, namespaces and kinds are annotations of the object, as in kustomize: a patch that takes all annotations
away makes it forget them, and references to it stay behind.
"""

from __future__ import annotations

from functools import lru_cache

from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell, lookup_or_create, scalar
from clblint.kube.kustomize.build.merge_keys import CLUSTER_SCOPED
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.scalars import NULL, STR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeAlias

    from clblint.source.node import Node

_DOMAIN = "internal.config.kubernetes.io/"
NAMES, NAMESPACES, KINDS = f"{_DOMAIN}previousNames", f"{_DOMAIN}previousNamespaces", f"{_DOMAIN}previousKinds"
PREFIXES, SUFFIXES = f"{_DOMAIN}prefixes", f"{_DOMAIN}suffixes"
REF_BY, BEHAVIOR, NEEDS_HASH = f"{_DOMAIN}refBy", f"{_DOMAIN}generatorBehavior", f"{_DOMAIN}needsHashSuffix"
NAME_CHANGE, KIND_CHANGE = f"{_DOMAIN}allowNameChange", f"{_DOMAIN}allowKindChange"
INNER = frozenset(
    {NAMES, NAMESPACES, KINDS, PREFIXES, SUFFIXES, REF_BY, BEHAVIOR, NEEDS_HASH, NAME_CHANGE, KIND_CHANGE}
)
ENABLED = "enabled"
LEGACY_INNER = frozenset({"config.kubernetes.io/path", "config.kubernetes.io/index", "config.k8s.io/id"})
# All that is removed from the result (api/resource/resource.go:BuildAnnotations).
REMOVED = INNER | LEGACY_INNER | {f"{_DOMAIN}{name}" for name in ("path", "index", "seqindent", "id", "helm-generated")}
_FORMER = frozenset({NAMES, NAMESPACES, KINDS, PREFIXES, SUFFIXES})
_Said: TypeAlias = "tuple[str, str, str, str, str | None, str | None, str | None]"
_Former: TypeAlias = "tuple[str, str, str]"  # kind, name, namespace
_NOTHING: Mapping[str, Cell] = {}
_NO_FIELDS = _NOTHING, _NOTHING
_DEFAULT, _NO_NAMESPACE = "default", "_non_namespaceable_"


class Id(NamedTuple):
    """Who an object is; `namespace` as it is written."""

    group: str
    version: str
    kind: str
    name: str
    namespace: str

    @property
    def api_version(self) -> str:
        """Group and version as in `apiVersion`."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def is_cluster_scoped(self) -> bool:
        """Whether the kind is known to have no namespace."""
        return _is_cluster_scoped(self.group, self.version, self.kind)

    @property
    def effective_namespace(self) -> str:
        """The namespace that it is compared by: none and `default` are equal."""
        return _NO_NAMESPACE if self.is_cluster_scoped else self.namespace or _DEFAULT

    @property
    def key(self) -> Id:
        """Equal for equal ids."""
        return Id(self.group, self.version, self.kind, self.name, self.effective_namespace)

    def is_selected(self, group: str, version: str, kind: str) -> bool:
        """Whether it is of this group, version and kind, each of which may be empty."""
        return group in {"", self.group} and version in {"", self.version} and kind in {"", self.kind}

    def __str__(self) -> str:
        where = f" in {self.namespace}" if self.namespace else ""
        return f"{self.kind} {self.name}{where} ({self.api_version})"


@lru_cache(maxsize=1000)
def _is_cluster_scoped(group: str, version: str, kind: str) -> bool:
    return f"{group}/{version} {kind}".removeprefix("/") in CLUSTER_SCOPED


@lru_cache(maxsize=1000)
def group_and_version(api_version: str) -> tuple[str, str]:
    """The two parts of an `apiVersion`."""
    group, slash, version = api_version.partition("/")
    return (group, version) if slash else ("", group)


class Resource:
    """An object and the variables that read it; its `root` is empty once a patch has deleted it.

    `bare` is the root for those who neither read nor change annotations: what it was called, and what was put before
    and behind its name, may not be written there yet. Most objects are printed before anybody reads it.
    `plain` is the series of patches in which it went through JSON, and nothing but JSON patches have changed it since.
    """

    __slots__ = ("_affixes", "_former", "_ids", "_said", "bare", "plain", "variables")

    def __init__(self, root: Cell) -> None:
        self.bare = root
        self._former: tuple[_Former, ...] = ()  # ids and affixes that are not written yet
        self._affixes: tuple[tuple[str, str], ...] = ()
        self._said: tuple[_Said | None, tuple[_Former, ...]] = (
            None,
            (),
        )  # what says who it is and was, when it was last read
        self._ids: tuple[Id, ...] = ()
        self.plain: object = None
        self.variables: list[str] = []

    @property
    def root(self) -> Cell:
        """The whole object, with all annotations."""
        if self._former or self._affixes:
            self._write_former()
        return self.bare

    @root.setter
    def root(self, root: Cell) -> None:
        self.bare = root

    def __repr__(self) -> str:
        return f"<Resource {self.current}>"

    @property
    def is_gone(self) -> bool:
        """Whether a patch has deleted it."""
        return self.bare.is_empty

    @property
    def kind(self) -> str:
        """Its kind."""
        return self.bare.text_at("kind")

    @property
    def name(self) -> str:
        """Its name as it is now."""
        return self.bare.text_at("metadata", "name")

    @property
    def namespace(self) -> str:
        """Its namespace as it is now."""
        return self.bare.text_at("metadata", "namespace")

    @property
    def current(self) -> Id:
        """Its id as it is now."""
        return self.ids[-1]

    @property
    def earlier(self) -> tuple[Id, ...]:
        """The ids that it had, the oldest first (api/internal/utils/makeResIds.go:PrevIds)."""
        return self.ids[:-1]

    @property
    def original(self) -> Id:
        """The id that it began with."""
        return self.ids[0]

    @property
    def ids(self) -> tuple[Id, ...]:
        """All ids that it has and had, the one of now is the last."""
        said = _what_it_says(self.bare), self._former
        if said != self._said:
            ids = _ids_of(*said)
            if ids is None:
                message = phrase("a name or namespace with a comma cannot be changed: {name}", name=self.name)
                raise RefusedError(self.bare.place, "name-clash", message)
            self._said, self._ids = said, ids
        return self._ids

    def annotation(self, name: str) -> str | None:
        """The text of an annotation; None if there is none."""
        root = self.root if name in _FORMER else self.bare
        found = root.seen("metadata", "annotations", name)
        return None if found is None else found.text

    def texts(self, field: str) -> dict[str, str]:
        """Annotations or labels as text (kyaml/yaml/rnode.go:getMapFromMeta)."""
        found = self.root.seen("metadata", field)
        return {} if found is None else {name: cell.text for name, cell in found.below.fields.items()}

    def annotate(self, name: str, text: str) -> None:
        """Set one annotation; the others stay as they are (kyaml/yaml/fns.go:SetAnnotation)."""
        meta = _map_in(self.root, "metadata")
        _map_in(meta, "annotations").put(name, scalar(text, STR))

    def add_to(self, name: str, text: str) -> None:
        """Append to an annotation that is a list of what was put before or behind its name (appendCsvAnnotation)."""
        if text and self._has_ordinary_annotations:
            self._affixes += ((name, text),)
        elif text:
            self._add_to(self._notes(), name, text)

    @property
    def _has_ordinary_annotations(self) -> bool:
        """Whether it has annotations, or none, so that more can be written later."""
        meta = self.bare.peek("metadata")
        notes = meta.peek("annotations") if meta is not None and meta.kind == MAP else None
        return meta is not None and meta.kind == MAP and (notes is None or notes.kind == MAP)

    def _write_former(self) -> None:
        """Write the annotations that say what it was called."""
        former, affixes = self._former, self._affixes
        self._former = self._affixes = ()
        notes = self._notes()
        for kind, name, space in former:
            for note, text in ((NAMES, name), (NAMESPACES, space), (KINDS, kind)):
                self._add_to(notes, note, text)
        for note, text in affixes:
            self._add_to(notes, note, text)

    def _notes(self) -> Cell:
        """The map of its annotations; what is none is dropped (kyaml/yaml/rnode.go:SetAnnotations)."""
        found = _map_in(_map_in(self.root, "metadata"), "annotations")
        if found.kind == SCALAR or (found.kind == LIST and not found.items):
            found.become(Cell(MAP))
        return found

    @staticmethod
    def _add_to(notes: Cell, name: str, text: str) -> None:
        notes.expect(MAP)
        before = notes.own(name)
        if before is None:
            notes.set(name, scalar(text, STR))
        elif before.kind == SCALAR and before.node is None and not before.before:  # as kustomize wrote it itself
            before.text, before.tag, before.settled = f"{before.text},{text}", STR, None
        else:
            notes.put(name, scalar(f"{before.text},{text}", STR))

    def parts(self, name: str) -> list[str]:
        """The items of an annotation that is a list (getCsvAnnotation)."""
        found = self.annotation(name)
        return [] if found is None else found.split(",")

    def set_texts(self, field: str, values: Mapping[str, Cell]) -> None:
        """Write annotations or labels anew: all become text and are shared no longer (setMapInMetadata)."""
        meta = _map_in(self.root, "metadata")
        old = meta.fields.pop(field, None)
        if values:
            made = meta.fields[field] = Cell(MAP, old.node if old is not None else None)
            made.key = old.key if old is not None else None
            made.fields = {name: _as_text(values[name]) for name in sorted(values)}
            made.mark_keys()

    def rewrite_annotations(self, without: frozenset[str] = frozenset()) -> None:
        """Make text of all annotations, and drop some."""
        if without >= _FORMER:
            self._former = self._affixes = ()
        found = self.root.get("metadata", "annotations")
        fields = found.fields if found is not None else {}
        self.set_texts("annotations", {name: cell for name, cell in fields.items() if name not in without})

    def make_texts(self, names: Iterable[str]) -> None:
        """Make text of some annotations."""
        found = self.root.get("metadata", "annotations")
        for name in names:
            cell = found.get(name) if found is not None else None
            if found is not None and cell is not None:
                found.fields[name] = _as_text(cell)

    def enable(self, name: str) -> None:
        """Set an inner annotation to `enabled`; it makes text of all annotations."""
        found = self.root.get("metadata", "annotations")
        self.set_texts("annotations", {**(found.fields if found is not None else {}), name: scalar(ENABLED, STR)})

    def is_enabled(self, name: str) -> bool:
        """Whether an inner annotation is `enabled`."""
        return self.annotation(name) == ENABLED

    def store_id(self) -> Id:
        """Remember the id that it has now (StorePreviousId), which is returned."""
        ids = self.ids
        now, space = ids[-1], ids[-1].effective_namespace
        if len(ids) > 1 and ids[-2][3:] == (now.name, space) and ids[-2].kind == now.kind:
            return now  # once is enough, and many patches make no long list
        texts = now.kind, now.name, space
        if self._can_wait(texts):
            self._former += (texts,)
            return now
        notes = self._notes()
        for name, text in ((NAMES, now.name), (NAMESPACES, space), (KINDS, now.kind)):
            if text:
                self._add_to(notes, name, text)
        return now

    def _can_wait(self, texts: _Former) -> bool:
        """Whether an id can be written later: it is one item in each annotation, which are all there or none."""
        said = self._said[0]  # it has been read just before
        is_ordinary = said is not None and len(set(map(type, said[-3:]))) == 1 and self._has_ordinary_annotations
        return is_ordinary and all(texts) and "," not in "".join(texts)

    def set_name(self, name: str, nodes: Iterable[Node] = ()) -> None:
        """Write the name; it stays where it was written, and `nodes` took part."""
        set_text(self.bare, ("metadata", "name"), name, nodes)

    def copy(self, known: dict[int, Cell]) -> Resource:
        """A copy that shares nothing with this one; `known` are copies of cells, by the identity of these."""
        made = Resource(self.bare.copy(known))
        made._former, made._affixes = self._former, self._affixes
        made.variables = list(self.variables)
        made._said, made._ids = self._said, self._ids
        return made


def _what_it_says(root: Cell) -> _Said:
    """The texts that say who an object is and was; asked so often that it takes few calls."""
    own, top = _fields_of(root)
    version = own.get("apiVersion") or top.get("apiVersion")
    kind = own.get("kind") or top.get("kind")
    meta = own.get("metadata") or top.get("metadata")
    own, inner = _fields_of(meta) if meta is not None else _NO_FIELDS
    name = own.get("name") or inner.get("name")
    space = own.get("namespace") or inner.get("namespace")
    notes = own.get("annotations") or inner.get("annotations")
    now = (
        "" if version is None or version.tag == NULL else version.text,
        "" if kind is None or kind.tag == NULL else kind.text,
        "" if name is None or name.tag == NULL else name.text,
        "" if space is None or space.tag == NULL else space.text,
    )
    names = notes.peek(NAMES) if notes is not None else None
    if notes is None or names is None:
        return (*now, None, None, None)
    spaces, kinds = notes.peek(NAMESPACES), notes.peek(KINDS)
    return (
        *now,
        names.text,
        spaces.text if spaces is not None else None,
        kinds.text if kinds is not None else None,
    )


def _fields_of(cell: Cell) -> tuple[Mapping[str, Cell], Mapping[str, Cell]]:
    """The fields of a map for reading only: those that count, then those that count where these have none."""
    part = cell.part
    return (cell.own_fields, part.seen_fields) if part is not None else (cell.seen_fields, _NOTHING)


def _ids_of(said: _Said, former: Iterable[_Former]) -> tuple[Id, ...] | None:
    """All ids; None if there is not the same number of earlier names, namespaces and kinds."""
    api_version, kind, name, space, *before = said
    group, version = group_and_version(api_version)
    now = Id(group, version, kind, name, space)
    found = [Id(group, version, *one) for one in former]
    if before[0] is None:
        return (*found, now)
    names, spaces, kinds = ((texts or "").split(",") for texts in before)
    if not len(names) == len(spaces) == len(kinds):
        return None
    return (*[Id(group, version, *one) for one in zip(kinds, names, spaces, strict=True)], *found, now)


def set_text(root: Cell, path: tuple[str, ...], text: str, nodes: Iterable[Node] = ()) -> None:
    """Write a text below some keys (kyaml/yaml/rnode.go:SetMapField)."""
    *above, last = path
    for name in above:
        root = lookup_or_create(root, MAP, name)
    root.expect(MAP)
    old = root.own(last)
    if old is not None and old.kind == SCALAR:
        old.write(text, "", nodes)
    else:
        root.set(last, scalar(text, "", None, nodes))


def _map_in(cell: Cell, name: str) -> Cell:
    found = cell.own(name) if cell.kind == MAP else None
    if found is None:
        found = lookup_or_create(cell, MAP, name)
    if found.kind == SCALAR and found.is_null:
        found.become(Cell(MAP))
    return found


def _as_text(cell: Cell) -> Cell:
    made = scalar(cell.text, STR, cell.node, cell.before)
    made.key, made.quoted = cell.key, True
    return made
