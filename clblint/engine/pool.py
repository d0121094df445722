"""Shards in several processes, each with a part of the files.

The processes are forked, so that rules and settings need not be sent. Where there is no safe fork (Windows, macOS)
everything runs in one process.
"""

from __future__ import annotations

import marshal
import os
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from clblint.discovery.walk import Input
from clblint.engine.work_queue import MOST, WorkQueue
from clblint.engine.worker import Checked, FileSummary, Worker
from clblint.errors import ChangedError, UsageError
from clblint.i18n.language import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection

    from clblint.engine.worker import WorkerSettings
    from clblint.lint.finding import Finding
    from clblint.lint.serialize import Plain

# Below this many files a second process costs more than it saves.
WORTH_A_PROCESS = 100
# So many neighbours go to one process, for objects that belong together stand in one folder; fewer where there are so
# few files that the last run would keep the others waiting.
_SHORTEST, _LONGEST, _RUNS = 8, 50, 16
# From this many files on, trees are dropped as soon as the facts are drawn from them.
_MANY = 400


class WorkerPool:
    """One shard here, and one in each of the other processes."""

    def __init__(
        self,
        settings: WorkerSettings,
        read: Callable[[str], bytes],
        jobs: int,
        roles: Mapping[str, Plain] | None = None,
    ) -> None:
        self._progress = settings.progress
        self._reported = 0  # of the files that were looked at
        self._worker = Worker(settings, read, roles)
        self._others: list[tuple[Any, Connection]] = []
        self._queue: WorkQueue | None = None
        if jobs > 1 and sys.platform == "linux":
            self._queue = WorkQueue()
            self._fork(partial(Worker, settings, read, roles), jobs - 1, self._queue)

    def _fork(self, make: Callable[[], Worker], count: int, queue: WorkQueue) -> None:
        import multiprocessing  # noqa: PLC0415 - a small run has one process

        context = multiprocessing.get_context("fork")
        for _ in range(count):
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(make, here, there, queue), daemon=True)
            process.start()
            there.close()
            self._others.append((process, here))

    def look(self, inputs: Sequence[Input]) -> list[FileSummary]:
        """Read files, each process some; the order of the answers is that of the inputs."""
        self._reported += sum(item.reported for item in inputs)
        if self._progress:
            self._progress.expect("read", len(inputs))
        if self._queue is None:
            return self._worker.look(inputs, release=len(inputs) > _MANY)
        self._tell("look", list(map(tuple, inputs)))
        self._queue.give(len(_runs(inputs)), 1 + len(self._others))
        seen = dict(_look(self._worker, inputs, self._queue))
        for _, pipe in self._others:
            seen.update(_received(pipe))
        return [FileSummary._make(one) for _, found in sorted(seen.items()) for one in found]

    def check(self, refs: Iterable[Plain], digests: dict[str, bytes]) -> list[Checked]:
        """Check what was read against the whole project; `digests` are those of its files."""
        refs = list(refs)
        if self._progress:
            self._progress.expect("checked", self._reported)
        self._tell("check", [refs, digests])
        checked = list(self._worker.check(refs, digests))
        for _, pipe in self._others:
            checked += map(Checked._make, _received(pipe))
        return checked

    def check_cluster(self) -> list[Finding]:
        """The findings about the declared cluster alone."""
        return self._worker.check_cluster()

    def close(self) -> list[str]:
        """End the other processes; the rules that broke in any of them."""
        failures = list(self._worker.failures)
        if not self._others:
            self._worker.forget()  # what follows needs the room; else the other processes leave theirs
        self._tell("close", [])
        for _, pipe in self._others:
            failures += _received(pipe)
        self._end()
        return sorted(set(failures))

    def abandon(self) -> None:
        """End the other processes whatever they are doing."""
        for process, _ in self._others:
            process.terminate()
        self._end()

    def _end(self) -> None:
        for process, _ in self._others:
            process.join()
        self._others = []
        if self._queue is not None:
            self._queue.close()
            self._queue = None

    def _tell(self, command: str, argument: list[Any]) -> None:
        for _, pipe in self._others:
            try:
                _send(pipe, "", (command, argument))
            except OSError as error:
                raise _killed() from error


def _serve(make: Callable[[], Worker], other_end: Connection, pipe: Connection, queue: WorkQueue) -> None:
    import signal  # noqa: PLC0415 - a small run has one process

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that has begun this one hears it, too, and ends it
    other_end.close()  # else nobody would see that it is gone
    queue.only_take()
    worker = make()
    command = ""
    with suppress(EOFError, OSError):  # the process that asks is gone
        while command != "close":
            _, (command, argument) = _taken(pipe)
            try:
                answer = _answer(worker, command, argument, queue)
            except ChangedError as error:
                _send(pipe, str(error), ChangedError.__name__)
            except UsageError as error:
                _send(pipe, str(error), UsageError.__name__)
            except Exception as error:
                if os.environ.get("CLBLINT_DEBUG"):
                    raise
                _send(pipe, f"{type(error).__name__}: {error}", None)
            else:
                _send(pipe, "", answer)


def _answer(worker: Worker, command: str, argument: list[Any], queue: WorkQueue) -> list[Any]:
    if command == "look":
        return list(_look(worker, list(map(Input._make, argument)), queue))
    if command == "check":
        return [(one.path, one.packed, one.needs) for one in worker.check(*argument)]
    return worker.failures


def _look(worker: Worker, inputs: Sequence[Input], queue: WorkQueue) -> Iterator[tuple[int, list[Plain]]]:
    """Read the files of the runs that come to this process: the number of each run, with what reading it gave."""
    runs = _runs(inputs)
    for number in queue.take():
        yield number, list(map(tuple, worker.look(runs[number], release=len(inputs) > _MANY)))


def _runs(inputs: Sequence[Input]) -> list[Sequence[Input]]:
    size = max(_SHORTEST, min(_LONGEST, len(inputs) // _RUNS), len(inputs) // MOST + 1)
    return [inputs[start : start + size] for start in range(0, len(inputs), size)]


def _send(pipe: Connection, error: str, value: Any) -> None:  # noqa: ANN401 - plain values
    # What a pipe does with objects by itself takes more than twice as long.
    pipe.send_bytes(marshal.dumps((error, value)))


def _taken(pipe: Connection) -> tuple[str, Any]:
    found: tuple[str, Any] = marshal.loads(pipe.recv_bytes())  # noqa: S302 - from a process of our own
    return found


def _received(pipe: Connection) -> Any:  # noqa: ANN401 - what was sent
    try:
        broken, value = _taken(pipe)
    except (EOFError, OSError) as error:
        raise _killed() from error
    if value == ChangedError.__name__:
        raise ChangedError(broken)
    if broken:  # a fault of what is read, or of clblint
        raise UsageError(broken) if value == UsageError.__name__ else RuntimeError(broken)
    return value


def _killed() -> UsageError:
    return UsageError(tr("a process of clblint was killed (out of memory?): try --jobs 1"))
