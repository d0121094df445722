"""The worker pool: one worker in this process and one in each forked process, which share the files.

Forking saves sending rules and settings to the processes. Where fork is not safe (Windows, macOS) everything runs in
one process.
"""

from __future__ import annotations

import marshal
import os
import sys
from itertools import chain

from clblint.discovery.walk import Input
from clblint.engine.work_queue import MOST, WorkQueue
from clblint.engine.worker import Checked, FileSummary, Worker
from clblint.errors import ChangedError, UsageError
from clblint.files.codec import Codec
from clblint.files.spill_file import new_spill_file
from clblint.i18n.language import tr
from clblint.kube.kustomize.record import RECORD
from clblint.light import Generic, TypeVar, partial, suppress
from clblint.lint.edit import FixEdit
from clblint.source.place import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection
    from typing import Any

    from clblint.engine.root_builder import RootBuilder
    from clblint.engine.worker import WorkerSettings
    from clblint.files.codec import Plain
    from clblint.files.spill_file import SpillFile
    from clblint.fix.amend import FixedFile
    from clblint.kube.kustomize.record import RefusedBuild
    from clblint.kube.project.project import Project
    from clblint.lint.finding import Finding

T = TypeVar("T")

# Below this many files a second process costs more than it saves.
WORTH_A_PROCESS = 100
# From this many files on they are dropped as soon as they are checked; fewer are kept, so that none is checked twice.
WORTH_DROPPING = 500
# The size of a batch of files. Neighbours go to one worker: objects of one folder refer to each other, and roots with
# one base, often one for each environment, share what is built from it.
_STEP, _LONGEST, _BATCHES = 4, 50, 16

_INPUT = Codec(Input)
_EDIT = Codec(FixEdit, Codec(Span))
_SUMMARY = Codec(FileSummary, RECORD)


class _Task(Generic[T]):
    """Work on files that processes share out, and the plain form of its results."""

    def __init__(
        self,
        name: str,
        run: Callable[[Worker, Sequence[Input]], Iterable[T]],
        pack: Callable[[T, SpillFile], Plain],
        unpack: Callable[[Plain, SpillFile], T],
    ) -> None:
        self.name = name
        self.run = run
        self.pack = pack
        self.unpack = unpack


def _pack_pair(pair: tuple[FileSummary, Checked | None], spill: SpillFile) -> Plain:
    return _SUMMARY.pack(pair[0]), pair[1] and pair[1].packed(spill)


def _unpack_pair(pair: Plain, spill: SpillFile) -> tuple[FileSummary, Checked | None]:
    return _SUMMARY.unpack(pair[0]), pair[1] and Checked.unpacked(pair[1], spill)


_READ = _Task("read", Worker.read_all, lambda one, _: _SUMMARY.pack(one), lambda plain, _: _SUMMARY.unpack(plain))
_READ_AND_CHECK = _Task("read and check", Worker.read_and_check, _pack_pair, _unpack_pair)
_CHECK_AGAIN = _Task("check again", Worker.check_again, Checked.packed, Checked.unpacked)
_TASKS: dict[str, _Task[Any]] = {task.name: task for task in (_READ, _READ_AND_CHECK, _CHECK_AGAIN)}


