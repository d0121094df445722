"""`--add-ignore`: writes suppression comments for the remaining findings, each above the line of its finding.

A comment gets the indentation and the line end of the line below it, also in a patch that is a text of a kustomization.
If that line begins inside a multi-line value, the comment goes to the end of the line; if it also ends inside one, the
comment is for the whole object. A file is written only if its documents keep their values and the new comments cover
all the findings. Documents that cannot be parsed get no comments.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import groupby

from clblint.fast import NamedTuple
from clblint.files.read import read_input
from clblint.fix.write import write
from clblint.i18n.language import tr
from clblint.kube.field import field_of
from clblint.kube.kustomize.read import patch_texts
from clblint.kube.kustomize.role import is_kustomization
from clblint.kube.manifest import read_manifest
from clblint.run.output import tell
from clblint.source.blocks import documents_in
from clblint.source.comments import head_of, values_in
from clblint.source.document import chunks, read_chunk
from clblint.source.node import Scalar
from clblint.source.objects import objects
from clblint.source.text import Source
from clblint.source.walk import to_json, walk
from clblint.suppress.model import FILE, LINE, OBJECT, RULES
from clblint.suppress.parse import suppressions_in
from clblint.suppress.silenced import SUPPRESSION, SuppressedFinding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from clblint.engine.outcome import Outcome
    from clblint.lint.finding import Finding
    from clblint.source.chunk import Chunk
    from clblint.source.document import Document


_BLOCKS = frozenset({"literal", "folded"})
_LINE_ENDS = ("\r\n", "\n", "\r")  # the longest first


class IgnoresAdded(NamedTuple):
    """The result: the findings that are suppressed now, and the number of comments written by file.

    `refused` are messages about files without comments, `changed` messages about attributes of files that were lost.
    """

    findings: list[Finding]
    comments: dict[str, int]
    refused: list[str]
    changed: list[str]


class _Comment(NamedTuple):
    """A comment to write above a line, or (`behind`) at its end."""

    line: int
    form: str
    rules: tuple[str, ...]
    behind: bool = False


class _Refusal(Exception):  # noqa: N818 - a reason to show, not an error
    """The reason why no comment can be written."""


def ignored(outcome: Outcome, reason: str, read: Callable[[str], bytes], writable: Collection[str]) -> Outcome:
    """Write suppression comments for the findings; the outcome holds those that could not be suppressed."""
    added = add_ignores(outcome.findings, reason, read, writable)
    done = {id(finding) for finding in added.findings}
    for path, count in added.comments.items():
        tell(tr("{path}: comments written: {count}", path=path, count=count))
    for line in (*added.changed, *added.refused):
        tell(line)
    silenced = (SuppressedFinding(finding, SUPPRESSION, reason) for finding in added.findings)
    return outcome._replace(
        findings=tuple(finding for finding in outcome.findings if id(finding) not in done),
        silenced=(*outcome.silenced, *silenced),
    )


def add_ignores(
    findings: Iterable[Finding], reason: str, read: Callable[[str], bytes], writable: Collection[str]
) -> IgnoresAdded:
    """Write comments for findings into the files that may be written; each file as a whole or not at all."""
    added = IgnoresAdded([], {}, [], [])
    for path, group in groupby(sorted(findings, key=lambda one: one.sort_key), key=lambda one: one.path):
        found = [one for one in group if one.rule not in RULES]
        if not found:
            continue
        try:
            file = _File.open(path, read, writable)
            added.comments[path] = file.ignore(found, reason)
        except _Refusal as refusal:
            added.refused.append(
                tr(
                    "{path}: cannot write a comment: {why}; see docs/suppressions.md for other ways",
                    path=path,
                    why=refusal,
                )
            )
        else:
            added.findings.extend(found)
            added.changed.extend(file.changed)
    return added


def with_ignore(path: str, data: bytes, finding: Finding, reason: str) -> bytes | None:
    """A text with a comment for one finding in it; None if no comment can be written there."""
    if finding.rule in RULES:
        return None
    try:
        return _File(path, data).ignoring([finding], reason)[0]
    except _Refusal:
        return None


class _File:
    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        self.changed: list[str] = []
        self.source = Source(path, data)
        self.text = self.source.text
        if "\0" in self.text or self._encoded(self.text) != data:
            raise _Refusal(tr("the file holds bytes that are no text"))
        self._chunks = list(chunks(self.source))
        self._documents: dict[int, _Spots] = {}

    @classmethod
    def open(cls, path: str, read: Callable[[str], bytes], writable: Collection[str]) -> _File:
        if path not in writable:
            raise _Refusal(tr("it is no file of manifests"))
        return cls(path, read(path))

    def ignore(self, findings: Sequence[Finding], reason: str) -> int:
        """Write the file with comments for findings and return the number of comments."""
        data, count = self.ignoring(findings, reason)
        if read_input(self.path) != self.data:
            raise _Refusal(tr("the file has changed meanwhile"))
        self.changed.extend(write(self.path, self.data, data))
        return count

    def ignoring(self, findings: Sequence[Finding], reason: str) -> tuple[bytes, int]:
        """The file with comments for findings, and the number of comments."""
        comments = _merged(self._comment_for(finding) for finding in findings)
        text = self._with(comments, reason)
        after = Source(self.path, self._encoded(text))
        if _values(self.source) != _values(after):
            raise _Refusal(tr("it would change what the file holds"))
        if not _covered(after, findings, comments):
            raise _Refusal(tr("it would not be for the right object"))
        return after.data, len(comments)

    def _comment_for(self, finding: Finding) -> _Comment:
        span = finding.place.span
        chunk = self._chunk_at(self.source.offset(span.line, span.column))
        if chunk is None or chunk.is_json:
            raise _Refusal(tr("JSON has no comments"))
        spots = self._spots(chunk)
        if spots.broken:
            raise _Refusal(tr("it cannot be read as YAML"))
        rules = (finding.rule,)
        if span == (1, 1, 1, 1):  # the object does not exist any more
            return _Comment(1, FILE, rules)
        if spots.readable:
            if spots.is_free(self.source.offset(span.line, 1)):
                return _Comment(span.line, LINE, rules)
            if spots.is_free(self._end_of(span.line)):
                return _Comment(span.line, LINE, rules, behind=True)
        return _Comment(spots.first_line_of(span.line), OBJECT, rules)

    def _chunk_at(self, offset: int) -> Chunk | None:
        number = bisect_right([chunk.offset for chunk in self._chunks], offset) - 1
        return self._chunks[number] if number >= 0 else None

    def _spots(self, chunk: Chunk) -> _Spots:
        if chunk.index not in self._documents:
            self._documents[chunk.index] = _Spots(chunk, read_chunk(chunk))
        return self._documents[chunk.index]

    def _with(self, comments: Iterable[_Comment], reason: str) -> str:
        """The text with comments, inserted from the end of the file so that line numbers before them stay valid."""
        text = self.text
        for one in sorted(comments, key=lambda one: (one.line, not one.behind), reverse=True):
            words = f"# clblint: {one.form}[{','.join(one.rules)}] {reason}"
            if one.behind:
                at = self._end_of(one.line)
                text = f"{text[:at]}  {words}{text[at:]}"
            else:
                at = self.source.offset(one.line, 1)
                line = self.source.line(one.line)
                indent = line[: len(line) - len(line.lstrip(" "))]
                text = f"{text[:at]}{indent}{words}{self._break_after(one.line)}{text[at:]}"
        return text

    def _end_of(self, line: int) -> int:
        return self.source.offset(line, 1) + len(self.source.line(line))

    def _break_after(self, line: int) -> str:
        """The line end of the line; for the last line that of the line before."""
        ends = (self._end_of(number) for number in (line, line - 1) if number > 0)
        found = next((end for end in ends if end < len(self.text)), len(self.text))
        return next((end for end in _LINE_ENDS if self.text.startswith(end, found)), "\n")

    def _encoded(self, text: str) -> bytes:
        source = self.source
        return source.data[: source.bom] + text.encode(source.encoding, "surrogatepass")


class _Spots:
    """The places in a document where comments can be inserted."""

    def __init__(self, chunk: Chunk, document: Document) -> None:
        self.broken = document.fault is not None
        self.readable = not self.broken and document.root is not None
        nodes = walk(document.root) if document.root is not None else ()
        self._values = sorted(_values_around(document, _texts_with_comments(document)))
        self._starts = [start for start, _ in self._values]
        self._ends_of_blocks = {node.end for node in nodes if isinstance(node, Scalar) and node.style in _BLOCKS}
        self._items = sorted({node.line for node in objects(document)}) if self.readable else []
        self._first = chunk.source.position(head_of(chunk))[0]

    def is_free(self, offset: int) -> bool:
        """Whether an offset is not inside a value."""
        number = bisect_right(self._starts, offset) - 1
        if number < 0:
            return True
        start, end = self._values[number]
        return not start < offset < end and offset not in self._ends_of_blocks

    def first_line_of(self, line: int) -> int:
        """The first line of the object that a line belongs to."""
        before = [first for first in self._items if first <= line]
        return max(self._first, before[-1]) if before else self._first


def _texts_with_comments(document: Document) -> list[Scalar]:
    """The patches in a kustomization that comments may be written into: as JSON they would not be read any more."""
    if document.root is None or not is_kustomization(document.source.path):
        return []
    found = patch_texts(field_of(document.root))
    return [text for text in found if text.text.lstrip()[:1] not in {"", "[", "{"} and any(documents_in(text))]


def _values_around(document: Document, texts: Iterable[Scalar]) -> Iterator[tuple[int, int]]:
    """Yield the values of a document, and in place of some texts those of the documents in these."""
    ends = {text.end for text in texts}
    if document.root is not None:
        yield from (value for value in values_in(document.root) if value[1] not in ends)
    for inner in (one for text in texts for one in documents_in(text)):
        if inner.root is not None:
            yield from values_in(inner.root)


def _merged(comments: Iterable[_Comment]) -> list[_Comment]:
    """Merge comments at the same place into one that names all their rules."""
    found: dict[tuple[int, str, bool], set[str]] = {}
    for one in comments:
        found.setdefault((one.line, one.form, one.behind), set()).update(one.rules)
    return [_Comment(line, form, tuple(sorted(rules)), behind) for (line, form, behind), rules in found.items()]


def _values(source: Source) -> list[str]:
    """The values of the documents of a file; for a document that cannot be parsed, the error."""
    return list(_each_value(source))


def _each_value(source: Source) -> Iterator[str]:
    for chunk in chunks(source):
        document = read_chunk(chunk)
        if document.fault is not None:
            yield str(document.fault.message)
        elif document.root is not None:
            said = repr(to_json(document.root))
            for text in _texts_with_comments(document):
                inside = [to_json(one.root) for one in documents_in(text) if one.root is not None]
                said = said.replace(repr(text.value), repr(inside))
            yield said


def _covered(after: Source, findings: Iterable[Finding], comments: Iterable[_Comment]) -> bool:
    """Whether the suppressions in the new text cover all findings, at their new lines."""
    lines = sorted(one.line for one in comments if not one.behind)
    known = [one for one in suppressions_in(read_manifest(after)) if not one.fault]
    for finding in findings:
        span = finding.place.span
        more = bisect_right(lines, span.line)
        moved = span._replace(line=span.line + more, end_line=span.end_line + more)
        if span == (1, 1, 1, 1):
            moved = span
        now = finding._replace(place=finding.place._replace(span=moved))
        if not any(one.covers(now) and finding.rule in {name.text for name in one.names} for one in known):
            return False
    return True
