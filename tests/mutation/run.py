"""Each mutant in a process of its own, forked with everything imported; one process a core."""

from __future__ import annotations

import gc
import importlib
import os
import resource
import sys
from typing import TYPE_CHECKING, NamedTuple

from tests.mutation.apply import put_in_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.mutation.mutants import Mutant

SECONDS = 60  # of processor time: no judge takes a fifth of it, so a mutant that does hangs
JUDGES = "tests.mutation.judges"  # imported by name: where the model is mutated, it is imported once more
BROKEN, HANGS, SURVIVED = "import", "time", ""


class Verdict(NamedTuple):
    """A mutant, and who killed it: a judge by its name, nobody, or what it could not do at all."""

    mutant: Mutant
    killer: str

    @property
    def survived(self) -> bool:
        return self.killer == SURVIVED


def verdicts(mutants: Iterable[Mutant], jobs: int = 0, seconds: int = SECONDS) -> Iterator[Verdict]:
    """What becomes of each mutant, in the order in which it is known."""
    importlib.import_module(JUDGES)  # once, before all forks
    gc.freeze()
    waiting: dict[int, Mutant] = {}
    for mutant in mutants:
        if len(waiting) == (jobs or os.cpu_count() or 1):
            yield _next(waiting)
        waiting[_fork(mutant, seconds)] = mutant
    while waiting:
        yield _next(waiting)


def _next(waiting: dict[int, Mutant]) -> Verdict:
    pid, status = os.wait()
    code = os.waitstatus_to_exitcode(status)
    return Verdict(waiting.pop(pid), HANGS if code < 0 else _NAMES[code])


_NAMES = (SURVIVED, BROKEN, "page", "text", "edges", "pages", "runs", "tests")


def _fork(mutant: Mutant, seconds: int) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    code = _NAMES.index(BROKEN)
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        code = _NAMES.index(_judged(mutant))
    finally:
        os._exit(code)


def _judged(mutant: Mutant) -> str:
    """Who kills a mutant."""
    put_in_place(mutant)
    judges: dict[str, Callable[[], None]] = importlib.import_module(JUDGES).judges_of(mutant.module)
    for name, judge in judges.items():
        try:
            judge()
        except BaseException:  # noqa: BLE001 - a mutant may raise or exit with anything
            return name
    return SURVIVED
