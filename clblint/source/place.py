"""Positions in files: `Span` (lines and columns) and `Place` (path and span)."""

from __future__ import annotations

from clblint.fast import NamedTuple


class Span(NamedTuple):
    """A range of text: lines and columns are 1-based and count code points; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Place(NamedTuple):
    """A span in a file; `path` is as reported: relative to the working directory, with `/`."""

    path: str
    span: Span
