"""`CompiledParser`: the parser of plain documents that some wheels contain."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.source.node import Node, TextOrigin


class CompiledParser(NamedTuple):
    """The functions of `clblint.source.plain_tree`."""

    tree: Callable[[str, TextOrigin], list[Node] | None]
    is_valid: Callable[[str], bool]
    is_ordinary: Callable[[str], bool]
