"""`Item`: one item of an annotation value that is a comma list, with its position; `items_of` parses the list."""

from __future__ import annotations

from clblint.balancer.values.items import Items
from clblint.balancer.values.slices import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self

    from clblint.balancer.values.slices import ValueSlice
    from clblint.kube.fact import Fact
    from clblint.light import TypeVar

    AnyItem = TypeVar("AnyItem", bound="Item")

# What strings.TrimSpace removes.
BLANKS = (
    "\t\n\v\f\r \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_MOST = 1_000  # items of a list that are looked at: each may have a finding that names the whole list


class Item:
    """One item of a list; `at` is its text and position, `parts` are the texts between its separators.

    `first` and `previous` are the first and the last of the items before it that name the same thing.
    """

    __slots__ = ("at", "first", "owner", "parts", "position", "previous")

    separator = ":"
    owner: Any  # what has the annotation; its class is declared in subclasses

    def __init__(self, owner: object, at: ValueSlice, position: int) -> None:
        self.owner = owner
        self.at = self._within(at)
        self.parts = tuple(self.at.split(self.separator))
        self.position = position  # in the list, from 0 on
        self.first: Self | None = None
        self.previous: Self | None = None

    def _within(self, at: ValueSlice) -> ValueSlice:
        """What of a slice between commas is the item: nothing is trimmed."""
        return at

    @property
    def key(self) -> str:
        """What it names; of several items that name the same thing only one can count."""
        return self.parts[0].text.strip()

    @property
    def exact_key(self) -> str:
        """What it names, as the controller compares it: with its blanks."""
        return self.parts[0].text

    @property
    def stops(self) -> bool:
        """Whether the controller gives up at it, whatever it looks for."""
        return False

    @property
    def counts(self) -> bool:
        """Whether it is well-formed enough to be one of those."""
        return True

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.at.text!r}>"


def items_of(kind: type[AnyItem], annotation: Fact[str], owner: object) -> Items[AnyItem]:
    """The items of an annotation in order; none where it is absent, empty or unknown."""
    if not annotation.holds:
        return Items()
    items = Items(kind(owner, at, position) for position, at in enumerate(split(annotation)[:_MOST]))
    first: dict[str, AnyItem] = {}
    last: dict[str, AnyItem] = {}
    for item in items if len(items) > 1 else ():
        key = item.key
        item.first, item.previous = first.get(key), last.get(key)
        if item.counts:
            first.setdefault(key, item)
            last[key] = item
    return items
