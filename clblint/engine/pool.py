"""The worker pool: a worker in this process, and, where it pays off, one in each of some forked processes.

Forking saves sending rules and settings to the processes. Where fork is not safe (Windows, macOS) everything runs in
one process.
"""

from __future__ import annotations

import sys

from clblint.engine.batches import batches
from clblint.engine.worker import Worker
from clblint.light import TypeVar, partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.other_processes import OtherProcesses
    from clblint.engine.root_builder import RootBuilder
    from clblint.engine.worker import Checked, FileSummary, WorkerSettings
    from clblint.files.codec import Plain
    from clblint.fix.amend import FixedFile
    from clblint.kube.kustomize.record import RefusedBuild
    from clblint.kube.project.project import Project
    from clblint.lint.edit import FixEdit
    from clblint.lint.finding import Finding

T = TypeVar("T")

# Below this many files a second process costs more than it saves.
WORTH_A_PROCESS = 100
# From this many files on they are dropped as soon as they are checked; fewer are kept, so that none is checked twice.
WORTH_DROPPING = 500


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
        self._others: OtherProcesses | None = None
        self._others_keep = False  # files that they are to check
        self._holders: dict[str, int] = {}  # the process that has parsed a file for a build, by number, and the path
        self._failures: list[str] = []  # of other processes that have ended
        self._jobs = jobs if sys.platform == "linux" else 1
        self._fork(partial(Worker, settings, read, builder))

    def _fork(self, make: Callable[[], Worker]) -> None:
        if self._jobs <= 1:
            return
        from clblint.engine.other_processes import fork_others  # noqa: PLC0415 - a small run has one process

        self._others = fork_others(make, self._jobs - 1)

    @property
    def _worker(self) -> Worker:
        """The worker of this process."""
        return self._workers[-1]

    def set_roles(self, roles: dict[str, Plain], names: dict[str, str]) -> None:
        """Give all workers the roles and names of files, as for `Worker.set_roles`."""
        self._worker.set_roles(roles, names)
        if self._others:
            self._others.order("set_roles", [roles, names])

    def read_all(self, inputs: Sequence[Input]) -> list[FileSummary]:
        """Read files in all processes, each of which keeps some; the summaries come in the order of the inputs."""
        if self._progress:
            self._progress.expect("read", len(inputs))
        self._others_keep |= bool(inputs and self._others)
        found: dict[str, FileSummary] = {}
        for number, one in self._shared_out(Worker.read_all, inputs):
            found[one.path] = one
            for path in one.build.files if one.build is not None else ():
                self._holders.setdefault(path, number)
        return [found[item.path] for item in inputs]

    def read_and_check(self, inputs: Sequence[Input]) -> Iterator[tuple[FileSummary, Checked | None]]:
        """Read files in all processes and check them in batches of neighbours, as `Worker.read_and_check` does."""
        if self._progress:
            self._progress.expect("checked", sum(item.reported for item in inputs))
        return (found for _, found in self._shared_out(Worker.read_and_check, inputs))

    def begin(self, outlines: list[bytes], digests: dict[str, bytes]) -> Project:
        """Check against this project from now on, as `Worker.begin` does; processes that keep no files end."""
        if not self._others_keep:
            self._end_others()
        if self._others:
            self._others.send("begin", [outlines, digests])
        project = self._worker.begin(outlines, digests)
        if self._others:
            self._others.answers()
        return project

    def check(self, kept: Sequence[Input], again: Sequence[Input]) -> Iterator[Checked]:
        """Check files that were read and kept, and others that are to be read again, against the whole project.

        Yields the results of this process one by one, so that the caller works on them while the others still check.
        """
        if self._progress:
            self._progress.expect("checked", len(kept) + len(again))
        if self._others:
            self._others.begin_check(kept)
        yield from self._worker.check_kept(kept)
        if self._others:
            yield from self._others.checked()
        elif len(again) >= WORTH_A_PROCESS:
            self._fork(lambda: self._worker)  # with the project
        yield from (found for _, found in self._shared_out(Worker.check_again, again))

    def _shared_out(
        self, task: Callable[[Worker, Sequence[Input]], Iterable[T]], inputs: Sequence[Input]
    ) -> Iterator[tuple[int, T]]:
        """Share out files to all processes, and yield what these find in them, each with the number of the process.

        Those of this process, which has the number 0, come first.
        """
        if self._others:
            return self._others.shared_out(task, inputs, self._worker, self._holders)
        return ((0, found) for batch in batches(inputs) for found in task(self._worker, batch))

    def amended(
        self, texts: Mapping[str, bytes], fixes: Mapping[str, Sequence[Sequence[FixEdit]]]
    ) -> dict[str, FixedFile]:
        """Files of these texts with fixes (see `amend`), each made by the process that has parsed it."""
        if self._others:
            return self._others.amended(texts, fixes, self._worker, self._holders)
        return {path: self._worker.amended(path, texts[path], some) for path, some in fixes.items()}

    def begin_trial(
        self, texts: dict[str, bytes], edits: Iterable[FixEdit], tried: Sequence[Input], sample: Mapping[str, int]
    ) -> None:
        """Read and check these roots from now on with edits, which make these texts (see `TrialWorker`)."""
        self._progress = None  # the files of the run are done
        if not self._others and len(tried) >= WORTH_A_PROCESS:
            worker = self._worker
            self._fork(lambda: worker)
        self._others_keep |= bool(self._others)
        from clblint.engine.trial_worker import TrialWorker  # noqa: PLC0415 - few runs have fixes in kustomizations

        edits, paths = list(edits), [item.path for item in tried]
        if self._others:
            self._others.begin_trial(texts, edits, paths, sample)
        self._workers.append(TrialWorker(self._worker, texts, edits, frozenset(paths), sample))
        if self._others:
            self._others.answers()

    def end_trial(self) -> None:
        """Go back to the files as they are."""
        self._workers.pop().forget()
        if self._others:
            self._others.order("end trial", [])

    def check_cluster(self, refused: Iterable[RefusedBuild] = ()) -> list[Finding]:
        """The findings about the declared clusters alone, and about what kustomize refuses to build."""
        return self._worker.check_cluster(refused)

    @property
    def builder(self) -> RootBuilder | None:
        """The builder of roots in this process."""
        return self._worker.builder

    def dismiss(self) -> None:
        """Let the other processes begin to end: freeing their memory takes a while, and `close` waits for that."""
        if self._others:
            self._others.dismiss()

    def close(self, *, drop: bool = True) -> list[str]:
        """End the other processes and return the failures of rules in all of them, sorted.

        `drop` frees the memory of the project, which a report on many new files needs; that takes a while.
        """
        self._end_others()
        failures = {*self._worker.failures, *self._failures}
        if drop:
            self._worker.forget()
        return sorted(failures)

    def _end_others(self) -> None:
        if self._others:
            self._failures += self._others.close()
        self._others = None
        self._holders.clear()

    def abandon(self) -> None:
        """Terminate the other processes."""
        if self._others:
            self._others.abandon()
        self._others = None
