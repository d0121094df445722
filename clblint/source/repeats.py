"""Keys that are written twice, found without making nodes of what is in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.source.node import Mapping, Sequence
from clblint.source.scalars import SPELLINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.node import Node

_BEHIND_NUMBERS = ":"  # in the order of characters; numbers may be the same key in several spellings


def repeated_keys(root: Node) -> list[tuple[Node, Node]]:
    """The keys of a tree that are set again: the later key node and the earlier one."""
    return [pair for mapping in _suspects(root) for pair in mapping.duplicates()]


def _suspects(root: Node) -> Iterator[Mapping]:
    """The mappings in the order of the file, without those in which all keys differ whatever they resolve to."""
    stack: list[Any] = [root]
    while stack:
        node = stack.pop()
        children = node.raw_children
        if type(node) is Mapping and _may_repeat(children[::2]):
            yield node
        stack.extend(child for child in reversed(children) if type(child) is Mapping or type(child) is Sequence)


def _may_repeat(keys: list[Any]) -> bool:
    try:
        texts = {key.value for key in keys}  # of an event as of a scalar
        lowest = min(texts, default=_BEHIND_NUMBERS)
    except (AttributeError, TypeError):
        return True  # an alias, a collection, a scalar that is no text
    return len(texts) < len(keys) or lowest < _BEHIND_NUMBERS or not texts.isdisjoint(SPELLINGS)
