"""Reads YAML into cells: manifests and patches as kustomize does, kustomizations as Go's JSON decoder gets them."""

from __future__ import annotations

import re

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import (
    LIST,
    MAP,
    ODD_KEYS,
    REPEATED_ANNOTATIONS,
    REPEATED_KEYS,
    REPEATED_NULL,
    Cell,
)
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable, UnknownError
from clblint.kube.kustomize.build.scalars import NULL, STR, resolve, tag_of, text_of
from clblint.source.blocks import documents_in
from clblint.source.document import read_documents
from clblint.source.keys import key_text
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence, is_surely_text
from clblint.source.node import resolve as target_of
from clblint.source.place import Place
from clblint.source.scalars import MERGE_TAG
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.document import Document
    from clblint.source.node import Node

_DEEPEST = 100  # levels; the deepest field that Kubernetes knows is far above
MOST_CELLS = 500_000  # of one document; only aliases of aliases make more
_KNOWN_TAG = "tag:yaml.org,2002:"
_NOTHING = r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*"
_BEGUN = rf"---[ \t]*(?:#[^\n]*)?\r?\n{_NOTHING}"
_NULL = rf"(?:null|~)[ \t]*\r?\n{_NOTHING}"
# A first document without content, where others follow; what stands before the first separator is none by itself.
_EMPTY_FIRST = re.compile(rf"{_NOTHING}(?:{_BEGUN}(?:{_NULL})?|{_NULL})---(?:\s|$)")
_REWRITTEN, _IN_METADATA = frozenset({"annotations", "labels"}), 3  # maps that are written anew, and their level


def manifests(source: Source) -> list[Cell]:
    """The documents of a file of manifests or patches that are not empty; anchors and merges are expanded.

    Raises `RefusedError` for what is no YAML (kyaml/kio/byteio_reader.go:Read).
    """
    return [_Reader(strict=False).cell(root) for root in _roots(read_documents(source, json_first=False))]


def configuration(source: Source, *, unique: bool = False) -> Cell | None:
    """The first document of a kustomization or of another configuration, typed as YAML 1.1 is; None if that is empty.

    Raises `RefusedError` for what is no YAML (sigs.k8s.io/yaml:YAMLToJSON), and for keys that are there twice if they
    must be `unique` (UnmarshalStrict).
    """
    for root in _roots(read_documents(source, json_first=False)) if not _EMPTY_FIRST.match(source.text) else ():
        return _Reader(strict=True, unique=unique).cell(root)
    return None


def configurations(source: Source) -> list[Cell]:
    """All documents of a file, typed as YAML 1.1 is. Raises `RefusedError` for what is no YAML."""
    return [_Reader(strict=True).cell(root) for root in _roots(read_documents(source, json_first=False))]


def inline(cell: Cell) -> list[Cell]:
    """The documents of a text inside of a kustomization: an inline patch, generator or transformer.

    In a literal block they have places of their own; else all stand where the text stands.
    """
    source = Source("", cell.text.encode(errors="replace"))
    plain = [
        _Reader(strict=False, node=cell.node).cell(root) for root in _roots(read_documents(source, json_first=False))
    ]
    placed = _in_place(cell.node)
    same = len(plain) == len(placed) and all(_equal(one, other) for one, other in zip(plain, placed, strict=True))
    return placed if same else plain


def inline_configuration(cell: Cell) -> Cell | None:
    """The first document of a text inside of a kustomization, typed as YAML 1.1 is, as JSON patches are."""
    if _EMPTY_FIRST.match(cell.text):
        return None
    found = [_Reader(strict=True, node=cell.node).cell(root) for root in _roots_of_text(cell.text)[:1]]
    placed = _in_place(cell.node, strict=True)
    if found and placed and _equal(found[0], placed[0]):
        return placed[0]
    return found[0] if found else None


def _roots_of_text(text: str) -> list[Node]:
    return list(_roots(read_documents(Source("", text.encode(errors="replace")), json_first=False)))


def _roots(documents: Iterator[Document]) -> Iterator[Node]:
    for document in documents:
        if document.fault is not None:
            place = Place(document.source.path, document.fault.span)
            reason = document.fault.reason
            message = phrase('go-yaml: "{reason}"', reason=reason) if reason else document.fault.message
            raise RefusedError(place, "yaml", message)
        if document.root is not None and not document.skipped:
            yield document.root


def _in_place(node: Node | None, *, strict: bool = False) -> list[Cell]:
    """The documents of a literal block scalar, read where they stand; nothing if they cannot be read so."""
    found: list[Cell] = []
    for document in documents_in(node) if isinstance(node, Scalar) else ():
        if document.fault is not None:
            return []
        if document.root is not None and not document.skipped:
            found.append(_Reader(strict=strict).cell(document.root))
    return found


def _equal(one: Cell, other: Cell) -> bool:
    try:
        return bool(one.value() == other.value())
    except (RefusedError, UnknownError):
        return False


