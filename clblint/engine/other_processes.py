"""The other processes of a worker pool, forked from this one: each has a worker, and answers what it is told to do."""

from __future__ import annotations

import marshal
import os
from itertools import chain

from clblint.discovery.walk import Input
from clblint.engine.batches import batches
from clblint.engine.forked import await_end, forked
from clblint.engine.packed_result import PackedResult
from clblint.engine.pipe import Pipe, two_ends
from clblint.engine.work_queue import WorkQueue
from clblint.engine.worker import Checked, FileSummary, Worker
from clblint.errors import ChangedError, UsageError
from clblint.files.codec import Codec
from clblint.files.spill_file import SpillFile, new_spill_file
from clblint.i18n.language import tr
from clblint.kube.kustomize.record import RECORD
from clblint.light import Generic, TypeVar, cast, signal, suppress
from clblint.lint.edit import FixEdit
from clblint.source.place import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from clblint.files.codec import Plain
    from clblint.fix.amend import FixedFile

T = TypeVar("T")

_INPUT = Codec(Input)
_EDIT = Codec(FixEdit, Codec(Span))
_SUMMARY = Codec(FileSummary, RECORD)


def _pack_checked(checked: Checked, spill: SpillFile) -> Plain:
    """In plain form: of its packed result the brief, and the place of the rest in the spill file, or the rest."""
    path, needs, packed, *others = checked.spilled(spill)
    brief, rest = cast("PackedResult", packed)
    place = rest and ((rest.at, rest.size) if spill.is_file else rest.read())
    return (path, needs, (brief, place), *others)


def _unpack_checked(plain: Plain, spill: SpillFile) -> Checked:
    path, needs, (brief, place), *others = plain
    rest = place and (spill.slice_at(*place) if isinstance(place, tuple) else SpillFile().put(place))
    return Checked(path, needs, PackedResult(brief, rest), *others)


def _pack_pair(pair: tuple[FileSummary, Checked | None], spill: SpillFile) -> Plain:
    return _SUMMARY.pack(pair[0]), pair[1] and _pack_checked(pair[1], spill)


def _unpack_pair(pair: Plain, spill: SpillFile) -> tuple[FileSummary, Checked | None]:
    return _SUMMARY.unpack(pair[0]), pair[1] and _unpack_checked(pair[1], spill)


class _Task(Generic[T]):
    """Work on files that processes share out, and the plain form of its results."""

    def __init__(
        self,
        run: Callable[[Worker, Sequence[Input]], Iterable[T]],
        pack: Callable[[T, SpillFile], Plain],
        unpack: Callable[[Plain, SpillFile], T],
    ) -> None:
        self.run = run
        self.pack = pack
        self.unpack = unpack


_TASKS: dict[str, _Task[Any]] = {
    Worker.read_all.__name__: _Task(
        Worker.read_all, lambda one, _: _SUMMARY.pack(one), lambda plain, _: _SUMMARY.unpack(plain)
    ),
    Worker.read_and_check.__name__: _Task(Worker.read_and_check, _pack_pair, _unpack_pair),
    Worker.check_again.__name__: _Task(Worker.check_again, _pack_checked, _unpack_checked),
}


def fork_others(make: Callable[[], Worker], count: int) -> OtherProcesses | None:
    """So many other processes, each with a worker that it makes; fewer, or None, if there may be no more."""
    found = OtherProcesses(make, count)
    if found.count:
        return found
    found.end()
    return None


