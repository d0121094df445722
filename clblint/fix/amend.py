"""`amend`: applies fixes that do not overlap to a file, and verifies them by parsing the new text."""

from __future__ import annotations

import re
from bisect import bisect_left, insort

from clblint.fast import NamedTuple
from clblint.files.codec import Codec
from clblint.fix.meaning import Meaning
from clblint.fix.resolve import Resolver
from clblint.fix.tree import Trees
from clblint.i18n.text import N_
from clblint.lint.edit import CannotEdit, Replacement
from clblint.source.place import Span
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.fix.scalars import TextEdit
    from clblint.lint.edit import FixEdit

    Edits = tuple[FixEdit, ...]

# YAML does not allow them, but a document that cannot be parsed may contain them, or a comment after a JSON value. In a
# diff they would control the terminal.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")


class FixedFile(NamedTuple):
    """A file with fixes applied: the new bytes, the applied fixes, and the refused ones with the reason.

    Fixes are given by index. A fix in neither list overlaps with an applied one and can be applied in the next round.
    `written` is what each applied fix is as text.
    """

    data: bytes
    made: tuple[int, ...]
    refused: tuple[tuple[int, str], ...]
    written: tuple[tuple[Replacement, ...], ...] = ()


FIXED_FILE = Codec(FixedFile, Codec(Replacement, Codec(Span)))


def amend(source: Source, fixes: Sequence[Edits]) -> FixedFile:
    """Apply as many fixes as possible without overlaps, in their order."""
    resolver = Resolver(source)
    refused: list[tuple[int, str]] = []
    chosen: list[int] = []
    written: dict[int, Sequence[TextEdit]] = {}
    changed = _ChangedRanges()
    why = _obstacle(source)
    if why:
        return FixedFile(source.data, (), tuple((number, why) for number in range(len(fixes))))
    for number, edits in enumerate(fixes):
        try:
            text_edits = resolver.text_edits(edits)
        except CannotEdit as error:
            refused.append((number, str(error)))
            continue
        if changed.take(text_edits):
            chosen.append(number)
            written[number] = text_edits
    made, data = _verified(resolver, fixes, chosen, refused)
    return FixedFile(data, tuple(made), tuple(refused), tuple(resolver.placed(written[number]) for number in made))


def _verified(
    resolver: Resolver, fixes: Sequence[Edits], chosen: list[int], refused: list[tuple[int, str]]
) -> tuple[list[int], bytes]:
    """The chosen fixes that together give the intended values, and the bytes; a fix that fails alone is refused."""
    try:
        return chosen, _applied(resolver, [edit for number in chosen for edit in fixes[number]])
    except CannotEdit as error:
        if len(chosen) == 1:
            refused.append((chosen[0], str(error)))
            return [], resolver.source.data
    middle = len(chosen) // 2
    left, right = (_verified(resolver, fixes, half, refused) for half in (chosen[:middle], chosen[middle:]))
    if not left[0] or not right[0]:
        return left if left[0] else right
    both = [*left[0], *right[0]]
    try:
        return both, _applied(resolver, [edit for number in both for edit in fixes[number]])
    except CannotEdit:
        return left


def _applied(resolver: Resolver, edits: Sequence[FixEdit]) -> bytes:
    """The bytes of the file with the edits applied; raises `CannotEdit` unless they give the intended values."""
    source = resolver.source
    if not edits:
        return source.data
    meaning = Meaning(resolver.trees, edits)
    text = replaced(source.text, resolver.text_edits(edits))
    made = Source(source.path, source.data[: source.bom] + text.encode(source.encoding))
    meaning.check(Trees(made))
    return made.data


def replaced(text: str, text_edits: Iterable[TextEdit]) -> str:
    """The text with sorted, non-overlapping ranges replaced."""
    parts: list[str] = []
    at = 0
    for start, end, new in text_edits:
        parts += (text[at:start], new)
        at = max(at, end)
    return "".join([*parts, text[at:]])


def _obstacle(source: Source) -> str:
    """The reason why a file cannot be fixed at all; empty if there is none."""
    if not _is_exact(source):
        return N_("the file holds bytes that are no text")
    if _CONTROL.search(source.text):  # on any line: a diff shows lines around changes, too
        return N_("the file holds a control character, which no diff could show")
    return ""


def _is_exact(source: Source) -> bool:
    """Whether encoding the text again gives the original bytes."""
    return source.data[source.bom :] == source.text.encode(source.encoding, "replace")


class _ChangedRanges:
    """The ranges of a text that chosen fixes change."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []

    def take(self, text_edits: Sequence[TextEdit]) -> bool:
        """Add the ranges of one more fix; returns False, and adds none, if one of them touches another fix."""
        for start, end, _ in text_edits:
            at = bisect_left(self._spans, (start, end))
            before = self._spans[at - 1][1] if at else -1
            after = self._spans[at][0] if at < len(self._spans) else end + 1
            if before > start or after < end or (before == start == end) or (start, end) in self._spans[at : at + 1]:
                return False
        for start, end, _ in text_edits:
            insort(self._spans, (start, end))
        return True