class WorkerPool:
    """A worker in this process, and `jobs - 1` workers in forked processes."""

    def __init__(
        self,
        settings: WorkerSettings,
        read: Callable[[str], bytes],
        jobs: int,
        builder: RootBuilder | None = None,
    ) -> None:
        self._progress = settings.progress
        self._workers = [Worker(settings, read, builder)]  # the last one is that of a trial while there is one
        self._others: list[tuple[Any, Connection, SpillFile]] = []
        self._others_keep = False  # files that they are to check
        self._holders: dict[str, int] = {}  # the process that has parsed a file for a build, by number, and the path
        self._failures: list[str] = []  # of other processes that have ended
        self._dismissed = False
        self._queue: WorkQueue | None = None
        self._jobs = jobs if sys.platform == "linux" else 1
        self._fork(partial(Worker, settings, read, builder))

    def _fork(self, make: Callable[[], Worker]) -> None:
        if self._jobs <= 1:
            return
        import multiprocessing  # noqa: PLC0415 - a small run has one process

        context = multiprocessing.get_context("fork")
        queue = self._queue = self._queue or WorkQueue()
        with suppress(OSError):  # there may be no more processes: those that there are do all
            for _ in range(self._jobs - 1):
                here, there = context.Pipe()
                spill = new_spill_file()
                process = context.Process(target=_serve, args=(make, here, there, queue, spill), daemon=True)
                process.start()
                there.close()
                self._others.append((process, here, spill))

    @property
    def _worker(self) -> Worker:
        """The worker of this process."""
        return self._workers[-1]

    def set_roles(self, roles: dict[str, Plain], names: dict[str, str]) -> None:
        """Give all workers the roles and names of files, as for `Worker.set_roles`."""
        self._worker.set_roles(roles, names)
        self._tell_all("set_roles", [roles, names])

    def read_all(self, inputs: Sequence[Input]) -> list[FileSummary]:
        """Read files in all processes, each of which keeps some; the summaries come in the order of the inputs."""
        if self._progress:
            self._progress.expect("read", len(inputs))
        self._others_keep |= bool(inputs and self._others)
        found: dict[str, FileSummary] = {}
        for number, one in self._shared_out(_READ, inputs):
            found[one.path] = one
            for path in one.build.files if one.build is not None else ():
                self._holders.setdefault(path, number)
        return [found[item.path] for item in inputs]

    def read_and_check(self, inputs: Sequence[Input]) -> Iterator[tuple[FileSummary, Checked | None]]:
        """Read files in all processes and check them in batches of neighbours, as `Worker.read_and_check` does."""
        if self._progress:
            self._progress.expect("checked", sum(item.reported for item in inputs))
        return self._in_batches(_READ_AND_CHECK, inputs)

    def begin(self, outlines: list[bytes], digests: dict[str, bytes]) -> Project:
        """Check against this project from now on, as `Worker.begin` does; processes that keep no files end."""
        if not self._others_keep:
            self._end_others()
        self._send_command("begin", [outlines, digests])
        project = self._worker.begin(outlines, digests)
        for _, pipe, _ in self._others:
            _receive_answer(pipe)
        return project

    def check(self, kept: Sequence[Input], again: Sequence[Input]) -> Iterator[Checked]:
        """Check files that were read and kept, and others that are to be read again, against the whole project.

        Yields the results of this process one by one, so that the caller works on them while the others still check.
        """
        if self._progress:
            self._progress.expect("checked", len(kept) + len(again))
        self._send_command("check", list(map(_INPUT.pack, kept)))
        yield from self._worker.check_kept(kept)
        for _, pipe, spill in self._others:
            yield from (Checked.unpacked(plain, spill) for plain in _receive_all(pipe))
        if not self._others and len(again) >= WORTH_A_PROCESS:
            self._fork(lambda: self._worker)  # with the project
        yield from self._in_batches(_CHECK_AGAIN, again)

    def _in_batches(self, task: _Task[T], inputs: Sequence[Input]) -> Iterator[T]:
        """Share out files to all processes, and yield what these find in them, that of this process first."""
        return (found for _, found in self._shared_out(task, inputs))

    def _shared_out(self, task: _Task[T], inputs: Sequence[Input]) -> Iterator[tuple[int, T]]:
        """As `_in_batches`, with the number of the process; each begins with the files that it has parsed before."""
        if self._queue is None:
            yield from ((0, found) for batch in _batches(inputs) for found in task.run(self._worker, batch))
            return
        free = [item for item in inputs if item.path not in self._holders]
        own = [[item for item in inputs if self._holders.get(item.path) == at] for at in range(1 + len(self._others))]
        for (_, pipe, _), held in zip(self._others, own[1:], strict=True):
            _send_to(pipe, task.name, [list(map(_INPUT.pack, held)), list(map(_INPUT.pack, free))])
        batches = _batches(free)
        self._queue.give(len(batches), len(own))
        for batch in chain(_batches(own[0]), map(batches.__getitem__, self._queue.take())):
            yield from ((0, found) for found in task.run(self._worker, batch))
        for number, (_, pipe, spill) in enumerate(self._others, 1):
            yield from ((number, task.unpack(plain, spill)) for plain in _receive_all(pipe))

    def amended(
        self, texts: Mapping[str, bytes], fixes: Mapping[str, Sequence[Sequence[FixEdit]]]
    ) -> dict[str, FixedFile]:
        """Files of these texts with fixes (see `amend`), each made by the process that has parsed it."""
        shares: list[dict[str, Plain]] = [{} for _ in range(1 + len(self._others))]
        for path, some in fixes.items():
            packed = [list(map(_EDIT.pack, edits)) for edits in some]
            shares[self._holders.get(path, 0)][path] = texts[path], packed
        asked = [(pipe, share) for (_, pipe, _), share in zip(self._others, shares[1:], strict=True) if share]
        for pipe, share in asked:
            _send_to(pipe, "amend", [share])
        from clblint.fix.amend import FIXED_FILE  # noqa: PLC0415 - few runs need it, and the others import it now, too

        made = _amended(self._worker, shares[0])
        for pipe, _ in asked:
            made |= _receive_answer(pipe)
        return {path: FIXED_FILE.unpack(made[path]) for path in fixes}

    def begin_trial(
        self, texts: dict[str, bytes], edits: Iterable[FixEdit], tried: Sequence[Input], sample: Mapping[str, int]
    ) -> None:
        """Read and check these roots from now on with edits, which make these texts (see `TrialWorker`)."""
        self._progress = None  # the files of the run are done
        if not self._others and len(tried) >= WORTH_A_PROCESS:
            worker = self._worker
            self._fork(lambda: worker)
        self._others_keep |= bool(self._others)
        packed, paths = list(map(_EDIT.pack, edits)), [item.path for item in tried]
        self._send_command("begin trial", [texts, packed, paths, dict(sample)])
        _begin_trial(self._workers, texts, packed, paths, sample)
        for _, pipe, _ in self._others:
            _receive_answer(pipe)

    def end_trial(self) -> None:
        """Go back to the files as they are."""
        _end_trial(self._workers)
        self._tell_all("end trial", [])

    def check_cluster(self, refused: Iterable[RefusedBuild] = ()) -> list[Finding]:
        """The findings about the declared clusters alone, and about what kustomize refuses to build."""
        return self._worker.check_cluster(refused)

    @property
    def builder(self) -> RootBuilder | None:
        """The builder of roots in this process."""
        return self._worker.builder

    def dismiss(self) -> None:
        """Let the other processes begin to end: freeing their memory takes a while, and `close` waits for that."""
        self._send_command("close", [])
        self._dismissed = True

    def close(self) -> list[str]:
        """End the other processes and return the failures of rules in all of them, sorted."""
        self._end_others()
        failures = {*self._worker.failures, *self._failures}
        self._worker.forget()  # reporting needs the memory
        return sorted(failures)

    def _end_others(self) -> None:
        if not self._dismissed:
            self.dismiss()
        for _, pipe, _ in self._others:
            self._failures += _receive_answer(pipe)
        self._end()

    def abandon(self) -> None:
        """Terminate the other processes."""
        for process, *_ in self._others:
            process.terminate()
        self._end()

    def _end(self) -> None:
        for process, *_ in self._others:
            process.join()
        self._others = []
        self._dismissed = False
        self._holders.clear()
        if self._queue is not None:
            self._queue.close()
            self._queue = None

    def _tell_all(self, command: str, argument: list[Any]) -> None:
        self._send_command(command, argument)
        for _, pipe, _ in self._others:
            _receive_answer(pipe)

    def _send_command(self, command: str, argument: list[Any]) -> None:
        for _, pipe, _ in self._others:
            _send_to(pipe, command, argument)


