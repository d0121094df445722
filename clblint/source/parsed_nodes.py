"""The nodes that parsers make of their events: functions that take the arguments of the event classes of libyaml.

The node classes themselves have no constructor: a run makes millions of nodes, and an empty one takes half of the time.
"""

# ruff: noqa: SLF001 - this makes nodes, slot by slot

from __future__ import annotations

from clblint.source.mapping import Mapping
from clblint.source.node import _NOT_READ, Alias, Scalar, Sequence, notation_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from clblint.source.parser_events import ParserMark

    C = TypeVar("C", Mapping, Sequence)


def parsed_scalar(  # noqa: PLR0913, PLR0917 - what the parser gives, in its order
    anchor: str | None,
    tag: str | None,
    implicit: tuple[bool, bool],
    text: str,
    start: ParserMark,
    end: ParserMark,
    style: str | None,
) -> Scalar:
    """The scalar of an event."""
    made = Scalar()
    made._notation = notation_of(anchor, tag, style or "", is_plain=bool(implicit[0]))
    made.text = text
    made._start = start.index
    made._size = end.index - start.index
    made._value = _NOT_READ
    return made


def _collection_parser(kind: type[C]) -> Callable[[str | None, str | None, bool, ParserMark, ParserMark, bool], C]:
    """The function that makes a collection of this kind of an event, without children."""

    def parsed(  # noqa: PLR0913, PLR0917 - as above
        anchor: str | None,
        tag: str | None,
        implicit: bool,  # noqa: ARG001, FBT001 - as above
        start: ParserMark,
        end: ParserMark,  # noqa: ARG001 - as above
        is_flow: bool,  # noqa: FBT001 - as above
    ) -> C:
        made = kind()
        made._notation = notation_of(anchor, tag, "", is_plain=True)
        made.is_flow = is_flow
        made._start = start.index
        made._size = 0  # with brackets, set where it ends; without, it ends where its last child does
        made.children = []
        made.seen = None
        return made

    return parsed


parsed_mapping, parsed_sequence = _collection_parser(Mapping), _collection_parser(Sequence)


def parsed_alias(anchor: str, start: ParserMark, end: ParserMark) -> Alias:
    """The alias of an event, without its target."""
    made = Alias()
    made._notation = notation_of(anchor, None, "", is_plain=False)
    made._start = start.index
    made._size = end.index - start.index
    return made
