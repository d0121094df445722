"""From files to findings: what is still known from earlier runs, and what has to be read again."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING

from clblint.engine.cache import CacheEntry
from clblint.engine.counts import Count
from clblint.errors import ChangedError, UsageError
from clblint.fast import NamedTuple, use_fast_constructors
from clblint.files.digest import digest_of
from clblint.i18n.language import tr
from clblint.kube.kustomize.roots import Kustomization, is_kustomization, with_roles
from clblint.lint.result import Result, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.cache import ResultCache
    from clblint.engine.rendering import Renderer
    from clblint.engine.worker import Checked, FileSummary, WorkerSettings
    from clblint.lint.finding import Finding
    from clblint.lint.serialize import Plain
    from clblint.lint.severity import Severity
    from clblint.suppress.silenced import SuppressedFinding

_STABLE = 2  # later versions of marshal write equal values in different ways
_CLUSTER = ""  # the path under which the findings about the declared cluster alone are kept
_DIGEST = 16  # bytes at the beginning of an entry's digest that stand for the file alone


class Outcome(NamedTuple):
    """What a run gave. `errors` are for exit code 2: files that could not be read and rules that broke.

    `partial` names the calls of which the inventory holds some pages only, with how many of how many things.
    `suppressions` are those of each file that holds any, `compared` the places of the objects with an older state.
    What is to be reported is settled afterwards: `silenced` is what is not, `gone` counts the entries of a baseline
    that do not occur any more. `fixed` counts findings that were mended and are not among the others, `hidden` those
    below the severity that is shown, the worst first, and `lower` holds them. `known` is what is known of each file.
    """

    findings: tuple[Finding, ...]
    counts: dict[str, Count]
    errors: tuple[str, ...]
    partial: tuple[tuple[str, int, int], ...] = ()
    suppressions: dict[str, tuple[Plain, ...]] = {}  # noqa: RUF012 - nobody writes to it
    compared: frozenset[tuple[str, tuple[int, int]]] = frozenset()
    silenced: tuple[SuppressedFinding, ...] = ()
    gone: int = 0
    fixed: int = 0
    hidden: tuple[tuple[Severity, int], ...] = ()
    lower: tuple[Finding, ...] = ()
    known: Mapping[str, CacheEntry] = {}
    idle: bool = False

    def reader(self, read: Callable[[str], bytes]) -> Callable[[str], bytes]:
        """A function that reads what was judged; `UsageError` for a file that has changed since."""

        def judged(path: str) -> bytes:
            data = read(path)
            entry = self.known.get(path)
            if entry is not None and not entry.digest.startswith(digest_of(data)):
                raise UsageError(tr("{path}: has changed since it was read: run again", path=path))
            return data

        return judged

    @property
    def refs(self) -> Iterator[Plain]:
        """What the files of the run know of each other, file by file; for one that asks what became of the project."""
        return (ref for path in sorted(self.known) for ref in self.known[path].refs)


def _alike(_path: str) -> bytes:
    return b""


def lint(  # noqa: PLR0913 - what a run is made of, half of it by name
    inputs: Sequence[Input],
    settings: Callable[[], WorkerSettings],
    read: Callable[[str], bytes],
    *,
    jobs: int = 1,
    cache: ResultCache | None = None,
    show: Renderer | None = None,
    key_of: Callable[[str], bytes] = _alike,
) -> Outcome:
    """Check the reported files among `inputs` within the project that all of them make.

    `settings` is asked for only if something has to be read again, since rules take their time to import. `key_of` is
    what a file is judged by, where files differ in it.
    """
    try:
        return _lint(_Run(inputs, read, cache, show, key_of), settings, jobs)
    except ChangedError:  # files are written while they are read: once more, with each of them read only once
        return _lint(_Run(inputs, _Held(read), cache, show, key_of), settings, 1)


def _lint(run: _Run, settings: Callable[[], WorkerSettings], jobs: int) -> Outcome:
    run.recall()
    if not run.complete:
        run.work(settings(), jobs)
    return run.outcome()


class _Held:
    """Reads each file once and holds it, or why it cannot be read."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._held: dict[str, bytes | str] = {}

    def __call__(self, path: str) -> bytes:
        if path not in self._held:
            try:
                self._held[path] = self._read(path)
            except UsageError as error:
                self._held[path] = str(error)
        held = self._held[path]
        if isinstance(held, str):
            raise UsageError(held)
        return held


