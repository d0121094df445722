"""Removal of mapping entries and list items from text, together with their lines or commas."""

from __future__ import annotations

import re
from itertools import groupby

from clblint.fast import NamedTuple
from clblint.fix.scalars import TextEdit
from clblint.fix.tree import Step
from clblint.i18n.text import N_
from clblint.lint.edit import CannotEdit
from clblint.source.mapping import Mapping
from clblint.source.merges import json_key
from clblint.suppress.model import LINE, directives, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.fix.tree import EditTarget
    from clblint.source.node import Node, Sequence

_BREAK = r"(?:\r\n|[\n\r\x85\u2028\u2029])"
_REST = re.compile(rf"(?:[ \t]*|[ \t]+#[^\r\n\x85\u2028\u2029]*)(?:{_BREAK}|\Z)")
_COMMA = re.compile(r"[ \t]*,")
_DASH = re.compile(r"[ \t]*-[ \t]+")
_DASHES = re.compile(r"[ \t]*(?:-[ \t]+)+")
_NULL_COLON = re.compile(r"[ \t]*:")
_LINE = re.compile(rf"[^\r\n\x85\u2028\u2029]*{_BREAK}")
_WOULD_BE_EMPTY = N_("nothing would be left of it")
_SET_TWICE = N_("the mapping sets its key twice, and the other value would count without it")
_LINE_ENDS = "\r\n\x85\u2028\u2029"
_MARK = "clblint"  # in every suppression comment


class Removal(NamedTuple):
    """Entries or items, by index, to remove from a collection.

    A collection that would become empty is in `hollow` of the removal of its parent, with its index there.
    """

    parent: Mapping | Sequence
    positions: frozenset[int]
    emptied: tuple[tuple[int, Removal], ...] = ()


def removals_of(targets: Iterable[EditTarget]) -> list[Removal]:
    """Group removals by collection; an entry whose collection would become empty is removed as a whole.

    Raises `CannotEdit` if the document or a list item would become empty, or if a mapping would keep a removed key.
    """
    found: dict[int, Removal] = {}
    pending: list[tuple[tuple[Step, ...], Removal | None]] = [(target.steps, None) for target in targets]
    while pending:
        (*steps, (parent, position)), inner = pending.pop()
        removal = found.get(id(parent), Removal(parent, frozenset()))
        emptied = removal.emptied if inner is None else (*removal.emptied, (position, inner))
        removal = found[id(parent)] = Removal(parent, removal.positions | {position}, emptied)
        if len(removal.positions) < _length(parent):
            continue
        if not steps or not isinstance(steps[-1].parent, Mapping):
            raise CannotEdit(_WOULD_BE_EMPTY)
        pending.append((tuple(steps), found.pop(id(parent))))
    if any(map(_leaves_a_key, found.values())):
        raise CannotEdit(_SET_TWICE)
    return list(found.values())


def _leaves_a_key(removal: Removal) -> bool:
    """Whether Kubernetes would still see a removed key: it is written twice, or a merged mapping has it."""
    parent, positions = removal.parent, removal.positions
    if not isinstance(parent, Mapping) or parent.origin.ordinary:
        return False
    left = parent.without(positions).resolved()
    return any(json_key(parent.entries[position][0]) in left for position in positions)


def deletion_edits(text: str, targets: Iterable[EditTarget]) -> list[TextEdit]:
    """The sorted ranges to delete for some entries and items; raises `CannotEdit` if they are not separable."""
    found: list[TextEdit] = []
    removals = removals_of(targets)
    if any(_loses_a_comment(text, inner) for removal in removals for _, inner in removal.emptied):
        raise _unclear_layout()
    for edited in sorted(gone for removal in removals for gone in _deletions(text, removal)):
        last = found.pop() if found and edited.start <= found[-1].end else edited
        found.append(TextEdit(last.start, max(last.end, edited.end), ""))
    if found and _MARK in text:
        found = sorted(found + [note for gone in found for note in _suppressions_above(text, gone)])
    if found and found[-1].end == len(text) and text[-1] not in _LINE_ENDS:
        start = found[-1].start  # the text still ends without a line end
        length = 2 if text[:start].endswith("\r\n") else int(text[:start].endswith(tuple(_LINE_ENDS)))
        found[-1] = found[-1]._replace(start=start - length)
    return found


def _loses_a_comment(text: str, emptied: Removal) -> bool:
    """Whether a flow collection with comments would go as a whole; in a block they have lines that stay."""
    pending = [emptied]
    while pending:
        removal = pending.pop()
        if removal.parent.is_flow and _holds_a_comment(text, removal.parent):
            return True
        pending += (inner for _, inner in removal.emptied)
    return False


def _holds_a_comment(text: str, parent: Mapping | Sequence) -> bool:
    steps = [Step(parent, position) for position in range(_length(parent))]
    starts = [*(_child(*step).start for step in steps), parent.end]
    ends = [parent.start, *(end_of(text, step) for step in steps)]
    return any("#" in text[end:start] for end, start in zip(ends, starts, strict=True))


