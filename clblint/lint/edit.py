"""`FixEdit` and `Replacement`: a fix as an edit of a YAML node, and as a text replacement."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.place import Span

REPLACE, RENAME, REMOVE, REMOVE_ITEM, ADD = "replace", "rename", "remove", "remove item", "add"


class FixEdit(NamedTuple):
    """One edit of a node in the file of its finding, as plain values.

    `action` is applied to the scalar, key or list item at `span`: `REPLACE` the content of a scalar from `start` to
    `end`, `RENAME` a key, `REMOVE` an entry by its key, `REMOVE_ITEM` from a list, `ADD` an entry after the one with
    that key. `old` is the expected content at `span`; if it differs, the edit is refused. `new` is the new content,
    `key` the key of an added entry, `path` the file. A string stays a string: it is quoted if necessary.
    """

    action: str
    span: Span
    old: str
    new: str | int = ""
    start: int = 0
    end: int = 0
    key: str = ""
    path: str = ""


class CannotEdit(Exception):  # noqa: N818 - not an error, but a reason to leave a text as it is
    """An edit cannot be made; the argument is a translated sentence with the reason."""


class Replacement(NamedTuple):
    """A range of a file and its new text; lines and columns as in `Span`."""

    span: Span
    text: str
