"""`Resolver`: converts the edits of a fix to replacements of text ranges."""

from __future__ import annotations

from clblint.fix.scalars import TextEdit, quoted, rewritten
from clblint.kube.kustomize.role import is_kustomization
from clblint.light import pattern
from clblint.lint.edit import ADD, REMOVE, REMOVE_ITEM, RENAME, REPLACE, CannotEdit, Replacement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.fix.tree import EditTarget, Trees
    from clblint.lint.edit import FixEdit
    from clblint.lint.finding import Finding
    from clblint.source.mapping import Mapping
    from clblint.source.node import Node
    from clblint.source.text import Source

_REST_OF_LINE = pattern("[^\r\n\x85\u2028\u2029]*")
_REMOVALS = frozenset({REMOVE, REMOVE_ITEM})


class Resolver:
    """Resolves edits of one file; `roots` are parsed trees of it, `parts` mappings in them."""

    def __init__(self, source: Source, roots: Iterable[Node] = (), parts: Iterable[Mapping] = ()) -> None:
        self.source = source
        text = source.text
        self._single = "'" in text and text.count(": '") > text.count(': "')
        # Without aliases, and outside of kustomizations, which contain patches as text, the span of a scalar is enough
        # to rewrite it. So the parser is not imported just to show a finding.
        nested = is_kustomization(source.path)
        self._spans_suffice = "&" not in text and not nested
        self._roots = () if nested else tuple(roots)
        self._parts = tuple(parts) if self._spans_suffice else ()
        self._trees: Trees | None = None

    @property
    def trees(self) -> Trees:
        """The documents of the file."""
        if self._trees is None:
            from clblint.fix.tree import Trees  # noqa: PLC0415 - brings the parser

            self._trees = Trees(self.source, self._roots, self._parts)
        return self._trees

    def replacements(self, edits: Sequence[FixEdit]) -> tuple[Replacement, ...]:
        """The replacements that apply all edits, in file order; raises `CannotEdit` if that is not possible."""
        return self.placed(self.text_edits(edits))

    def placed(self, text_edits: Iterable[TextEdit]) -> tuple[Replacement, ...]:
        """Text edits by line and column."""
        spans = self.source.span
        return tuple(Replacement(spans(start, end), text) for start, end, text in text_edits)

    def text_of(self, finding: Finding) -> tuple[Replacement, ...]:
        """The replacements of the fix of a finding; empty if it cannot be applied."""
        try:
            return self.replacements(finding.edits)
        except CannotEdit:
            return ()

    def text_edits(self, edits: Sequence[FixEdit]) -> list[TextEdit]:
        """The text edits that apply all edits, sorted by offset; raises `CannotEdit` if that is not possible."""
        found = [self._written(edit) for edit in edits if edit.action in {REPLACE, RENAME}]
        found += [self._added(edit, self.trees.target_of(edit)) for edit in edits if edit.action == ADD]
        removals = [self.trees.target_of(edit) for edit in edits if edit.action in _REMOVALS]
        if removals:
            from clblint.fix.removal import deletion_edits  # noqa: PLC0415 - brings the parser

            found += deletion_edits(self.source.text, removals)
        return sorted(set(found))

    def _written(self, edit: FixEdit) -> TextEdit:
        if not self._spans_suffice:
            self.trees.target_of(edit)
        offset = self.source.offset
        start, end = offset(*edit.span[:2]), offset(*edit.span[2:])
        part = (edit.start, edit.end) if edit.action == REPLACE else (0, len(edit.old))
        raw = self.source.text[start:end]
        begin, stop, text = rewritten(raw, edit.old, edit.new, part, single=self._single)
        return TextEdit(start + begin, start + stop, text)

    def _added(self, edit: FixEdit, target: EditTarget) -> TextEdit:
        from clblint.fix.removal import end_of, line_start  # noqa: PLC0415 - brings the parser

        text, step = self.source.text, target.steps[-1]
        end = end_of(text, step)
        key = quoted(edit.key, single=False) if text[target.node.start] == '"' else edit.key
        entry = f"{key}: {quoted(str(edit.new), single=self._single)}"
        if step.parent.is_flow:
            return TextEdit(end, end, f", {entry}")
        line = line_start(text, target.node.start)
        rest = _REST_OF_LINE.match(text, end)
        stop = rest.end() if rest else end
        margin = " " * (target.node.start - line)
        line_end = next((end for end in ("\r\n", "\n", "\r") if end in text), "\n")
        return TextEdit(stop, stop, f"{line_end}{margin}{entry}")
