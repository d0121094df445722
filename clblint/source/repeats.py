"""Finds repeated keys in a tree, and decides whether all keys are ordinary (distinct, and equal to their text)."""

from __future__ import annotations

from clblint.light import attrgetter
from clblint.source.mapping import Mapping
from clblint.source.node import Sequence
from clblint.source.scalars import BEHIND_NUMBERS, SPELLINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from clblint.source.node import Node

_COLLECTIONS = frozenset({Mapping, Sequence})
_TWO_ENTRIES = 4  # keys and values
_TEXT = attrgetter("text")


def repeated_keys(root: Node) -> list[tuple[Node, Node]]:
    """The keys that are set twice in a mapping, as (later key node, earlier key node), in the order of the file.

    A key that overrides one merged by `<<` is intended and not included.
    """
    suspects = _suspects(root)
    suspects.sort(key=lambda mapping: mapping.start)
    return [pair for mapping in suspects for pair in mapping.clashes()]


def are_ordinary(mappings: Iterable[Mapping]) -> bool:
    """Whether in each mapping all keys are distinct and every key equals its text.

    The caller makes sure that there are no tags and aliases.
    """
    seen: set[str] = set()
    try:
        for mapping in mappings:
            children = mapping.children
            if 0 < len(children) <= _TWO_ENTRIES:  # a fast path for most mappings
                texts = {children[0].text, children[-2].text}  # type: ignore[attr-defined]
            else:
                texts = set(map(_TEXT, children[::2]))
            if 2 * len(texts) < len(children):
                return False
            seen |= texts
    except AttributeError:
        return False  # a collection as a key
    return min(seen, default=BEHIND_NUMBERS) >= BEHIND_NUMBERS and seen.isdisjoint(SPELLINGS)


def _suspects(root: Node) -> list[Mapping]:
    """The mappings of a tree, without those whose keys are distinct whatever they resolve to."""
    found: list[Mapping] = []
    stack: list[Any] = [root]
    while stack:
        node = stack.pop()
        children = getattr(node, "children", [])
        if type(node) is Mapping and _may_repeat(children[::2]):
            found.append(node)
        stack += [child for child in children if type(child) in _COLLECTIONS]
    return found


def _may_repeat(keys: list[Any]) -> bool:
    try:
        texts = {key.text for key in keys}
        lowest = min(texts, default=BEHIND_NUMBERS)
    except AttributeError:
        return True  # an alias or a collection
    return len(texts) < len(keys) or lowest < BEHIND_NUMBERS or not texts.isdisjoint(SPELLINGS)
