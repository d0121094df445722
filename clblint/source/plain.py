"""The parsers of plain documents, which give the trees of `tree.build` in a fraction of its time, or nothing.

Some wheels contain a compiled one (`plain_tree.pyx`); without it, `lines` does the same in Python, for fewer documents.
"""

from __future__ import annotations

import os

from clblint.light import cache
from clblint.source.node import TextOrigin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from clblint.source.chunk import Chunk
    from clblint.source.compiled import CompiledParser
    from clblint.source.node import Node

    PlainTree: TypeAlias = "Callable[[str, TextOrigin], list[Node] | None]"

# Fewer events than this need no memory limit, and no document has more events than code points.
MOST_EVENTS = 1_000_000
BOM = "\ufeff"
_BLANKS = frozenset(" \t\r\n")
# The environment variable that selects the pure parser, to compare the two.
PURE = "CLBLINT_PURE_YAML"


@cache
def compiled_parser() -> CompiledParser | None:
    """The compiled parser; None if this installation lacks it, or the environment asks for the parser in Python."""
    if os.environ.get(PURE):
        return None
    try:
        from clblint.source.plain_tree import is_ordinary, is_valid, plain_tree  # noqa: PLC0415 - not in every installation
    except ImportError:
        return None
    from clblint.source.compiled import CompiledParser  # noqa: PLC0415 - as above

    return CompiledParser(plain_tree, is_valid, is_ordinary)


@cache
def plain_parser() -> PlainTree:
    """What gives the roots of a plain document; None for any other, and for all if `CLBLINT_PURE_YAML` is set."""
    if os.environ.get(PURE):
        return lambda _text, _origin: None
    compiled = compiled_parser()
    if compiled is not None:
        return compiled.tree
    from clblint.source.lines import read_lines  # noqa: PLC0415 - what is compiled needs it not

    return read_lines


def plain_roots(text: str, origin: TextOrigin) -> list[Node] | None:
    """The root of a plain document, nothing of an empty one; None for any other."""
    return plain_parser()(text, origin)


def roots_of(chunk: Chunk) -> list[Node] | None:
    """The same of a document whose text `is_as_written`."""
    origin = TextOrigin(chunk.source, chunk.offset, chunk.first_line - 1, chunk.column)
    return plain_roots(chunk.text, origin)


def may_escape_slash(text: str) -> bool:
    r"""Whether a text may hold `\/`: parsers of YAML read it, and Kubernetes may refuse it."""
    return "\\" in text and "\\/" in text  # one character is found many times faster than two


def is_as_written(chunk: Chunk) -> bool:
    """Whether nothing in a text has to be adapted for a parser (`ParserInput`), as in nearly none."""
    text = chunk.text
    if BOM in text or len(text) >= MOST_EVENTS or (chunk.source.bom and "\ufffd" in text):
        return False
    return not text.startswith(("{", "["), first_content(text))


def first_content(text: str) -> int:
    """The offset of the first character that belongs neither to white space nor to a comment or separator."""
    at = 0
    while True:
        while text[at : at + 1] in _BLANKS:
            at += 1
        if not (text.startswith("#", at) or text.startswith("---", at)):
            return at
        at = text.find("\n", at)
