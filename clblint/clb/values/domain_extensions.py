"""`domain-extensions`: further certificates of https listeners, by domain (LS:parseDomainExtensionsAnnotation)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.values.slices import split
from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from clblint.clb.values.slices import ValueSlice
    from clblint.kube.fact import Fact

# What strings.TrimSpace removes.
BLANKS = (
    "\t\n\v\f\r \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_TWO = 2


class Extension(NamedTuple):
    """One item of the annotation, `www.example.com:cert-1`, blanks around it removed."""

    at: ValueSlice
    parts: tuple[str, ...]

    @property
    def domain(self) -> str:
        """The domain."""
        return self.parts[0]

    @property
    def certificate(self) -> str:
        """The id of the certificate; empty where the item is refused."""
        return self.parts[1] if len(self.parts) == _TWO else ""

    @property
    def error(self) -> str:
        """The words with which the CCM gives up at this item; empty where it does not."""
        return "" if len(self.parts) == _TWO else f"invalid domain extension {self.at.text}"


def parse_extensions(annotation: Fact[str]) -> tuple[Extension, ...]:
    """The items of the annotation in order; none where it is absent, empty or unknown."""
    if not annotation.holds:
        return ()
    return tuple(_extension(piece) for piece in split(annotation))


def _extension(piece: ValueSlice) -> Extension:
    start = len(piece.text) - len(piece.text.lstrip(BLANKS))
    trimmed = piece.part(start, max(start, len(piece.text.rstrip(BLANKS))))
    return Extension(trimmed, tuple(trimmed.text.split(":")))
