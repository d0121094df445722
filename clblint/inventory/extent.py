"""Determines whether the answers of a call are complete, or pages are missing."""

from __future__ import annotations

from itertools import groupby

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.inventory.answers import CliAnswer


class PartialCall(NamedTuple):
    """A call with missing pages: the number of items read, and the total or a lower bound of it."""

    call: str
    read: int
    total: int

    def __str__(self) -> str:
        return f"{self.call} ({self.read} of {self.total})"


def missing_pages(answers: Iterable[CliAnswer]) -> PartialCall | None:
    """The missing part of a call; None if its answers are complete.

    Answers with the same `TotalCount` are pages of one call, or of as many calls as there are first pages.
    A page with all items is complete by itself.
    """
    pages = {(_total(answer), answer.identities): answer for answer in answers}.values()  # without repeated pages
    for total, group in groupby(sorted(pages, key=_total), key=_total):
        found = list(group)
        parts = [page for page in found if len(page.identities) < total]
        if not parts:
            if total < 0 and any(page.root.get("NextToken").text().value for page in found):
                read = sum(len(page.identities) for page in found)
                return PartialCall(found[0].call.name, read, read + 1)
            continue
        firsts = sum(page.number("PageNumber") == 1 for page in parts)
        read, expected = len(frozenset().union(*(page.identities for page in parts))), total * max(1, firsts)
        if read < expected:
            return PartialCall(parts[0].call.name, read, expected)
    return None


def _total(answer: CliAnswer) -> int:
    total = answer.number("TotalCount")
    return -1 if total is None else total