def _suppressions_above(text: str, gone: TextEdit) -> Iterator[TextEdit]:
    """Yield the deletions of suppression comments above removed lines, which would otherwise apply to the next line."""
    start = line_start(text, gone.start)
    if start != gone.start or (gone.end < len(text) and line_start(text, gone.end) != gone.end):
        return
    while start:
        above = line_start(text, _line_end_before(text, start))
        comment = text[above:start].strip()
        if not comment.startswith("#"):
            return
        if _is_suppression(comment):
            yield TextEdit(above, start, "")
        start = above


def _is_suppression(comment: str) -> bool:
    """Whether a comment consists of line suppressions only."""
    found = list(directives(comment))
    return bool(found) and found[0][1] == 0 and all(parse(text, "", 1, 1).form == LINE for text, _ in found)


def _line_end_before(text: str, start: int) -> int:
    """The offset of the line break that ends the line before."""
    return start - (2 if text[:start].endswith("\r\n") else 1)


def _deletions(text: str, removal: Removal) -> Iterator[TextEdit]:
    pending = [removal]
    while pending:
        parent, positions, emptied = pending.pop()
        if parent.is_flow:
            for _, group in groupby(enumerate(sorted(positions)), key=lambda pair: pair[1] - pair[0]):
                run = [position for _, position in group]
                yield from _from_flow(text, parent, run[0], run[-1])
            continue
        inner = dict(emptied)
        for position in sorted(positions):
            head = _key_line(text, Step(parent, position), inner[position]) if position in inner else None
            if head is not None:
                pending.append(inner[position])
            yield head or _from_block(text, Step(parent, position), positions)


def end_of(text: str, step: Step) -> int:
    """The offset of the end of an entry or an item."""
    parent, position = step
    if not isinstance(parent, Mapping):
        return parent.children[position].end
    key, value = parent.entries[position]
    if value.end > key.end:
        return value.end
    colon = _NULL_COLON.match(text, key.end)
    return colon.end() if colon else key.end


def _length(parent: Mapping | Sequence) -> int:
    return len(parent.entries) if isinstance(parent, Mapping) else len(parent.children)


def _child(parent: Mapping | Sequence, position: int) -> Node:
    return parent.entries[position][0] if isinstance(parent, Mapping) else parent.children[position]


def _from_block(text: str, step: Step, positions: frozenset[int]) -> TextEdit:
    """The deletion of an entry or item with its lines; `positions` are all removed positions of the collection."""
    parent, position = step
    start = _child(parent, position).start
    line = line_start(text, start)
    before, end = text[line:start], _line_end(text, end_of(text, step))
    if not before.strip() if isinstance(parent, Mapping) else _DASH.fullmatch(before):
        return TextEdit(line, end, "")
    following = position + 1
    if not (isinstance(parent, Mapping) and _DASHES.fullmatch(before)) or following in positions:
        raise _unclear_layout()
    stop = _child(parent, following).start  # it follows the dash of the item
    if text[end:stop].strip():
        raise _unclear_layout()
    return TextEdit(start, stop, "")


def _key_line(text: str, step: Step, inner: Removal) -> TextEdit | None:
    """The deletion of the line of a key whose value starts on a later line, so comments in between stay; else None."""
    start = _child(*step).start
    line = line_start(text, start)
    rest = _LINE.match(text, line)
    if inner.parent.is_flow or text[line:start].strip() or rest is None:
        return None
    return TextEdit(line, rest.end(), "") if rest.end() <= _child(inner.parent, 0).start else None


def _from_flow(text: str, parent: Mapping | Sequence, first: int, last: int) -> Iterator[TextEdit]:
    start, end = _child(parent, first).start, end_of(text, Step(parent, last))
    line = line_start(text, start)
    alone = not text[line:start].strip()
    comma = _COMMA.match(text, end)
    rest = _REST.match(text, comma.end() if comma else end)
    if last + 1 < _length(parent):
        following = _child(parent, last + 1).start
        if alone and comma and rest and "\n" in text[end:following]:
            yield TextEdit(line, rest.end(), "")
        elif "#" in text[end:following]:
            raise _unclear_layout()
        else:
            yield TextEdit(start, following, "")
        return
    previous = end_of(text, Step(parent, first - 1))
    if "#" not in text[previous:start]:
        yield TextEdit(previous, end, "")
        return
    before = _COMMA.match(text, previous)
    if before is None or not alone or rest is None:
        raise _unclear_layout()
    if comma is None:
        yield TextEdit(*before.span(), "")
    yield TextEdit(line, rest.end(), "")


def line_start(text: str, offset: int) -> int:
    """The offset of the beginning of the line that contains an offset."""
    return max(text.rfind(end, 0, offset) for end in _LINE_ENDS) + 1


def _line_end(text: str, offset: int) -> int:
    rest = _REST.match(text, offset)
    if rest is None:
        raise _unclear_layout()
    return rest.end()


def _unclear_layout() -> CannotEdit:
    return CannotEdit(N_("the layout leaves it open which lines and comments belong to it"))
