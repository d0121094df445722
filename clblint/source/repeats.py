"""Keys that are written twice, found without making nodes of what is in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.source.node import Mapping, Sequence
from clblint.source.scalars import SPELLINGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.source.node import Node

_COLLECTIONS = frozenset({Mapping, Sequence})
_BEHIND_NUMBERS = ":"  # in the order of characters; numbers may be the same key in several spellings


def repeated_keys(root: Node) -> list[tuple[Node, Node]]:
    """The keys of a tree that are set again: the later key node and the earlier one, in the order of the file."""
    suspects = _suspects(root)
    suspects.sort(key=lambda mapping: mapping.start)
    return [pair for mapping in suspects for pair in mapping.duplicates()]


def all_keys_differ(mappings: Iterable[Mapping]) -> bool:
    """Whether in each of these mappings all keys differ, whatever they resolve to."""
    return not any(_may_repeat(mapping.raw_children[::2]) for mapping in mappings)


def _suspects(root: Node) -> list[Mapping]:
    """The mappings of a tree, without those in which all keys differ whatever they resolve to."""
    found: list[Mapping] = []
    stack: list[Any] = [root]
    while stack:
        node = stack.pop()
        children = node.raw_children
        if type(node) is Mapping and _may_repeat(children[::2]):
            found.append(node)
        stack += [child for child in children if type(child) in _COLLECTIONS]
    return found


def _may_repeat(keys: list[Any]) -> bool:
    try:
        texts = {key.value for key in keys}  # of an event as of a scalar
        lowest = min(texts, default=_BEHIND_NUMBERS)
    except (AttributeError, TypeError):
        return True  # an alias, a collection, a scalar that is no text
    return len(texts) < len(keys) or lowest < _BEHIND_NUMBERS or not texts.isdisjoint(SPELLINGS)
