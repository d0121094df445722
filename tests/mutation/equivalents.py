"""Mutants that nothing can kill, with the reason: what they change is never seen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("equivalents.yaml")
EVERYWHERE = "*"


class Equivalent(NamedTuple):
    """A change to a line of a module that changes nothing; in every module (`*`), to a part of a line."""

    path: str
    was: str
    becomes: str

    def covers(self, other: Equivalent) -> bool:
        """Whether another change is this one."""
        return other._replace(path="") in self._on(other.was) if self.path == EVERYWHERE else other == self

    def _on(self, line: str) -> Iterator[Equivalent]:
        """This change at each place of a line, wherever that stands."""
        before, *others = line.split(self.was)
        for number in range(len(others)):
            parts = self.was.join((before, *others[:number])), self.was.join(others[number:])
            yield Equivalent("", line, self.becomes.join(parts))


def equivalents() -> dict[Equivalent, str]:
    """The reasons of all that are listed."""
    listed: dict[str, list[dict[str, str]]] = yaml.safe_load(FILE.read_text(encoding="utf-8")) or {}
    return {Equivalent(path, one["was"], one["becomes"]): one["why"] for path, ones in listed.items() for one in ones}
