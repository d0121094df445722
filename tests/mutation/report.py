"""The score of the tests: how many of the mutants that change anything they kill, and which others are listed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.mutation.survivors import EVERYWHERE, Known, Survivor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.mutation.mutants import Mutant
    from tests.mutation.run import Verdict


class Report:
    """What became of mutants, where it is known of some that they survive."""

    def __init__(self, known: Known, root: Path) -> None:
        self.known = known
        self.root = root
        self.killers: dict[str, Counter[str]] = {}
        self.equivalents = 0
        self._survived: dict[Survivor, Mutant] = {}
        self._killed: set[Survivor] = set()

    def add(self, verdict: Verdict) -> None:
        """Count a mutant."""
        key = self._key(verdict.mutant)
        if not verdict.survived:
            self._killed.add(key)
        else:
            self._survived[key] = verdict.mutant
            if _covered(key, self.known.equivalent):
                self.equivalents += 1
                return
        self.killers.setdefault(verdict.mutant.module, Counter())[verdict.killer] += 1

    def _key(self, mutant: Mutant) -> Survivor:
        return Survivor(mutant.path.relative_to(self.root).as_posix(), mutant.was, mutant.becomes)

    @property
    def score(self) -> float:
        """The part that was killed, in percent."""
        return _score(sum(self.killers.values(), Counter()))

    @property
    def unlisted(self) -> list[Mutant]:
        """The survivors that are not listed."""
        listed = (*self.known.equivalent, *self.known.unseen)
        return sorted(mutant for key, mutant in self._survived.items() if not _covered(key, listed))

    @property
    def missing(self) -> bool:
        """Whether the list lacks a survivor of a folder that it holds the whole of."""
        return any(self._key(mutant).path.startswith(self.known.whole) for mutant in self.unlisted)

    def stale(self, mutants: Iterable[Mutant]) -> list[Survivor]:
        """What is listed and survives no more, where these are all mutants of some modules."""
        paths = {mutant.path for mutant in mutants}
        listed = sorted((*self.known.equivalent, *self.known.unseen))
        return [one for one in listed if (self._goes_no_more if one.path == EVERYWHERE else self._is_gone)(one, paths)]

    def _goes_no_more(self, one: Survivor, _paths: set[Path]) -> bool:
        return any(map(one.covers, self._killed))

    def _is_gone(self, one: Survivor, paths: set[Path]) -> bool:
        path = self.root / one.path
        return not path.exists() or (path in paths and one not in self._survived)

    def kept(self, mutants: Iterable[Mutant]) -> Known:
        """What to list now, where these are all mutants of some modules."""
        stale = set(self.stale(mutants))
        equivalent, unseen = ({one: why for one, why in of.items() if one not in stale} for of in self.known[:2])
        new = {self._key(mutant): mutant.lacks for mutant in self.unlisted}
        return self.known._replace(equivalent=equivalent, unseen=unseen | new)

    def lines(self) -> Iterator[str]:
        """The survivors that are not listed, then the scores."""
        for mutant in self.unlisted:
            yield f"{mutant.path.relative_to(self.root)}:{mutant.line}\n  - {mutant.was}\n  + {mutant.becomes}"
        yield f"{'mutants':>8} {'killed':>8}  module"
        for module, killers in sorted(self.killers.items(), key=lambda item: (_score(item[1]), item[0])):
            yield f"{killers.total():8} {_score(killers):7.1f}%  {module}"
        total = sum(self.killers.values(), Counter())
        by = ", ".join(f"{number} by {name}" for name, number in total.most_common() if name)
        yield f"{total.total():8} {self.score:7.1f}%  in all, without {self.equivalents} that change nothing: {by}"


def _covered(key: Survivor, listed: Iterable[Survivor]) -> bool:
    return any(one.covers(key) for one in listed)


def _score(killers: Counter[str]) -> float:
    return 100 * (1 - killers[""] / (killers.total() or 1))