class OtherProcesses:
    """Forked processes, and the pipe to each."""

    def __init__(self, make: Callable[[], Worker], count: int) -> None:
        self._others: list[tuple[int, Pipe, SpillFile]] = []  # with the number of the process
        self._queue = WorkQueue()
        self._dismissed = False
        try:
            with suppress(OSError):  # there may be no more processes: those that there are do all
                for _ in range(count):
                    self._others.append(self._begun(make))
        except BaseException:
            self.abandon()
            raise

    def _begun(self, make: Callable[[], Worker]) -> tuple[int, Pipe, SpillFile]:
        here, there = two_ends()
        spill = new_spill_file()
        try:
            process = forked(lambda: _serve(make, here, there, self._queue, spill))
        except BaseException:
            here.close()
            raise
        finally:
            there.close()
        return process, here, spill

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._others)

    def send(self, command: str, argument: list[Any]) -> None:
        """Let all of them begin to do something."""
        for _, pipe, _ in self._others:
            _send_to(pipe, command, argument)

    def answers(self) -> list[Any]:
        """What all of them answer, once they have done it."""
        return [_receive_answer(pipe) for _, pipe, _ in self._others]

    def order(self, command: str, argument: list[Any]) -> None:
        """Let all of them do something, and wait for that."""
        self.send(command, argument)
        self.answers()

    def begin_check(self, kept: Iterable[Input]) -> None:
        """Let them check those of some files that they keep, as `Worker.check_kept` does."""
        self.send("check", list(map(_INPUT.pack, kept)))

    def checked(self) -> Iterator[Checked]:
        """Yield what they have checked."""
        for _, pipe, spill in self._others:
            yield from (_unpack_checked(plain, spill) for plain in _receive_all(pipe))

    def begin_trial(
        self, texts: dict[str, bytes], edits: Iterable[FixEdit], tried: list[str], sample: Mapping[str, int]
    ) -> None:
        """Let them begin a trial, as `WorkerPool.begin_trial` does."""
        self.send("begin trial", [texts, list(map(_EDIT.pack, edits)), tried, dict(sample)])

    def shared_out(
        self,
        run: Callable[[Worker, Sequence[Input]], Iterable[T]],
        inputs: Sequence[Input],
        worker: Worker,
        holders: Mapping[str, int],
    ) -> Iterator[tuple[int, T]]:
        """Share out files to them and to the `worker` of this process; see `WorkerPool` for what is yielded.

        Each begins with the files that it has parsed before: `holders` are the processes that have.
        """
        task = _TASKS[run.__name__]
        free = [item for item in inputs if item.path not in holders]
        own = [[item for item in inputs if holders.get(item.path) == at] for at in range(1 + len(self._others))]
        for (_, pipe, _), held in zip(self._others, own[1:], strict=True):
            _send_to(pipe, run.__name__, [list(map(_INPUT.pack, held)), list(map(_INPUT.pack, free))])
        shares = batches(free)
        self._queue.give(len(shares), len(own))
        for batch in chain(batches(own[0]), map(shares.__getitem__, self._queue.take())):
            yield from ((0, found) for found in run(worker, batch))
        for number, (_, pipe, spill) in enumerate(self._others, 1):
            yield from ((number, task.unpack(plain, spill)) for plain in _receive_all(pipe))

    def amended(
        self,
        texts: Mapping[str, bytes],
        fixes: Mapping[str, Sequence[Sequence[FixEdit]]],
        worker: Worker,
        holders: Mapping[str, int],
    ) -> dict[str, FixedFile]:
        """Files of these texts with fixes (see `amend`), each made by the process that has parsed it."""
        shares: list[dict[str, Plain]] = [{} for _ in range(1 + len(self._others))]
        for path, some in fixes.items():
            packed = [list(map(_EDIT.pack, edits)) for edits in some]
            shares[holders.get(path, 0)][path] = texts[path], packed
        asked = [(pipe, share) for (_, pipe, _), share in zip(self._others, shares[1:], strict=True) if share]
        for pipe, share in asked:
            _send_to(pipe, "amend", [share])
        from clblint.fix.amend import FIXED_FILE  # noqa: PLC0415 - few runs need it, and the others import it now, too

        made = _amended(worker, shares[0])
        for pipe, _ in asked:
            made |= _receive_answer(pipe)
        return {path: FIXED_FILE.unpack(made[path]) for path in fixes}

    def dismiss(self) -> None:
        """Let them begin to end."""
        self.send("close", [])
        self._dismissed = True

    def close(self) -> list[str]:
        """End them, and return the failures of rules in them."""
        if not self._dismissed:
            self.dismiss()
        failures = list(chain.from_iterable(self.answers()))
        self.end()
        return failures

    def abandon(self) -> None:
        """Terminate them."""
        for process, *_ in self._others:
            with suppress(ProcessLookupError):  # see `await_end`
                os.kill(process, signal.SIGKILL)
        self.end()

    def end(self) -> None:
        """Wait until they have ended."""
        for process, pipe, _ in self._others:
            pipe.close()
            await_end(process)
        self._others = []
        self._queue.close()


