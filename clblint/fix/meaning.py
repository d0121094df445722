"""`Meaning`: compares the new text of a file with the values that its documents are to have after edits."""

from __future__ import annotations

import json

from clblint.fix.removal import removals_of
from clblint.i18n.text import N_
from clblint.lint.edit import ADD, RENAME, REPLACE, CannotEdit
from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence, resolve
from clblint.source.repeats import repeated_keys
from clblint.source.text import Source
from clblint.source.walk import to_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from clblint.fix.tree import EditTarget, Trees
    from clblint.lint.edit import FixEdit
    from clblint.source.document import Document
    from clblint.source.node import Node

_WRONG_MEANING = N_("the file would not mean what the fix is for")


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
            return self._has_meaning(after.root, before.root)
        except RecursionError:
            return False

    def _has_meaning(self, found: Node, before: Node) -> bool:
        """Whether a node of the new text has the value of one of the old text with the edits applied."""
        found, before = resolve(found), resolve(before)
        if isinstance(before, Scalar):
            value = found.value if isinstance(found, Scalar) else to_json(found)
            if id(before) in self._texts:
                return isinstance(value, str) and self._has_meaning_of_text(value, before)
            edits = self._replaced.get(id(before))
            return _agree(_with_edits(before, edits) if edits else before.value, value)
        if isinstance(before, Sequence):
            gone = self._removed.get(id(before), frozenset())
            kept = [item for position, item in enumerate(before.items) if position not in gone]
            return isinstance(found, Sequence) and self._have_meanings(found.items, kept)
        if isinstance(before, Mapping):
            return isinstance(found, Mapping) and self._has_entries(found, before)
        return _agree(None, to_json(found))

    def _has_entries(self, found: Mapping, before: Mapping) -> bool:
        kept = before.without(self._removed[id(before)]) if id(before) in self._removed else before
        intended = {self._renamed.get(id(key), name): value for name, key, value in kept.items()}
        added = {edit.key: edit.new for edit in self._added.get(id(before), ())}
        values = {name: value for name, _, value in found.items()}
        return values.keys() == intended.keys() | added.keys() and all(
            _agree(added[name], to_json(value)) if name in added else self._has_meaning(value, intended[name])
            for name, value in values.items()
        )

    def _has_meaning_of_text(self, found: str, before: Scalar) -> bool:
        """Whether a text says as YAML what a text block says with the edits applied."""
        now = _roots(read_documents(Source("", found.encode(errors="replace"))))
        then = _roots(self._trees.documents_in(before))
        return self._have_meanings(now, then) and _count_repeated(now) == _count_repeated(then)

    def _have_meanings(self, found: list[Node], before: list[Node]) -> bool:
        return len(found) == len(before) and all(map(self._has_meaning, found, before))


def _roots(documents: Iterable[Document]) -> list[Node]:
    return [document.root for document in documents if document.root is not None]


def _count_repeated(roots: Iterable[Node]) -> int:
    return sum(len(repeated_keys(root)) for root in roots)


def _agree(intended: object, found: object) -> bool:
    """Whether two JSON values are the same: 1, 1.0 and true are not."""
    if type(intended) is type(found) and isinstance(found, (str, int)):  # as nearly always
        return intended == found
    return json.dumps(intended, sort_keys=True) == json.dumps(found, sort_keys=True)


def _with_edits(node: Scalar, edits: list[FixEdit]) -> Any:  # noqa: ANN401 - any JSON value
    value: Any = node.value
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        if isinstance(edit.new, int):
            return edit.new
        value = value if isinstance(value, str) else node.text
        value = value[: edit.start] + edit.new + value[edit.end :]
    return value
