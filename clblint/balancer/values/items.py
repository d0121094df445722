"""`Items`: the items of an annotation value that is a comma list; `item` parses them."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.light import TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Listed(Protocol):
        """What is asked of an item: whether the controller gives up at it, and what it names."""

        @property
        def stops(self) -> bool: ...  # noqa: D102 - as above

        @property
        def exact_key(self) -> str: ...  # noqa: D102 - as above


Item_co = TypeVar("Item_co", bound="Listed", covariant=True)


class Items(tuple[Item_co, ...]):  # noqa: SLOT001 - its index is kept in it
    """The items of a list in order."""

    def deciding(self, key: str) -> Item_co | None:
        """The first that names something, or the one before it at which the controller gives up; None without both."""
        by_key, stop = self._first
        return by_key.get(key, stop)

    @cached_property
    def _first(self) -> tuple[dict[str, Item_co], Item_co | None]:
        """By what they name the first items, up to the one that stops, and that: each port of a Service asks."""
        found: dict[str, Item_co] = {}
        for item in self:
            if item.stops:
                return found, item
            found.setdefault(item.exact_key, item)
        return found, None
