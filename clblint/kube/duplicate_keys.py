"""`DuplicateKey`: keys that are set twice in one mapping of an object."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.source.repeats import repeated_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.node import Node


class DuplicateKey(NamedTuple):
    """A key that is set twice in one mapping."""

    key: str
    again: Node
    first: Node

    @property
    def begins_object(self) -> bool:
        """Whether it is the first key of another object, after a missing `---`."""
        return self.key == "apiVersion" and self.again.column == self.first.column == 1


def duplicates_in(root: Node, others: tuple[DuplicateKey, ...]) -> tuple[DuplicateKey, ...]:
    """The keys that are set twice anywhere in an object, and others of it.

    If two objects are merged by a missing `---`, only those up to the first key of the second one.
    """
    found = [DuplicateKey(str(getattr(again, "value", "")), again, first) for again, first in repeated_keys(root)]
    found += others
    begins = [duplicate for duplicate in found if duplicate.begins_object]
    if not begins:
        return tuple(found)
    line = begins[0].again.line
    return tuple(begins + [duplicate for duplicate in found if duplicate.again.line < line])
