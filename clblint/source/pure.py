"""The engine in pure Python for platforms without the C extension: the same events, about twenty times slower.

It accepts other texts (tabs between tokens, other line breaks, names of anchors, empty keys), but returns the same for
texts that both accept. The position of empty values, which differs, is corrected here.
"""

from __future__ import annotations

import re

from clblint.source.parsed_nodes import parsed_alias, parsed_mapping, parsed_scalar, parsed_sequence
from clblint.source.parser_error import yaml_error
from clblint.source.parser_events import DocumentEnd, ParserMark, StreamEnd, begin, end_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from clblint.source.mapping import Mapping
    from clblint.source.node import Scalar, Sequence

    C = TypeVar("C", Mapping, Sequence)

_GAP = r"(?:\s|(?<=\s)#[^\r\n]*(?![^\r\n]))*"
# The `:` after which libyaml positions an empty value; in brackets, at the next token.
_INDICATOR = re.compile(rf"{_GAP}:(?:{_GAP}(?=[,}}\]]))?")
_SURROGATE = re.compile("[\ud800-\udfff]")


def pure_events(text: str) -> Callable[[], Any]:
    """A function that returns the next event of a text at each call (see `Engine`); all its errors are YAMLErrors."""
    from ruamel.yaml import YAML, events  # noqa: PLC0415 - slow to import

    following = YAML(typ="safe", pure=True).parse(text)
    error = yaml_error()
    last = 0
    made: dict[type[Any], Callable[[Any], Any]] = {
        events.StreamStartEvent: begin,
        events.StreamEndEvent: lambda event: StreamEnd(event.start_mark, event.end_mark),
        events.DocumentStartEvent: begin,
        events.DocumentEndEvent: lambda event: DocumentEnd(event.start_mark, event.end_mark),
        events.MappingStartEvent: lambda event: _collection(parsed_mapping, event),
        events.SequenceStartEvent: lambda event: _collection(parsed_sequence, event),
        events.MappingEndEvent: lambda event: end_of(event.start_mark, event.end_mark),
        events.SequenceEndEvent: lambda event: end_of(event.start_mark, event.end_mark),
        events.AliasEvent: lambda event: parsed_alias(event.anchor, event.start_mark, event.end_mark),
        events.ScalarEvent: lambda event: _scalar(event, text, last),
    }

    def step() -> Any:  # noqa: ANN401 - an event
        nonlocal last
        try:
            event = next(following)
        except error:
            raise
        except Exception as hole:  # "\UFFFFFFFF", a version with twenty digits, deep nesting
            message = "the parser cannot read this document"
            raise error(message) from hole
        node = made[type(event)](event)
        last = event.end_mark.index
        return node

    return step


def _collection(make: Callable[..., C], event: Any) -> C:  # noqa: ANN401 - an event
    is_flow = bool(event.flow_style)
    return make(event.anchor, _tag(event), event.implicit, event.start_mark, event.end_mark, is_flow)


def _scalar(event: Any, text: str, last: int) -> Scalar:  # noqa: ANN401 - an event
    """The scalar of an event; `last` is the offset at which the previous event ended."""
    if not event.value and event.start_mark.index == event.end_mark.index:
        found = _INDICATOR.match(text, last)
        if found is not None:
            event.start_mark = event.end_mark = ParserMark(found.end())
    elif _SURROGATE.search(event.value):
        raise _bad_escape(event.start_mark)
    start, end = event.start_mark, event.end_mark
    return parsed_scalar(event.anchor, _tag(event), event.implicit, event.value, start, end, event.style)


def _tag(event: Any) -> str | None:  # noqa: ANN401 - an event
    return None if event.ctag is None else str(event.ctag)


def _bad_escape(mark: Any) -> Exception:  # noqa: ANN401 - a mark
    from ruamel.yaml.scanner import ScannerError  # noqa: PLC0415 - needed only when it is raised

    problem = "found invalid Unicode character escape code"
    return ScannerError("while parsing a quoted scalar", mark, problem, mark)
