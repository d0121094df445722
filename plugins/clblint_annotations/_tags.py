"""The items of `additional-resource-tags` as the CCM reads them (AN:GetLoadBalancerAdditionalTags)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clblint.api import ValueSlice, split

if TYPE_CHECKING:
    from clblint.api import Fact

SUFFIX = "-additional-resource-tags"


class Tag(NamedTuple):
    """One item, blanks around it removed: `Key`, `Key=` or `Key=value`; what follows a second `=` is dropped."""

    at: ValueSlice
    key: str
    value: str
    dropped: str


def items_of(fact: Fact[str]) -> list[Tag]:
    """The items of the annotation in order."""
    return [_tag(piece) for piece in split(fact)]


def _tag(piece: ValueSlice) -> Tag:
    text = piece.text.strip()
    start = piece.text.find(text)
    key, _, rest = text.partition("=")
    value, mark, dropped = rest.partition("=")
    return Tag(piece.part(start, start + len(text)), key, value, mark + dropped)
