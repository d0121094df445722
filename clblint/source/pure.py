"""The parser in Python, for where the C extension does not exist: some twenty times slower, the same events.

It differs in what it accepts (tabs between tokens, other line breaks, names of anchors, keys that are empty), not in
what it makes of what both accept. Where it puts empty values is corrected here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clblint.source.events import kinds, yaml_error

if TYPE_CHECKING:
    from collections.abc import Callable

_GAP = r"(?:\s|(?<=\s)#[^\r\n]*(?![^\r\n]))*"
# The indicator that promised a value; in brackets the next token is where libyaml puts it.
_INDICATOR = re.compile(rf"{_GAP}:(?:{_GAP}(?=[,}}\]]))?")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


class _Mark:
    """A place in the text."""

    __slots__ = ("column", "index", "line")

    def __init__(self, index: int, line: int, column: int) -> None:
        self.index = index
        self.line = line
        self.column = column


def pure_events(text: str) -> Callable[[], Any]:
    """The events of a text; every failure is a YAMLError."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - slow to import

    following = YAML(typ="safe", pure=True).parse(text)
    error, scalar = yaml_error(), kinds().scalar
    last: Any = _Mark(0, 0, 0)

    def step() -> Any:  # noqa: ANN401 - an event
        nonlocal last
        try:
            event = next(following)
        except error:
            raise
        except Exception as hole:  # "\UFFFFFFFF", a version with twenty digits, deep nesting
            message = "the parser cannot read this document"
            raise error(message) from hole
        if type(event) is scalar:
            if not event.value and event.start_mark.index == event.end_mark.index:
                event.start_mark = event.end_mark = _place_of_nothing(text, last, event.end_mark)
            elif _SURROGATE.search(event.value):
                raise _bad_escape(event.start_mark)
        last = event.end_mark
        return event

    return step


def _place_of_nothing(text: str, last: Any, default: Any) -> Any:  # noqa: ANN401 - marks
    """Where libyaml puts an empty value, given the end of the event before it."""
    found = _INDICATOR.match(text, last.index)
    if found is None:
        return default
    starts = [0, *(end.end() for end in _BREAK.finditer(found[0]))]
    lines = len(starts) - 1
    column = len(found[0]) - starts[-1]
    return _Mark(found.end(), last.line + lines, column if lines else last.column + column)


def _bad_escape(mark: Any) -> Exception:  # noqa: ANN401 - a mark
    from ruamel.yaml.scanner import ScannerError  # noqa: PLC0415 - needed only when it is raised

    problem = "found invalid Unicode character escape code"
    return ScannerError("while parsing a quoted scalar", mark, problem, mark)
