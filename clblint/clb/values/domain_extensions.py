"""Parses `domain-extensions`, additional certificates of https listeners (LS:parseDomainExtensionsAnnotation)."""

from __future__ import annotations

from clblint.balancer.values.item import BLANKS
from clblint.clb.values.classic_items import ClassicItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.values.slices import ValueSlice

_TWO = 2


class Extension(ClassicItem):
    """An item of `domain-extensions`, `www.example.com:cert-1`, blanks around it removed."""

    __slots__ = ()

    def _within(self, at: ValueSlice) -> ValueSlice:
        start = len(at.text) - len(at.text.lstrip(BLANKS))
        return at.part(start, max(start, len(at.text.rstrip(BLANKS))))

    @property
    def key(self) -> str:
        """The domain."""
        return self.domain

    @property
    def domain(self) -> str:
        """The domain."""
        return self.parts[0].text

    @property
    def certificate(self) -> str:
        """The id of the certificate; empty if the CCM refuses the item."""
        return self.parts[1].text if len(self.parts) == _TWO else ""

    @property
    def error(self) -> str:
        """The error with which the CCM gives up at this item; empty if it does not."""
        return "" if len(self.parts) == _TWO else f"invalid domain extension {self.at.text}"