class _Run:
    def __init__(
        self,
        inputs: Sequence[Input],
        read: Callable[[str], bytes],
        cache: ResultCache | None,
        show: Renderer | None,
        key_of: Callable[[str], bytes],
    ) -> None:
        self._key_of = key_of
        self._shown = show
        self._show = show.key if show else ""
        self._inputs = inputs
        self._read = read
        self._cache = cache
        self._known: dict[str, CacheEntry] = {}
        self._errors: list[str] = []
        self._kustomizations: dict[str, tuple[Kustomization | None, bytes]] = {}  # each with its file's digest
        self._results: dict[str, Result] = {}  # of the files that this process has checked

    def recall(self) -> None:
        """Take what is stored about files whose bytes are the same."""
        stored = self._cache.entries if self._cache else {}
        self._kustomizations = _kustomizations(self._inputs, self._read, stored)
        self._inputs = with_roles(self._inputs, {path: one for path, (one, _) in self._kustomizations.items() if one})
        if _CLUSTER in stored:
            self._known[_CLUSTER] = stored[_CLUSTER]
        for item in self._inputs if stored else ():
            entry = stored.get(item.path)
            if entry is None:
                continue
            try:
                data = self._read(item.path)
            except UsageError:
                continue
            if item.digest(data) + self._key_of(item.path) == entry.digest:
                self._known[item.path] = entry

    @property
    def complete(self) -> bool:
        """Whether nothing has to be read again."""
        if _CLUSTER not in self._known or any(item.path not in self._known for item in self._inputs):
            return False
        project = self._project()
        return self._known[_CLUSTER].project == project and not any(self._stale(project))

    def work(self, settings: WorkerSettings, jobs: int) -> None:
        """Read and check what is not known."""
        settings = settings._replace(show=self._shown)
        from clblint.engine.pool import WORTH_A_PROCESS, WorkerPool  # noqa: PLC0415 - not where everything is known

        fresh: dict[str, CacheEntry] = {}
        todo = [item for item in self._inputs if item.path not in self._known]
        roles = {item.path: item.role for item in self._inputs if item.role}
        many = len(todo) >= WORTH_A_PROCESS
        if many:
            use_fast_constructors()
        workers = WorkerPool(settings, self._read, jobs if many else 1, roles)
        try:
            fresh.update(self._seen(workers.look(todo)))
            self._known.update(fresh)
            project = self._project()
            done = {item.path for item in todo}
            self._refuse_changed(workers.look([item for item in self._stale(project) if item.path not in done]))
            refs = [ref for item in self._inputs if item.path in self._known for ref in self._known[item.path].refs]
            digests = {path: entry.digest for path, entry in self._known.items()}
            fresh.update(self._checked(workers.check(refs, digests), project))
            inventories = settings.judging.inventories()
            partial = tuple(tuple(one) for inventory in inventories for one in inventory.partial)
            idle = not any(lint_settings.rules for lint_settings in settings.judging)
            result = Result((partial, idle), tuple(workers.check_cluster()))
            fresh[_CLUSTER] = CacheEntry(b"", (), project, pack(result))
            self._errors += workers.close()
        except BaseException:
            workers.abandon()
            raise
        self._errors += (str(flaw) for inventory in inventories for flaw in inventory.flaws)
        self._known.update(fresh)
        if self._cache and settings.complete and not self._errors:
            self._cache.save(fresh)

    def _refuse_changed(self, seen: Iterable[FileSummary]) -> None:
        """Raise `ChangedError` for a file that is not any more what was known of it."""
        for one in seen:
            if one.error or one.digest + self._key_of(one.path) != self._known[one.path].digest:
                raise ChangedError(one.path)

    def _seen(self, seen: Iterable[FileSummary]) -> Iterator[tuple[str, CacheEntry]]:
        for one in seen:
            if one.error:
                self._errors.append(one.error)
            else:
                tr, then = self._kustomizations.get(one.path, (None, one.digest))
                if not one.digest.startswith(then):  # what it makes of the others was read from other bytes
                    raise ChangedError(one.path)
                digest = one.digest + self._key_of(one.path)
                yield one.path, CacheEntry(digest, one.refs, kustomization=tuple(tr) if tr else None)

    def _checked(self, checked: Iterable[Checked], project: bytes) -> Iterator[tuple[str, CacheEntry]]:
        known = self._known
        for one in checked:
            needs = tuple((path, known[path].digest) for path in one.needs)
            old = known[one.path]
            yield one.path, CacheEntry(old.digest, old.refs, project, one.packed, needs, old.kustomization, self._show)
            if one.result is not None:
                self._results[one.path] = one.result

    def _project(self) -> bytes:
        """The digest of all that files know of each other."""
        refs = [self._known[item.path].refs for item in self._inputs if item.path in self._known]
        keys = [key for item in self._inputs if (key := self._key_of(item.path))]
        return digest_of(marshal.dumps([ref for ref in refs if ref] + keys, _STABLE))

    def _stale(self, project: bytes) -> Iterator[Input]:
        """The reported files whose findings are not those of this project, or of the files they were drawn from."""
        known = self._known
        return (i for i in self._inputs if i.reported and i.path in known and not self._holds(known[i.path], project))

    def _holds(self, entry: CacheEntry, project: bytes) -> bool:
        known = self._known
        return entry.project == project and all(p in known and known[p].digest == d for p, d in entry.needs)

    def outcome(self) -> Outcome:
        """The findings of the reported files, in the order of a report."""
        reported = [i.path for i in self._inputs if i.reported and i.path in self._known and self._known[i.path].packed]
        results = {path: self._result(path) for path in reported}
        # Those of one file are in order already, and all of them stand in it.
        findings = [finding for path in sorted(results) for finding in results[path].findings]
        (partial, idle), around, _ = self._result(_CLUSTER)
        if around:
            findings = sorted((*findings, *around), key=lambda finding: finding.sort_key)
        counts = {path: Count(*result.tally) for path, result in results.items()}
        marked = {path: result.suppressions for path, result in results.items() if result.suppressions}
        return Outcome(tuple(findings), counts, tuple(self._errors), partial, marked, known=self._known, idle=idle)

    def _result(self, path: str) -> Result:
        """What checking a file gave, just now or in an earlier run."""
        result = self._results.get(path)
        if result is None:
            entry = self._known[path]
            result = unpack(entry.packed, shown=entry.show == self._show)
        return result


def _kustomizations(
    inputs: Iterable[Input], read: Callable[[str], bytes], stored: Mapping[str, CacheEntry]
) -> dict[str, tuple[Kustomization | None, bytes]]:
    """What the kustomizations among the inputs say, with the digest of each; None for a file that is none at all."""
    found: dict[str, tuple[Kustomization | None, bytes]] = {}
    for item in inputs:
        if not is_kustomization(item.path):
            continue
        try:
            data = read(item.path)
        except UsageError:  # looking at the file will say so
            continue
        entry, digest = stored.get(item.path), digest_of(data)
        if entry is not None and entry.digest[:_DIGEST] == digest and entry.kustomization:
            found[item.path] = Kustomization(*entry.kustomization), digest
        else:
            found[item.path] = _kustomization(item.path, data), digest
    return found


def _kustomization(path: str, data: bytes) -> Kustomization | None:
    from clblint.kube.kustomize.read import read_kustomization  # noqa: PLC0415 - brings the parser
    from clblint.source.text import Source  # noqa: PLC0415 - only a new kustomization is read here

    return read_kustomization(Source(path, data))
