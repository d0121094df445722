"""Each mutant in a process of its own, forked with everything imported; one process a core."""

from __future__ import annotations

import gc
import importlib
import os
import resource
import sys
from typing import TYPE_CHECKING, NamedTuple

from tests.mutation.apply import put_in_place
from tests.mutation.reach import Reach
from tests.mutation.swap import Functions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from tests.mutation.mutants import Mutant

SECONDS = 60  # of processor time: no judge takes a fifth of it, so a mutant that does hangs
BYTES = 2 << 30  # of memory, for one that hangs may fill all there is
JUDGES = "tests.mutation.judges"  # imported by name: where the model is mutated, it is imported once more
BROKEN, HANGS, SURVIVED = "import", "time", ""


class Verdict(NamedTuple):
    """A mutant, and who killed it: a judge by its name, nobody, or what it could not do at all."""

    mutant: Mutant
    killer: str

    @property
    def survived(self) -> bool:
        return self.killer == SURVIVED


def verdicts(mutants: Iterable[Mutant], jobs: int = 0, seconds: int = SECONDS, every: int = 1) -> Iterator[Verdict]:
    """What becomes of each mutant, in the order in which it is known; the model is judged by every so many-th case."""
    importlib.import_module(JUDGES)  # once, before all forks
    mutants = list(mutants)
    of_model = {mutant.path for mutant in mutants if mutant.module.startswith("clblint.")}
    model = _Model(of_model, every) if of_model else None
    gc.freeze()
    waiting: dict[int, Mutant] = {}
    for mutant in mutants:
        if len(waiting) == (jobs or os.cpu_count() or 1):
            yield _next(waiting)
        waiting[_fork(mutant, seconds, model if mutant.path in of_model else None)] = mutant
    while waiting:
        yield _next(waiting)


def _next(waiting: dict[int, Mutant]) -> Verdict:
    pid, status = os.wait()
    code = os.waitstatus_to_exitcode(status)
    return Verdict(waiting.pop(pid), HANGS if code < 0 else _NAMES[code])


_NAMES = (SURVIVED, BROKEN, "page", "text", "pages", "edges", "plans", "runs", "tests")


class _Model:
    """What it takes to judge mutants of the model: who comes to which line, and all functions."""

    def __init__(self, paths: Iterable[Path], every: int) -> None:
        judges = importlib.import_module(JUDGES)
        self.reach = Reach(list(judges.model_cases())[::every], judges.look, paths)
        self.functions = Functions()

    def killer_of(self, mutant: Mutant) -> str:
        """Who kills a mutant."""
        cases = self.reach.of(mutant)
        if cases and not self.functions.swap(mutant):
            put_in_place(mutant)
        look = importlib.import_module(JUDGES).look  # imported once more, where the mutant is
        return next((case.judge for case in cases if _fails(look, case)), SURVIVED)


def _fails(judge: Callable[..., None], *arguments: object) -> bool:
    try:
        judge(*arguments)
    except BaseException:  # noqa: BLE001 - a mutant may raise or exit with anything
        return True
    return False


def _fork(mutant: Mutant, seconds: int, model: _Model | None) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    code = _NAMES.index(BROKEN)
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (_address_space() + BYTES,) * 2)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        code = _NAMES.index(model.killer_of(mutant) if model else _judged(mutant))
    finally:
        os._exit(code)


def _address_space() -> int:
    """The bytes that this process has already, as far as the system tells: a whole run of tests may have many."""
    try:
        with open("/proc/self/statm", encoding="ascii") as stream:
            return int(stream.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _judged(mutant: Mutant) -> str:
    """Who kills a mutant of a rule."""
    put_in_place(mutant)
    judges: dict[str, Callable[[], None]] = importlib.import_module(JUDGES).judges_of(mutant.module)
    return next((name for name, judge in judges.items() if _fails(judge)), SURVIVED)
