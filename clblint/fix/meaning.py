"""`Meaning`: computes the intended values of documents after edits, and compares them with the new text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from clblint.fast import NamedTuple
from clblint.fix.removal import removals_of
from clblint.i18n.text import N_
from clblint.lint.edit import ADD, RENAME, REPLACE, CannotEdit
from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence, resolve
from clblint.source.repeats import repeated_keys
from clblint.source.text import Source
from clblint.source.walk import to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clblint.fix.tree import EditTarget, Trees
    from clblint.lint.edit import FixEdit
    from clblint.source.document import Document
    from clblint.source.node import Node

_WRONG_MEANING = N_("the file would not mean what the fix is for")


class _Text(NamedTuple):
    """The intended values of the documents in a text block, and how many keys are set twice in them."""

    values: list[Any]
    repeated: int


class Meaning:
    """The intended values of the documents of a file, with edits applied to the old trees."""

    def __init__(self, trees: Trees, edits: Iterable[FixEdit]) -> None:
        self._trees = trees
        self._touched: set[int] = set()
        self._replaced: dict[int, list[FixEdit]] = {}
        self._renamed: dict[int, str] = {}
        self._added: dict[int, list[FixEdit]] = {}
        self._texts: set[int] = set()
        removed: list[EditTarget] = []
        for edit in edits:
            target = trees.target_of(edit)
            self._touched.add(trees.index(trees.source.offset(*edit.span[:2])))
            self._texts.update(map(id, target.texts))
            if edit.action == REPLACE:
                self._replaced.setdefault(id(target.node), []).append(edit)
            elif edit.action == RENAME:
                self._renamed[id(target.node)] = str(edit.new)
            elif edit.action == ADD:
                self._added.setdefault(id(target.steps[-1].parent), []).append(edit)
            else:
                removed.append(target)
        self._removed = {id(removal.parent): removal.positions for removal in removals_of(removed)}

    def check(self, new: Trees) -> None:
        """Raise `CannotEdit` unless the new text has exactly the intended values in all documents."""
        if len(new.chunks) != len(self._trees.chunks):
            raise CannotEdit(_WRONG_MEANING)
        for index, (before, after) in enumerate(zip(self._trees.chunks, new.chunks, strict=True)):
            if index not in self._touched:
                same = before.text == after.text
            else:
                same = self._is_intended(self._trees.document(index), new.document(index))
            if not same:
                raise CannotEdit(_WRONG_MEANING)

    def _is_intended(self, before: Document, after: Document) -> bool:
        if before.fault or after.fault or before.root is None or after.root is None:
            return False
        if bool(before.ignored_rest) != bool(after.ignored_rest):
            return False
        is_ordinary = after.root.origin.ordinary  # so that no key is there twice
        if not is_ordinary and len(repeated_keys(after.root)) > len(repeated_keys(before.root)):
            return False
        try:
            return _agree(self._intended(before.root), to_json(after.root))
        except RecursionError:
            return False

    def _intended(self, node: Node) -> Any:  # noqa: ANN401 - any JSON value
        """The JSON value of a node with the edits applied."""
        node = resolve(node)
        if isinstance(node, Scalar):
            edits = self._replaced.get(id(node), [])
            return self._intended_text(node) if id(node) in self._texts else _with_edits(node, edits)
        if isinstance(node, Sequence):
            gone = self._removed.get(id(node), frozenset())
            return [self._intended(item) for position, item in enumerate(node.items) if position not in gone]
        if not isinstance(node, Mapping):
            return None
        kept = node.without(self._removed[id(node)]) if id(node) in self._removed else node
        made = {self._renamed.get(id(key), name): self._intended(value) for name, key, value in kept.items()}
        return made | {edit.key: edit.new for edit in self._added.get(id(node), [])}

    def _intended_text(self, text: Scalar) -> _Text:
        roots = [document.root for document in self._trees.documents_in(text)]
        return _of_documents([root for root in roots if root is not None], self._intended)


def _agree(intended: Any, found: Any) -> bool:  # noqa: ANN401 - any JSON value
    if isinstance(intended, _Text):
        return isinstance(found, str) and all(map(_agree, intended, _text(found)))
    if isinstance(intended, dict) and isinstance(found, dict):
        return intended.keys() == found.keys() and all(_agree(value, found[key]) for key, value in intended.items())
    if isinstance(intended, list) and isinstance(found, list):
        return len(intended) == len(found) and all(map(_agree, intended, found))
    if type(intended) is str and type(found) is str:  # as nearly always
        return intended == found
    return _canonical(intended) == _canonical(found)


def _text(text: str) -> _Text:
    """What a text says as YAML."""
    roots = [document.root for document in read_documents(Source("", text.encode(errors="replace")))]
    return _of_documents([root for root in roots if root is not None], to_json)


def _of_documents(roots: list[Node], value_of: Callable[[Node], Any]) -> _Text:
    return _Text([value_of(root) for root in roots], sum(len(repeated_keys(root)) for root in roots))


def _with_edits(node: Scalar, edits: list[FixEdit]) -> Any:  # noqa: ANN401 - any JSON value
    value: Any = node.value
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        if isinstance(edit.new, int):
            return edit.new
        value = value if isinstance(value, str) else node.text
        value = value[: edit.start] + edit.new + value[edit.end :]
    return value


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True)
