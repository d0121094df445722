"""The score of the tests: how many of the mutants that change anything they have killed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.mutation.equivalents import EVERYWHERE, Equivalent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.mutation.mutants import Mutant
    from tests.mutation.run import Verdict


class Report:
    """What became of mutants, where some are known to change nothing."""

    def __init__(self, known: Iterable[Equivalent], root: Path) -> None:
        self.known = frozenset(known)
        self.root = root
        self.survivors: list[Mutant] = []
        self.killers: dict[str, Counter[str]] = {}
        self.left_out = 0
        self.equal: set[Equivalent] = set()
        self.killed: set[Equivalent] = set()

    def add(self, verdict: Verdict) -> None:
        """Count a mutant."""
        mutant = verdict.mutant
        key = self._key(mutant)
        known = self._known_as(key)
        if not verdict.survived:
            self.killed |= known
        elif known:
            self.equal |= known
            self.left_out += 1
            return
        else:
            self.survivors.append(mutant)
        self.killers.setdefault(mutant.module, Counter())[verdict.killer] += 1

    def _known_as(self, key: Equivalent) -> set[Equivalent]:
        return {one for one in self.known if one.covers(key)}

    def _key(self, mutant: Mutant) -> Equivalent:
        return Equivalent(mutant.path.relative_to(self.root).as_posix(), mutant.was, mutant.becomes)

    @property
    def score(self) -> float:
        """The part that was killed, in percent."""
        return _score(sum(self.killers.values(), Counter()))

    def stale(self, mutants: Iterable[Mutant]) -> Iterator[Equivalent]:
        """What is listed as equivalent and was killed, or is no mutant, where these are all mutants of some modules."""
        made = {self._key(mutant) for mutant in mutants}
        there = {one for key in made for one in self._known_as(key)}
        paths = {one.path for one in made}
        for one in sorted(self.known):
            gone = one not in there and (one.path in paths or not (self.root / one.path).exists())
            if (gone and one.path != EVERYWHERE) or one in self._wrong:
                yield one

    @property
    def _wrong(self) -> set[Equivalent]:
        """A line may stand in a module twice; what goes for every module has no exception."""
        return {one for one in self.killed if one.path == EVERYWHERE or one not in self.equal}

    def lines(self) -> Iterator[str]:
        """The survivors, then the scores."""
        for mutant in sorted(self.survivors):
            yield f"{mutant.path.relative_to(self.root)}:{mutant.line}\n  - {mutant.was}\n  + {mutant.becomes}"
        yield f"{'mutants':>8} {'killed':>8}  module"
        for module, killers in sorted(self.killers.items(), key=lambda item: (_score(item[1]), item[0])):
            yield f"{killers.total():8} {_score(killers):7.1f}%  {module}"
        total = sum(self.killers.values(), Counter())
        by = ", ".join(f"{number} by {name}" for name, number in total.most_common() if name)
        yield f"{total.total():8} {self.score:7.1f}%  in all, with {self.left_out} that change nothing left out: {by}"


def _score(killers: Counter[str]) -> float:
    return 100 * (1 - killers[""] / (killers.total() or 1))