def _serve(
    make: Callable[[], Worker], other_end: Connection, pipe: Connection, queue: WorkQueue, spill: SpillFile
) -> None:
    import signal  # noqa: PLC0415 - a small run has one process

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it as well and ends this process
    other_end.close()  # otherwise this process would not notice the end of its parent
    queue.only_take()
    workers = [make()]
    command = ""
    with suppress(EOFError, OSError):  # the parent has ended
        while command != "close":
            _, (command, argument) = _receive(pipe)
            try:
                answer, batches = _answer(workers, command, argument, queue, spill)
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
                for batch in batches:
                    pipe.send_bytes(batch)


def _answer(
    workers: list[Worker], command: str, argument: list[Any], queue: WorkQueue, spill: SpillFile
) -> tuple[Any, list[bytes]]:
    """The answer to a command, and what follows it: as many batches as the answer to a task says."""
    worker = workers[-1]
    if command in _TASKS:
        task, (held, free) = _TASKS[command], (_batches(list(map(_INPUT.unpack, some))) for some in argument)
        taken = queue.awaited(chain(held, map(free.__getitem__, queue.take())))
        batches = [marshal.dumps([task.pack(one, spill) for one in task.run(worker, batch)]) for batch in taken]
        return len(batches), batches
    if command == "check":
        checked = worker.check_kept(list(map(_INPUT.unpack, argument)))
        return 1, [marshal.dumps([one.packed(spill) for one in queue.awaited(checked)])]
    if command == "amend":
        return _amended(worker, *argument), []
    if command == "set_roles":
        worker.set_roles(*argument)
    elif command == "begin":
        worker.begin(*argument)
    elif command == "begin trial":
        _begin_trial(workers, *argument)
    elif command == "end trial":
        _end_trial(workers)
    return worker.failures, []


