"""`Suppression`: suppressions in manifests, as comments or as an annotation, which survives rendering.

A comment is `# clblint: ignore[rule-a,rule-b] reason` on the line itself or alone on the line above,
`ignore-object[...]` anywhere in the document for the whole object, or `ignore-file[...]` before the first document. The
annotation is `clblint.io/ignore: "rule-a,rule-b"`, with `clblint.io/ignore-reason` beside it.
"""

from __future__ import annotations

import re
from itertools import pairwise

from clblint.fast import NamedTuple
from clblint.files.codec import Codec
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.lint.finding import Finding


Position = tuple[int, int]  # 1-based line and column

LINE, OBJECT, FILE, ANNOTATION = "ignore", "ignore-object", "ignore-file", "annotation"
PREFIX = "clblint.io/"
KEY, REASON_KEY = f"{PREFIX}ignore", f"{PREFIX}ignore-reason"
RULES = frozenset({"unexplained-suppression", "unknown-suppression", "unused-suppression"})

# Not compiled at import: most runs meet no suppression.
_DIRECTIVE = r"#[ \t]*clblint(?:[ \t]*(:)[ \t]*|[ \t]+(?=ignore\b))"
_BODY = rf"{_DIRECTIVE}[ \t]*(ignore|ignore-object|ignore-file)[ \t]*\[([^\]]*)\][ \t]*(.*)"
_NAME = r"[^\s,]+"
_REASON_SEPARATORS = " \t:-\u2013\u2014"
_NEXT_COMMENT = r"(?:^|\s)#\s"  # of another tool
_NOWHERE = Span(1, 1, 1, 1)  # the place of a removed object
_NO_END = 1 << 40  # a line beyond any file


class Name(NamedTuple):
    """A name in a suppression (a rule, a pack or a glob), and its place."""

    text: str
    place: Place


class UnknownName(NamedTuple):
    """A name in a suppression that matches no rule, and the nearest valid name; empty if none is near."""

    name: Name
    nearest: str


class UnusedName(NamedTuple):
    """A name in a suppression that suppresses no finding."""

    name: Name
    suppression: Suppression


class Suppression(NamedTuple):
    """One suppression. It covers findings from `start` to before `end`.

    `owner` is the position of its object and `object` its id, both empty for a whole file. `fault` is set if the
    suppression is not valid: `form` (cannot be parsed), `rules` (names no rule), `place` (has no effect there), `key`
    (unknown annotation); `written` is the faulty text. `judged` says whether all rules checked what it covers.
    `root` is the root that builds the object where it was found on what is built: it covers that object, of any file.
    `unknown` and `unused` are set by the filter: the names that match no rule, each with the nearest rule, and those
    that suppress nothing.
    """

    place: Place
    form: str
    names: tuple[Name, ...] = ()
    reason: str = ""
    start: Position = (1, 1)
    end: Position = (_NO_END, 1)
    owner: Position = (0, 0)
    object: str = ""
    fault: str = ""
    written: str = ""
    judged: bool = True
    root: str = ""
    unknown: tuple[tuple[Name, str], ...] = ()
    unused: tuple[Name, ...] = ()

    @property
    def unknown_names(self) -> tuple[UnknownName, ...]:
        """The names that match no rule."""
        return tuple(UnknownName(*pair) for pair in self.unknown)

    @property
    def unused_names(self) -> tuple[UnusedName, ...]:
        """The names that suppress no finding."""
        return tuple(UnusedName(name, self) for name in self.unused)

    @property
    def explained(self) -> bool:
        """Whether a reason is given."""
        return any(char.isalnum() for char in self.reason)

    @property
    def rules(self) -> str:
        """The names as written."""
        return ",".join(name.text for name in self.names)

    def reported_as(self, path: str) -> Suppression:
        """The same suppression in a file that is reported under another path."""
        names = tuple(name._replace(place=Place(path, name.place.span)) for name in self.names)
        return self._replace(place=Place(path, self.place.span), names=names)

    def covers(self, finding: Finding) -> bool:
        """Whether a finding of the same file lies in its scope."""
        span = finding.place.span
        if span == _NOWHERE and self.form in {OBJECT, ANNOTATION}:
            return False
        return self.start <= (span.line, span.column) < self.end


_PLACE = Codec(Place, Codec(Span))
SUPPRESSION = Codec(Suppression, Codec(Name, _PLACE), _PLACE)


def directives(comment: str) -> Iterator[tuple[str, int]]:
    """The suppressions in a comment, each with its offset; a comment may hold several."""
    starts = [found.start() for found in re.finditer(_DIRECTIVE, comment)]
    starts = [start for start in starts if start == 0 or comment[start - 1].isspace()]
    for start, end in pairwise([*starts, len(comment)]):
        yield comment[start:end].rstrip(), start


def parse(directive: str, path: str, line: int, column: int) -> Suppression:
    """Parse one suppression of a comment, at its line and column; its scope is set later."""
    place = _place(path, line, column, directive)
    body = re.fullmatch(_BODY, directive)
    if body is None or not body[1]:
        return Suppression(place, LINE, fault="form", written=directive)
    names = names_in(body[3], path, line, column + body.start(3))
    reason = re.split(_NEXT_COMMENT, body[4])[0].strip(_REASON_SEPARATORS)
    fault = "" if names else "rules"
    return Suppression(place, body[2], names, reason, fault=fault, written="" if names else directive)


def names_in(text: str, path: str, line: int, column: int) -> tuple[Name, ...]:
    """The names in a comma list that begins at a place."""
    return tuple(
        Name(found[0], _place(path, line, column + found.start(), found[0])) for found in re.finditer(_NAME, text)
    )


def _place(path: str, line: int, column: int, text: str) -> Place:
    return Place(path, Span(line, column, line, column + len(text)))
