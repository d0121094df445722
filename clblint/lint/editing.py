"""Functions with which a rule creates the edits of a fix.

Each function makes one edit of a fact, a node, or a slice of a value:

    edits=[replace(scheduler, "wrr")]        another value, in the same quotes
    edits=[rename(annotation, known.key)]    another key
    edits=[remove(annotation)]               the whole entry; a mapping that would be left empty goes, too
    edits=[remove(item)]                     one item of a comma list
    edits=[add("on", key, beside=timeout)]   an entry behind another one

They return None if the value is not written in the manifest, such as a default, or if the key stands in the path of a
JSON patch, whose other operations may name it, too. A finding with such an edit, or with an edit in another file, is
reported without a fix.
"""

from __future__ import annotations

from clblint.balancer.values.slices import ValueSlice
from clblint.kube.annotations import Annotation
from clblint.kube.fact import Fact
from clblint.lint.edit import ADD, REMOVE, REMOVE_ITEM, RENAME, REPLACE, FixEdit
from clblint.source.node import Node, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.source.located import Located

# What the path of an operation begins with, what a key in a pattern of Kyverno ends with, and no key of an annotation.
_POINTER, _ANCHOR = "/", ")"


def replace(what: Located, new: str | int) -> FixEdit | None:
    """Replace a value (of a fact or a node), or a slice of one; a string stays a string, a number a number."""
    if isinstance(what, ValueSlice):
        return _part(what, new, what.start, what.end)
    if isinstance(what, Fact):
        return replace(what.node, new)
    return _edit(REPLACE, what, new=new, end=len(getattr(what, "text", "")))


def rename(what: Fact[Any] | Annotation, new: str) -> FixEdit | None:
    """Rename the key of an entry."""
    return _edit(RENAME, _fact(what).key, new=new)


def remove(what: Fact[Any] | Annotation | ValueSlice) -> FixEdit | None:
    """Remove an entry of a mapping, an item of a list, or an item of a comma list together with a comma."""
    if isinstance(what, ValueSlice):
        return _without(what)
    fact = _fact(what)
    if fact.key is fact.node and isinstance(fact.node, Node):
        return FixEdit(REMOVE_ITEM, fact.node.place.span, getattr(fact.node, "text", ""), path=fact.node.source.path)
    return _edit(REMOVE, fact.key)


def add(value: str, key: str, *, beside: Fact[Any] | Annotation) -> FixEdit | None:
    """Add an entry after an existing one."""
    return _edit(ADD, _fact(beside).key, new=value, key=key)


def _without(piece: ValueSlice) -> FixEdit | None:
    whole = piece.fact.value
    before, after = whole[: piece.start].rstrip(), whole[piece.end :].lstrip()
    if not before and not after:
        return remove(piece.fact)
    if before.endswith(","):
        return _part(piece, "", len(before) - 1, len(whole) - len(after))
    return _part(piece, "", piece.start, len(whole) - len(after.removeprefix(",").lstrip()))


def _part(piece: ValueSlice, new: str | int, start: int, end: int) -> FixEdit | None:
    return _edit(REPLACE, piece.fact.node, new=new, start=start, end=end)


def _fact(what: Fact[Any] | Annotation) -> Fact[Any]:
    return what.value if isinstance(what, Annotation) else what


def _edit(action: str, node: Located, **more: Any) -> FixEdit | None:  # noqa: ANN401 - the other fields of an edit
    """An edit of a scalar; None where there is none: a patch in another file, a default, a path, an anchor."""
    if not isinstance(node, Scalar):
        return None
    if action != REPLACE and (node.text.startswith(_POINTER) or node.text.endswith(_ANCHOR)):
        return None
    return FixEdit(action, node.place.span, node.text, path=node.source.path, **more)