def _serve(make: Callable[[], Worker], other_end: Pipe, pipe: Pipe, queue: WorkQueue, spill: SpillFile) -> None:
    other_end.close()  # otherwise this process would not notice the end of its parent
    queue.only_take()
    workers = [make()]
    command = ""
    with suppress(EOFError, OSError):  # the parent has ended
        while command != "close":
            _, (command, argument) = _receive(pipe)
            try:
                answer, parts = _answer(workers, command, argument, queue, spill)
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
                for part in parts:
                    pipe.send(part)


def _answer(
    workers: list[Worker], command: str, argument: list[Any], queue: WorkQueue, spill: SpillFile
) -> tuple[Any, list[bytes]]:
    """The answer to a command, and what follows it: as many batches as the answer to a task says."""
    worker = workers[-1]
    if command in _TASKS:
        task, (held, free) = _TASKS[command], (batches(list(map(_INPUT.unpack, some))) for some in argument)
        taken = queue.awaited(chain(held, map(free.__getitem__, queue.take())))
        parts = [marshal.dumps([task.pack(one, spill) for one in task.run(worker, batch)]) for batch in taken]
        return len(parts), parts
    if command == "check":
        checked = worker.check_kept(list(map(_INPUT.unpack, argument)))
        return 1, [marshal.dumps([_pack_checked(one, spill) for one in queue.awaited(checked)])]
    if command == "amend":
        return _amended(worker, *argument), []
    if command == "set_roles":
        worker.set_roles(*argument)
    elif command == "begin":
        worker.begin(*argument)
    elif command == "begin trial":
        from clblint.engine.trial_worker import TrialWorker  # noqa: PLC0415 - few runs have fixes in kustomizations

        texts, edits, tried, sample = argument
        workers.append(TrialWorker(worker, texts, map(_EDIT.unpack, edits), frozenset(tried), sample))
    elif command == "end trial":
        workers.pop().forget()
    return worker.failures, []


def _amended(worker: Worker, asked: Mapping[str, Plain]) -> dict[str, Plain]:
    from clblint.fix.amend import FIXED_FILE  # noqa: PLC0415 - few runs have fixes in kustomizations

    made: dict[str, Plain] = {}
    for path, (data, fixes) in asked.items():
        unpacked = [tuple(map(_EDIT.unpack, edits)) for edits in fixes]
        made[path] = FIXED_FILE.pack(worker.amended(path, data, unpacked))
    return made


def _send(pipe: Pipe, error: str, value: Any) -> None:  # noqa: ANN401 - plain values
    pipe.send(marshal.dumps((error, value)))


def _send_to(pipe: Pipe, command: str, argument: list[Any]) -> None:
    try:
        _send(pipe, "", (command, argument))
    except OSError as error:
        raise _killed() from error


def _receive(pipe: Pipe) -> tuple[str, Any]:
    found: tuple[str, Any] = marshal.loads(pipe.receive())  # noqa: S302 - from a process of our own
    return found


def _receive_answer(pipe: Pipe) -> Any:  # noqa: ANN401 - what was sent
    try:
        broken, value = _receive(pipe)
    except (EOFError, OSError) as error:
        raise _killed() from error
    if value == ChangedError.__name__:
        raise ChangedError(broken)
    if broken:  # an error in the input or in clblint
        raise UsageError(broken) if value == UsageError.__name__ else RuntimeError(broken)
    return value


def _receive_all(pipe: Pipe) -> Iterator[Plain]:
    """Yield what is in the batches of an answer, of which there is one in memory at a time."""
    for _ in range(_receive_answer(pipe)):
        try:
            batch = pipe.receive()
        except (EOFError, OSError) as error:
            raise _killed() from error
        yield from marshal.loads(batch)  # noqa: S302 - from a process of our own


def _killed() -> UsageError:
    return UsageError(tr("a process of clblint was killed (out of memory?): try --jobs 1"))
