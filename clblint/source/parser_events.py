"""What a parser makes of its events besides nodes: their marks, and the ends of collections, documents and texts."""

from __future__ import annotations


class ParserMark:
    """An offset in the parsed text, like the mark of a parser; the C extension has its own class with more fields."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


def end_of(start: ParserMark, end: ParserMark) -> int:  # noqa: ARG001 - what the parser gives
    """The offset at which a collection ends; the parser calls this in place of an event class."""
    return end.index


def begin(*_: object) -> None:
    """What the parser makes at the beginning of a document or stream: nothing."""


class DocumentEnd:
    """The end of a document, with its offset in the parsed text."""

    __slots__ = ("offset",)

    def __init__(self, start: ParserMark, end: ParserMark, explicit: object = None) -> None:  # noqa: ARG002 - what the parser gives
        self.offset = end.index


class StreamEnd(DocumentEnd):
    """The end of the text."""

    __slots__ = ()
