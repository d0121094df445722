"""The parsers of plain documents, which give the trees of `tree.build` in a fraction of its time, or nothing.

Some wheels contain a compiled one (`plain_tree.pyx`); without it, `lines` does the same in Python, for fewer documents.
"""

from __future__ import annotations

import os

from clblint.fast import NamedTuple
from clblint.light import cache
from clblint.source.lines import read_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from clblint.source.node import Node, TextOrigin

    PlainTree: TypeAlias = "Callable[[str, TextOrigin], list[Node] | None]"

# Fewer events than this need no memory limit, and no document has more events than code points.
MOST_EVENTS = 1_000_000
# The environment variable that selects the pure parser, to compare the two.
PURE = "CLBLINT_PURE_YAML"


class CompiledParser(NamedTuple):
    """The functions of `clblint.source.plain_tree`."""

    tree: PlainTree
    is_valid: Callable[[str], bool]
    is_ordinary: Callable[[str], bool]


@cache
def compiled_parser() -> CompiledParser | None:
    """The compiled parser; None if this installation lacks it, or the environment asks for the parser in Python."""
    if os.environ.get(PURE):
        return None
    try:
        from clblint.source.plain_tree import is_ordinary, is_valid, plain_tree  # noqa: PLC0415 - not in every installation
    except ImportError:
        return None
    return CompiledParser(plain_tree, is_valid, is_ordinary)


@cache
def plain_parser() -> PlainTree:
    """What gives the roots of a plain document; None for any other, and for all if `CLBLINT_PURE_YAML` is set."""
    if os.environ.get(PURE):
        return lambda _text, _origin: None
    compiled = compiled_parser()
    return compiled.tree if compiled is not None else read_lines
