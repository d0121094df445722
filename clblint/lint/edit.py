"""Changes to a manifest that would mend it: as a rule means them, and as stretches of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from clblint.source.place import Span

REPLACE, RENAME, REMOVE, REMOVE_ITEM, ADD = "replace", "rename", "remove", "remove item", "add"


class FixEdit(NamedTuple):
    """One change in the file of its finding, as plain values.

    `action` is what happens to the scalar, the key or the item of a list that stands at `span`: `REPLACE` the content
    of a scalar from `start` to `end`, `RENAME` a key, `REMOVE` an entry by its key, `REMOVE_ITEM` from a list, `ADD`
    an entry behind the one with that key. `old` is the content that was read there, so that nothing else is ever
    changed; `new` what comes in its place. `key` is that of an entry to add, `path` the file. Text stays
    text: it is quoted where that takes quotes.
    """

    action: str
    span: Span
    old: str
    new: str | int = ""
    start: int = 0
    end: int = 0
    key: str = ""
    path: str = ""


class CannotEdit(Exception):  # noqa: N818 - a reason to leave a text alone, and no error
    """Why an edit is not made, as a sentence of the catalogue."""


class Replacement(NamedTuple):
    """A stretch of a file, and what stands there instead. Lines and columns as in `Span`."""

    span: Span
    text: str
