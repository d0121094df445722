"""The worker pool: one worker in this process and one in each forked process, which share the files.

Forking saves sending rules and settings to the processes. Where fork is not safe (Windows, macOS) everything runs in
one process.
"""

from __future__ import annotations

import marshal
import os
import sys
from contextlib import suppress
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, Any

from clblint.discovery.walk import Input
from clblint.engine.work_queue import MOST, WorkQueue
from clblint.engine.worker import Checked, FileSummary, Worker
from clblint.errors import ChangedError, UsageError
from clblint.files.codec import Codec
from clblint.i18n.language import tr
from clblint.kube.kustomize.record import RECORD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from multiprocessing.connection import Connection

    from clblint.engine.root_builder import RootBuilder
    from clblint.engine.worker import WorkerSettings
    from clblint.files.codec import Plain
    from clblint.kube.kustomize.record import RefusedBuild
    from clblint.lint.finding import Finding

# Below this many files a second process costs more than it saves.
WORTH_A_PROCESS = 100
# The size of a batch of files: neighbours go to one worker, since objects of one folder refer to each other; batches
# are smaller in a small project, where one worker would otherwise finish long after the others.
_SHORTEST, _LONGEST, _BATCHES = 8, 50, 16

_INPUT = Codec(Input)
_SUMMARY = Codec(FileSummary, RECORD)


class WorkerPool:
    """A worker in this process, and `jobs - 1` workers in forked processes."""

    def __init__(
        self,
        settings: WorkerSettings,
        read: Callable[[str], bytes],
        jobs: int,
    ) -> None:
        self._progress = settings.progress
        self._reported = 0  # the number of files to report on, for the progress line
        self._worker = Worker(settings, read)
        self._others: list[tuple[Any, Connection]] = []
        self._queue: WorkQueue | None = None
        if jobs > 1 and sys.platform == "linux":
            self._queue = WorkQueue()
            self._fork(partial(Worker, settings, read), jobs - 1, self._queue)

    def _fork(self, make: Callable[[], Worker], count: int, queue: WorkQueue) -> None:
        import multiprocessing  # noqa: PLC0415 - a small run has one process

        context = multiprocessing.get_context("fork")
        for _ in range(count):
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(make, here, there, queue), daemon=True)
            process.start()
            there.close()
            self._others.append((process, here))

    def tell(self, roles: dict[str, Plain], names: dict[str, str]) -> None:
        """Tell all workers the roles and names of files, as for `Worker.tell`."""
        self._worker.tell(roles, names)
        self._send_command("tell", [roles, names])
        for _, pipe in self._others:
            _receive_answer(pipe)

    def read_all(self, inputs: Sequence[Input]) -> list[FileSummary]:
        """Read files in all processes; the summaries come in the order of the inputs."""
        self._reported += sum(item.reported for item in inputs)
        if self._progress:
            self._progress.expect("read", len(inputs))
        if self._queue is None:
            return self._worker.read_all(inputs)
        self._send_command("read", list(map(_INPUT.pack, inputs)))
        self._queue.give(len(_batches(inputs)), 1 + len(self._others))
        seen = dict(_read_batches(self._worker, inputs, self._queue))
        for _, pipe in self._others:
            seen.update(_receive_answer(pipe))
        return [_SUMMARY.unpack(one) for _, found in sorted(seen.items()) for one in found]

    def check(
        self, outlines: Iterable[Plain], digests: dict[str, bytes], also: frozenset[str] = frozenset()
    ) -> Iterator[Checked]:
        """Check the files that were read against the whole project; `digests` are those of all files, by path.

        `also` are the roots to check that are not reported themselves. Yields the results of this process one by one,
        so that the caller works on them while the others still check.
        """
        outlines = list(outlines)
        if self._progress:
            self._progress.expect("checked", self._reported)
        self._send_command("check", [outlines, digests, also])
        yield from self._worker.check(outlines, digests, also)
        for _, pipe in self._others:
            yield from starmap(Checked, _receive_answer(pipe))

    def check_cluster(self, refused: Iterable[RefusedBuild] = ()) -> list[Finding]:
        """The findings about the declared clusters alone, and about what kustomize refuses to build."""
        return self._worker.check_cluster(refused)

    @property
    def builder(self) -> RootBuilder | None:
        """What has built roots in this process."""
        return self._worker.builder

    def close(self) -> list[str]:
        """End the other processes and return the failures of rules in all of them, sorted."""
        failures = list(self._worker.failures)
        if not self._others:
            self._worker.forget()  # reporting needs the memory
        self._send_command("close", [])
        for _, pipe in self._others:
            failures += _receive_answer(pipe)
        self._end()
        return sorted(set(failures))

    def abandon(self) -> None:
        """Terminate the other processes."""
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

    def _send_command(self, command: str, argument: list[Any]) -> None:
        for _, pipe in self._others:
            try:
                _send(pipe, "", (command, argument))
            except OSError as error:
                raise _killed() from error


def _serve(make: Callable[[], Worker], other_end: Connection, pipe: Connection, queue: WorkQueue) -> None:
    import signal  # noqa: PLC0415 - a small run has one process

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it as well and ends this process
    other_end.close()  # otherwise this process would not notice the end of its parent
    queue.only_take()
    worker = make()
    command = ""
    with suppress(EOFError, OSError):  # the parent has ended
        while command != "close":
            _, (command, argument) = _receive(pipe)
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
    if command == "read":
        return list(_read_batches(worker, list(map(_INPUT.unpack, argument)), queue))
    if command == "tell":
        worker.tell(*argument)
        return []
    if command == "check":
        return [one.packed for one in worker.check(*argument)]
    return worker.failures


def _read_batches(worker: Worker, inputs: Sequence[Input], queue: WorkQueue) -> Iterator[tuple[int, list[Plain]]]:
    """Yield the number of each batch that this process takes from the queue, with the summaries of its files."""
    batches = _batches(inputs)
    for number in queue.take():
        yield number, list(map(_SUMMARY.pack, worker.read_all(batches[number])))


def _batches(inputs: Sequence[Input]) -> list[Sequence[Input]]:
    size = max(_SHORTEST, min(_LONGEST, len(inputs) // _BATCHES), len(inputs) // MOST + 1)
    return [inputs[start : start + size] for start in range(0, len(inputs), size)]


def _send(pipe: Connection, error: str, value: Any) -> None:  # noqa: ANN401 - plain values
    # `pipe.send` pickles, which takes more than twice as long.
    pipe.send_bytes(marshal.dumps((error, value)))


def _receive(pipe: Connection) -> tuple[str, Any]:
    found: tuple[str, Any] = marshal.loads(pipe.recv_bytes())  # noqa: S302 - from a process of our own
    return found


def _receive_answer(pipe: Connection) -> Any:  # noqa: ANN401 - what was sent
    try:
        broken, value = _receive(pipe)
    except (EOFError, OSError) as error:
        raise _killed() from error
    if value == ChangedError.__name__:
        raise ChangedError(broken)
    if broken:  # an error in the input or in clblint
        raise UsageError(broken) if value == UsageError.__name__ else RuntimeError(broken)
    return value


def _killed() -> UsageError:
    return UsageError(tr("a process of clblint was killed (out of memory?): try --jobs 1"))