def _amended(worker: Worker, asked: Mapping[str, Plain]) -> dict[str, Plain]:
    from clblint.fix.amend import FIXED_FILE  # noqa: PLC0415 - few runs have fixes in kustomizations

    made: dict[str, Plain] = {}
    for path, (data, fixes) in asked.items():
        unpacked = [tuple(map(_EDIT.unpack, edits)) for edits in fixes]
        made[path] = FIXED_FILE.pack(worker.amended(path, data, unpacked))
    return made


def _begin_trial(
    workers: list[Worker],
    texts: dict[str, bytes],
    edits: Iterable[Plain],
    tried: Sequence[str],
    sample: Mapping[str, int],
) -> None:
    from clblint.engine.trial_worker import TrialWorker  # noqa: PLC0415 - few runs have fixes in kustomizations

    workers.append(TrialWorker(workers[-1], texts, map(_EDIT.unpack, edits), frozenset(tried), sample))


def _end_trial(workers: list[Worker]) -> None:
    workers.pop().forget()


def _batches(inputs: Sequence[Input]) -> list[Sequence[Input]]:
    """Neighbours together, in batches of decreasing size, so that no process waits long for the last one."""
    found: list[Sequence[Input]] = []
    at, least = 0, len(inputs) // MOST + 1
    while at < len(inputs):
        size = max(least, min(_LONGEST, (len(inputs) - at) // _BATCHES // _STEP * _STEP + _STEP))
        found.append(inputs[at : at + size])
        at += size
    return found


def _send(pipe: Connection, error: str, value: Any) -> None:  # noqa: ANN401 - plain values
    # `pipe.send` pickles, which takes more than twice as long.
    pipe.send_bytes(marshal.dumps((error, value)))


def _send_to(pipe: Connection, command: str, argument: list[Any]) -> None:
    try:
        _send(pipe, "", (command, argument))
    except OSError as error:
        raise _killed() from error


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


def _receive_all(pipe: Connection) -> Iterator[Plain]:
    """Yield what is in the batches of an answer, of which there is one in memory at a time."""
    for _ in range(_receive_answer(pipe)):
        try:
            batch = pipe.recv_bytes()
        except (EOFError, OSError) as error:
            raise _killed() from error
        yield from marshal.loads(batch)  # noqa: S302 - from a process of our own


def _killed() -> UsageError:
    return UsageError(tr("a process of clblint was killed (out of memory?): try --jobs 1"))
