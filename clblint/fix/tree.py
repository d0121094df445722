"""`Trees`: the syntax trees of a file, in which the nodes of edits are found."""

from __future__ import annotations

from bisect import bisect_right

from clblint.fast import NamedTuple, cached_property
from clblint.i18n.text import N_
from clblint.lint.edit import ADD, REMOVE_ITEM, REPLACE, CannotEdit
from clblint.source.blocks import documents_in
from clblint.source.document import chunks, read_chunk
from clblint.source.mapping import Mapping
from clblint.source.node import Alias, Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.lint.edit import FixEdit
    from clblint.source.chunk import Chunk
    from clblint.source.document import Document
    from clblint.source.node import Node
    from clblint.source.text import Source


_MOVED = N_("the text is not where it was read")
_SHARED = N_("an anchor stands there, and other places may share what is written")


class Step(NamedTuple):
    """One step down a tree: a collection, and the position of an entry or an item in it."""

    parent: Mapping | Sequence
    position: int


class EditTarget(NamedTuple):
    """The node that an edit changes, the steps to it from its root, and the text blocks that this root stands in."""

    node: Node
    steps: tuple[Step, ...]
    texts: tuple[Scalar, ...] = ()


class Trees:
    """The documents of a file, each parsed when an edit refers to it.

    `roots` are trees that are parsed already; `parts` are mappings in them, if the file has no anchors and aliases.
    """

    def __init__(self, source: Source, roots: Iterable[Node] = (), parts: Iterable[Mapping] = ()) -> None:
        self.source = source
        self._roots = sorted(roots, key=lambda root: root.start)
        self._parts = tuple(parts)
        self._read: dict[int, Document] = {}
        self._in_texts: dict[int, tuple[Scalar, list[Document]]] = {}

    @cached_property
    def chunks(self) -> list[Chunk]:
        """The documents, not parsed yet."""
        return list(chunks(self.source))

    def document(self, index: int) -> Document:
        """A document by its position in the file."""
        if index not in self._read:
            self._read[index] = read_chunk(self.chunks[index])
        return self._read[index]

    def target_of(self, edit: FixEdit) -> EditTarget:
        """The node of an edit; raises `CannotEdit` if it is missing or shared by aliases."""
        offset = self.source.offset(edit.span.line, edit.span.column)
        root = (edit.action == ADD and self._part(offset)) or self._root(offset)
        found = self._find(root, offset, edit.action) if root is not None else None
        if found is None or getattr(found.node, "text", edit.old) != edit.old:
            raise CannotEdit(_MOVED)
        return found

    def documents_in(self, text: Scalar) -> list[Document]:
        """The documents in a text block; always the same ones."""
        if id(text) not in self._in_texts:
            self._in_texts[id(text)] = text, list(documents_in(text))
        return self._in_texts[id(text)][1]

    def _find(self, root: Node, offset: int, action: str) -> EditTarget | None:
        """The target of an edit below a root, or in a text block below it."""
        texts: tuple[Scalar, ...] = ()
        inner: Node | None = root
        while inner is not None:
            found = _descend(inner, offset, action)
            if not isinstance(found, Scalar):
                return found._replace(texts=texts) if found is not None else None
            texts += (found,)
            roots = [document.root for document in self.documents_in(found)]
            inner = next((one for one in roots if one is not None and one.start <= offset < one.end), None)
        return None

    def index(self, offset: int) -> int:
        """The position of the document that an offset falls into."""
        return bisect_right(self.chunks, offset, key=lambda chunk: chunk.offset) - 1

    def _part(self, offset: int) -> Node | None:
        """The mapping around an offset, to which an entry is added."""
        return next((part for part in self._parts if part.start <= offset < part.end), None)

    def _root(self, offset: int) -> Node | None:
        known = bisect_right(self._roots, offset, key=lambda root: root.start) - 1
        if known >= 0 and offset < self._roots[known].end:
            return self._roots[known]
        index = self.index(offset)
        return self.document(index).root if index >= 0 else None


def _descend(root: Node, offset: int, action: str) -> EditTarget | Scalar | None:
    """The target of an edit, or the text block around it."""
    node: Node | None = root
    steps: list[Step] = []
    while node is not None:
        if node.anchor is not None or isinstance(node, Alias):
            raise CannotEdit(_SHARED)
        if isinstance(node, Scalar):
            if node.start < offset < node.end and node.style == "literal":
                return node
            return EditTarget(node, tuple(steps)) if action == REPLACE and node.start == offset else None
        if not isinstance(node, (Mapping, Sequence)):
            return None
        starts = node.children if isinstance(node, Sequence) else node.children[::2]
        position = bisect_right(starts, offset, key=lambda child: child.start) - 1
        if position < 0:
            return None
        steps.append(Step(node, position))
        child = starts[position]
        wanted = isinstance(node, Sequence) == (action == REMOVE_ITEM) and action != REPLACE
        if wanted and child.start == offset:
            return EditTarget(child, tuple(steps))
        node = child if isinstance(node, Sequence) else node.children[2 * position + 1]
    return None