class _Reader:
    """Makes cells of nodes. `strict` types scalars as go-yaml v2 does; `node` stands for nodes that are in no file.

    If keys must be `unique`, it raises `RefusedError` for a second one.
    """

    def __init__(self, *, strict: bool, node: Node | None = None, unique: bool = False) -> None:
        self._strict = strict
        self._unique = unique
        self._node = node
        self._left = MOST_CELLS
        self._depth = 0

    def cell(self, node: Node, name: str = "") -> Cell:
        """The cell of a node; `name` is its key in the map above."""
        node = target_of(node)
        if node.origin.ordinary:
            return self._ordinary(node)
        self._count(node)
        if isinstance(node, Scalar):
            return self._scalar(node)
        self._enter(node)
        if isinstance(node, Mapping):
            made = Cell(MAP, self._node or node)
            last_counts = self._strict or (name in _REWRITTEN and self._depth == _IN_METADATA)
            made.fields = self._fields(node, last_counts=last_counts)
            made.tag = "" if self._strict else self._tag_of_map(node, name)
            self._depth -= 1
            return made
        made = Cell(LIST, self._node or node)
        if isinstance(node, Sequence):
            made.items = [self.cell(item) for item in node.items]
        self._depth -= 1
        return made

    def _ordinary(self, node: Node) -> Cell:
        """The cell of a node where all keys are texts, none is repeated, and there is no alias, merge or tag."""
        self._count(node)
        if isinstance(node, Scalar):
            return self._scalar(node)
        self._enter(node)
        made = Cell(MAP if isinstance(node, Mapping) else LIST, self._node or node)
        if isinstance(node, Mapping):
            rest = iter(node.children)
            for key in rest:
                value = next(rest)
                if type(value) is Scalar:
                    below = self._scalar(value)
                    self._left -= 1
                else:
                    below = self._ordinary(value)
                made.fields[key.text] = below  # type: ignore[attr-defined]
                below.key = self._node or key
            self._count(node, 0)
        elif isinstance(node, Sequence):
            made.items = [self._ordinary(item) for item in node.items]
        self._depth -= 1
        return made

    def _count(self, node: Node, more: int = 1) -> None:
        self._left -= more
        if self._left < 0:
            message = phrase("more than {count} values in one document", count=MOST_CELLS)
            raise RefusedError(node.place, "too-large", message)

    def _enter(self, node: Node) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise UnknownError(Unbuildable("too-deep", node.source.path, node.place, changes=True))

    def _tag_of_map(self, node: Mapping, name: str) -> str:
        """What is wrong with the keys of a map; the root may have any."""
        written = (target_of(key) for key, _ in node.entries)
        keys = [key for key in written if isinstance(key, Scalar) and not _is_merge(key)]
        names = [key.text for key in keys]
        if len(set(names)) < len(names):
            others = [one for one in names if one != "annotations"]
            of_object = self._depth == _IN_METADATA - 1 and name == "metadata"
            if of_object and len(set(others)) == len(others):
                return REPEATED_ANNOTATIONS
            return REPEATED_NULL if all(map(_is_null, _firsts_of_several(node))) else REPEATED_KEYS
        return ODD_KEYS if self._depth > 1 and any(_tag(key) != STR for key in keys) else ""

    def _scalar(self, node: Scalar) -> Cell:
        is_plain = node.is_untagged_plain
        if not self._strict:
            text, tag = node.text, STR if node.tag is None and not is_plain else _tag(node)
        elif is_surely_text(node):
            text, tag = node.text, STR
        else:
            text, tag = text_of(node.value), tag_of(node.value)
        return Cell.leaf(text, tag, self._node or node, quoted=not is_plain and node.style != "plain")

    def _fields(self, node: Mapping, *, last_counts: bool) -> dict[str, Cell]:
        """The fields of a map; its own keys win over merged ones (kyaml/yaml/rnode.go:deAnchor).

        Of equal keys kustomize finds the first one, but writes the last one where it writes all anew.
        """
        found: dict[str, Cell] = {}
        merged: list[Node] = []
        for written, value in node.entries:
            key = target_of(written)
            if isinstance(key, Scalar) and _is_merge(key):
                if merged and not self._strict:
                    message = phrase("the key {name} is written twice in this map", name=key.text)
                    raise RefusedError(key.place, "value-type", message)
                merged.append(value)
            elif isinstance(key, Scalar):
                name = (key_text(key.value) if self._strict else None) or key.text
                if name in found and self._unique:
                    message = phrase("the key {name} is written twice in this map", name=name)
                    raise RefusedError(key.place, "value-type", message)
                if name in found and not last_counts:
                    continue
                made = found[name] = self.cell(value, name)
                made.key = self._node or key
            else:
                raise RefusedError(key.place, "yaml", phrase("a key must be a scalar"))
        for value in merged:
            for source in _merge_sources(value):
                for name, made in self._fields(source, last_counts=last_counts).items():
                    found.setdefault(name, made)
        return found


def _merge_sources(node: Node) -> Iterator[Mapping]:
    node = target_of(node)
    for written in node.items if isinstance(node, Sequence) else [node]:
        one = target_of(written)
        if not isinstance(one, Mapping):
            raise RefusedError(one.place, "yaml", phrase("only maps can be merged"))
        yield one


def _firsts_of_several(node: Mapping) -> Iterator[Node]:
    """Yield the first value of each key that is there several times."""
    first: dict[str, Node | None] = {}
    for written, value in node.entries:
        key = target_of(written)
        name = key.text if isinstance(key, Scalar) else ""
        known = first.setdefault(name, value)
        if known is not None and known is not value:
            yield known
            first[name] = None


def _is_null(node: Node) -> bool:
    node = target_of(node)
    return isinstance(node, Scalar) and _tag(node) == NULL


def _is_merge(key: Scalar) -> bool:
    return key.tag == MERGE_TAG or (key.text == "<<" and key.is_untagged_plain)


def _tag(node: Scalar) -> str:
    if node.tag is not None:
        return f"!!{node.tag.removeprefix(_KNOWN_TAG)}" if node.tag.startswith(_KNOWN_TAG) else STR
    return resolve(node.text)[0] if node.is_untagged_plain else STR
