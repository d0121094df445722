"""`suppressions_in`: finds the suppressions in a manifest and determines their scopes."""

from __future__ import annotations

import os
from bisect import bisect_right

from clblint.fast import NamedTuple
from clblint.kube.annotations import may_pass_on
from clblint.kube.charts import ChartValues, texts_in
from clblint.kube.field import field_of
from clblint.kube.kustomize.read import deployed_patch_texts, patch_texts
from clblint.kube.kustomize.role import is_kustomization
from clblint.kube.manifest import as_object
from clblint.kube.unrendered import is_unrendered, is_variable
from clblint.kube.well_known import MARKER
from clblint.source.blocks import chunks_in
from clblint.source.comments import comments_in, head_of
from clblint.source.document import chunks, read_chunk
from clblint.source.mapping import Mapping
from clblint.source.node import BuiltOrigin, Scalar, resolve
from clblint.source.objects import objects
from clblint.source.walk import walk
from clblint.suppress.model import (
    ANNOTATION,
    FILE,
    KEY,
    OBJECT,
    PREFIX,
    REASON_KEY,
    Name,
    Suppression,
    directives,
    names_in,
    parse,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.manifest import Manifest
    from clblint.source.chunk import Chunk
    from clblint.source.comments import Comment
    from clblint.source.node import Node
    from clblint.suppress.model import Position


class _Extent(NamedTuple):
    """A range that a suppression can cover; `owner` and `object` are set for an object only."""

    start: Position
    end: Position
    owner: Position = (0, 0)
    object: str = ""
    judged: bool = True


def suppressions_in(manifest: Manifest) -> list[Suppression]:
    """The suppressions of a file; none for an unrendered template, which no rule checks."""
    if manifest.template:
        return []
    found: list[Suppression] = []
    changed = {(thing.kind, thing.name.value) for thing in manifest.objects if thing.unsettled or thing.patched}
    begun = False
    for chunk in chunks(manifest.source):
        if MARKER in chunk.text:
            found += _DocumentReader(chunk, manifest, changed, first=not begun).suppressions()
        begun = begun or head_of(chunk) < chunk.end
    return [*found, *_carried(manifest)] if manifest.role.builds else found


class _DocumentReader:
    """Reads the suppressions of one document; `changed` are kinds and names of objects that patches change."""

    def __init__(self, chunk: Chunk, manifest: Manifest, changed: set[tuple[str, str]], *, first: bool) -> None:
        self.chunk = chunk
        self.source = chunk.source
        self.document = read_chunk(chunk)
        position = self.source.position
        role = manifest.role
        judged = self.document.fault is None and not role.partial and not is_kustomization(self.source.path)
        judged = judged and not (role.built and _is_built_elsewhere(self.source.path, role.roots))
        document_extent = _Extent(position(chunk.offset), position(chunk.end), judged=judged)
        self._changed = changed  # (kind, name) of objects that patches change
        self._items = [] if self.document.root is None or self.document.skipped else objects(self.document)
        self._extents = [self._extent(item, document_extent) for item in self._items]
        self._first_lines = [extent.start[0] for extent in self._extents]
        self._below: dict[int, int] = {}
        self._is_object = len(self._items) == 1 and self._items[0] is resolve(self.document.root or self._items[0])
        self._full_extent = (
            self._extents[0]._replace(start=document_extent.start, end=document_extent.end)
            if self._is_object
            else document_extent
        )
        self._head = position(head_of(chunk)) if first else (0, 0)
        root = self.document.root if is_kustomization(self.source.path) else None
        self._patches = patch_texts(field_of(root)) if root is not None else []

    def suppressions(self) -> Iterator[Suppression]:
        """Yield the suppressions in comments, then those in annotations."""
        for comment in self._comments():
            for text, at in directives(comment.text):
                yield self._placed(parse(text, self.source.path, comment.line, comment.column + at), comment)
        if PREFIX[:-1] in self.chunk.text and self.document.root is not None:  # a slash may be escaped in JSON
            for item, extent in zip(self._items, self._extents, strict=True):
                yield from self._annotated(item, self._full_extent if self._is_object else extent)

    def _comments(self) -> Iterator[Comment]:
        """Yield the comments of the document, and of the values that stand in it as text."""
        yield from comments_in(self.chunk, self.document, MARKER)
        owners = [made for item in self._items if (made := as_object(item)) and may_pass_on(made)]
        if not owners and isinstance(self.document.root, Mapping) and not self._items:
            owners = [ChartValues(self.document.root)]
        deployed = (text for item in self._items for text in deployed_patch_texts(field_of(item)))
        texts = [*self._patches, *deployed, *(text for owner in owners for text in texts_in(owner))]
        for text in {id(text): text for text in texts if MARKER in text.text}.values():
            for chunk in chunks_in(text):
                yield from comments_in(chunk, read_chunk(chunk), MARKER)

    def _extent(self, item: Node, document_extent: _Extent) -> _Extent:
        made = as_object(item)
        judged = document_extent.judged and made is not None and (made.kind, made.name.value) not in self._changed
        judged = judged and not is_variable(item.raw)  # rules skip placeholders
        begins = (item.line, item.column)
        return _Extent(begins, (item.end_line, item.end_column), begins, made.id if made else "", judged)

    def _placed(self, one: Suppression, comment: Comment) -> Suppression:
        """The suppression of a comment, with its scope."""
        if one.fault:
            return one
        line = self._line_below(comment.line) if comment.alone else comment.line
        if one.form == FILE:
            misplaced = (comment.line, comment.column) >= self._head
            return one._replace(fault="place", written=FILE) if misplaced else one
        around = self._around(line)
        if one.form == OBJECT:
            return _covering(one, around)
        return _covering(one, around._replace(start=(line, 1), end=(line + 1, 1)))

    def _line_below(self, line: int) -> int:
        """The line that a comment on its own line is for, skipping other comments."""
        below = line + 1
        while below not in self._below and self.source.line(below).lstrip().startswith("#"):
            below += 1
        found = self._below.get(below, below)
        self._below.update(dict.fromkeys(range(line + 1, below + 1), found))
        return found

    def _around(self, line: int) -> _Extent:
        """The item of a list or the inline patch that a line belongs to, or else the whole document."""
        patch = next((text for text in self._patches if text.line < line <= text.end_line), None)
        if patch is not None:
            begins = patch.line, patch.column
            return self._full_extent._replace(start=begins, end=(patch.end_line, patch.end_column + 1), owner=begins)
        if self._is_object:
            return self._full_extent
        before = bisect_right(self._first_lines, line)
        return self._extents[before - 1] if before else self._full_extent

    def _annotated(self, item: Node, extent: _Extent) -> Iterator[Suppression]:
        own = _own_annotations(item)
        for node in walk(item):
            if isinstance(node, Mapping):
                for key, name, value in node.items():
                    if key.startswith(PREFIX):
                        judged = extent.judged and node is own
                        for one in _of_annotation(node, key, name, value):
                            yield one if one.fault == "key" else _covering(one, extent._replace(judged=judged))


def _of_annotation(mapping: Mapping, key: str, name: Node, value: Node) -> Iterator[Suppression]:
    """Yield the suppression of an annotation; the extent of a valid one is set by the caller."""
    text = _rendered_text(value)
    if key not in {KEY, REASON_KEY}:
        yield Suppression(name.place, ANNOTATION, fault="key", written=key)
    elif key == REASON_KEY and mapping.get(KEY) is None:
        yield Suppression(name.place, ANNOTATION, fault="rules", written=key)
    elif key == KEY and text is not None:
        reason = _annotation_text(mapping.get(REASON_KEY)) or ""
        names = _names(resolve(value), text)
        fault = "" if names else "rules"
        yield Suppression(name.place, ANNOTATION, names, reason, fault=fault, written=key)


def _carried(manifest: Manifest) -> Iterator[Suppression]:
    """Yield the suppressions in the annotations of what a root builds: patches and kustomizations write some, too.

    Whether one is used is not told: the object may be built by other roots as well.
    """
    root = os.path.dirname(manifest.source.path) or "."
    for thing in manifest.objects:
        for one in _in_annotations(thing.node) if PREFIX[:-1] in thing.told else ():
            yield one._replace(object=thing.id, judged=False, root=root)


def _in_annotations(within: Node) -> Iterator[Suppression]:
    for node in walk(within):
        if isinstance(node, Mapping):
            for key, name, value in node.items():
                if key.startswith(PREFIX):
                    yield from _of_annotation(node, key, name, value)


def _is_built_elsewhere(path: str, roots: tuple[str, ...]) -> bool:
    """Whether the file may be applied by itself, too: the kustomization of its folder is not the one that uses it."""
    return not roots or os.path.dirname(path) != os.path.dirname(roots[0])


def _covering(one: Suppression, extent: _Extent) -> Suppression:
    start, end, owner, name, judged = extent
    return one._replace(start=start, end=end, owner=owner, object=name, judged=judged)


def _own_annotations(item: Node) -> Node | None:
    node: Node | None = resolve(item)
    for key in ("metadata", "annotations"):
        found = node.get(key) if isinstance(node, Mapping) else None
        node = resolve(found) if found is not None else None
    return node


def _annotation_text(node: Node | None) -> str | None:
    """The text of an annotation, which may be a placeholder; None if there is none."""
    node = resolve(node) if node is not None else None
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, str) else None


def _rendered_text(node: Node) -> str | None:
    """The text of an annotation; None if there is none, or only a placeholder."""
    text = _annotation_text(node)
    return None if text is None or is_unrendered(text) else text


def _names(node: Node, text: str) -> tuple[Name, ...]:
    """The names in an annotation; each has its own place if the value has no escapes or folded lines."""
    line, column = node.line, node.column
    at = node.raw.find(text)
    if at < 0 or node.end_line != line or isinstance(node.origin, BuiltOrigin):
        return tuple(name._replace(place=node.place) for name in names_in(text, node.place.path, line, column))
    return names_in(text, node.place.path, line, column + at)
