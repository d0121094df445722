"""The compiled parser of plain documents, which some wheels contain: the trees of `parsing` in a third of its time.

Without it, everything is the same but slower; `plain_tree.pyx` says which documents are plain.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.source.events import PURE

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.source.node import Node, TextOrigin


class PlainParser(NamedTuple):
    """The functions of `clblint.source.plain_tree`."""

    tree: Callable[[str, TextOrigin], list[Node] | None]
    is_valid: Callable[[str], bool]
    is_ordinary: Callable[[str], bool]


@cache
def plain_parser() -> PlainParser | None:
    """The compiled parser; None if this installation lacks it, or the environment asks for the parser in Python."""
    if os.environ.get(PURE):
        return None
    try:
        from clblint.source.plain_tree import is_ordinary, is_valid, plain_tree  # noqa: PLC0415 - not in every installation
    except ImportError:
        return None
    return PlainParser(plain_tree, is_valid, is_ordinary)
