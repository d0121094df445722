"""`lint()`: files to findings, from the result cache where it is valid, otherwise by the workers."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING

from clblint.engine.cache import CacheEntry, FilesSeen
from clblint.engine.result import CLUSTER_RESULT, ClusterResult, Result, graded, load_graded, pack_result
from clblint.errors import ChangedError, UsageError
from clblint.fast import NamedTuple, use_fast_constructors
from clblint.files.digest import digest_of
from clblint.files.spill_file import SpillFile, new_spill_file
from clblint.i18n.language import tr
from clblint.kube.kustomize.roots import KUSTOMIZATION, is_kustomization
from clblint.lint.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.cache import ResultCache
    from clblint.engine.counts import Count
    from clblint.engine.pool import WorkerPool
    from clblint.engine.rendering import Renderer
    from clblint.engine.result import Graded
    from clblint.engine.root_builder import RootBuilder
    from clblint.engine.roots import Roots
    from clblint.engine.worker import Checked, FileSummary, WorkerSettings
    from clblint.files.codec import Plain
    from clblint.files.spill_file import Slice
    from clblint.kube.kustomize.record import RefusedBuild
    from clblint.kube.kustomize.roots import Kustomization
    from clblint.kube.project.project import Project
    from clblint.lint.finding import Finding
    from clblint.source.text import Source
    from clblint.suppress.silenced import SuppressedFinding

_MARSHAL_VERSION = 2  # later versions of marshal write equal values in different ways
_CLUSTER = ""  # the path of the cache entry with the findings about declared clusters and refused builds
_CHECKED_BEFORE_FORKING = 20  # files: they make nearly every index of the project, which forked processes then share
_MAX_FILES_TO_FORK = 10_000  # files: with more, another process would take too much memory
_MAX_FILES_WITH_DETAILS_IN_MEMORY = 2000  # with more, the details of findings are read when they are reported
_ON_A_SAMPLE = b"sampled"  # follows the digest of what fixes were tried on, if that was one root for several
_DIGEST = 16  # bytes: the digest of an entry begins with that of the file alone


class Outcome(NamedTuple):
    """The result of a run.

    The report filter sets `silenced` and `gone`, and the fields on severities unless `lint` was given the lowest one.

    Attributes:
        findings: the findings to report, in report order.
        counts: what each file contains, by path.
        errors: the files that could not be read and the rules that raised (exit code 2), as messages.
        partial: the API calls of which the inventory holds only some pages: call, items read, items in total.
        suppressions: by path, the suppressions as plain tuples.
        compared: path, and line and column, of the objects with an older revision.
        unnamed: the paths that the user did not name: their suppressions apply, but are never reported as unused.
        silenced: the suppressed findings.
        gone: the number of baseline entries that match no finding any more.
        fixed: the number of findings that `--fix` removed.
        hidden: the numbers of findings below the reported severity, by severity, the worst first.
        lower: these findings.
        known: the cache entries by path.
        idle: whether no rule was selected.
    """

    findings: tuple[Finding, ...]
    counts: dict[str, Count]
    errors: tuple[str, ...]
    partial: tuple[tuple[str, int, int], ...] = ()
    suppressions: dict[str, tuple[Plain, ...]] = {}  # noqa: RUF012 - nobody writes to it
    compared: frozenset[tuple[str, tuple[int, int]]] = frozenset()
    unnamed: frozenset[str] = frozenset()
    silenced: tuple[SuppressedFinding, ...] = ()
    gone: int = 0
    fixed: int = 0
    hidden: tuple[tuple[Severity, int], ...] = ()
    lower: Iterable[Finding] = ()
    known: Mapping[str, CacheEntry] = {}
    idle: bool = False

    def reader(self, read: Callable[[str], bytes]) -> Callable[[str], bytes]:
        """A function that reads a file as it was checked; it raises `UsageError` for one that has changed since."""

        def judged(path: str) -> bytes:
            data = read(path)
            entry = self.known.get(path)
            if entry is not None and not entry.digest.startswith(digest_of(data)):
                raise UsageError(tr("{path}: has changed since it was read: run again", path=path))
            return data

        return judged

    @property
    def ungraded(self) -> Outcome:
        """The outcome with the findings of all severities."""
        findings = tuple(sorted((*self.findings, *self.lower), key=lambda finding: finding.sort_key))
        return self._replace(findings=findings, lower=(), hidden=()) if self.hidden else self

    @property
    def outlines(self) -> Iterator[bytes]:
        """Yield the outlines of the files of the run that tell something (see `clblint.kube.project.outline`)."""
        found = (self.known[path].outline for path in sorted(self.known))
        return (outline for outline in found if outline)


def _same_settings(_path: str) -> bytes:
    return b""


def every_severity(_path: str) -> Severity:
    """The lowest severity, for files of which all findings are reported."""
    return Severity.PEDANTIC


def lint(  # noqa: PLR0913 - what a run is made of, half of it by name
    inputs: Sequence[Input],
    settings: Callable[[], WorkerSettings],
    read: Callable[[str], bytes],
    *,
    jobs: int = 1,
    cache: ResultCache | None = None,
    seen: FilesSeen | None = None,
    show: Renderer | None = None,
    key_of: Callable[[str], bytes] = _same_settings,
    lowest: Callable[[str], Severity] = every_severity,
    sampled: bool = False,
) -> Outcome:
    """Check the reported files among `inputs`, within the project that all inputs make up.

    `settings` is called only if a file has to be checked again, since it imports rules. `key_of` gives a digest of the
    settings of a file, where files have different ones, and `lowest` the severity below which its findings are not
    reported; what kustomizations build is not graded by it. `seen` are files that `read` has read just before. If
    `sampled`, one of the builds that a fix meets in the same state may stand for the others (see `FixTrials`).
    """
    try:
        return _lint(
            _Run(inputs, seen or FilesSeen(read), cache, show, key_of, sampled=sampled), settings, jobs, lowest
        )
    except ChangedError:  # a file changed during the run: try again, reading each file once
        seen = FilesSeen(_ReadOnce(read))
        return _lint(_Run(inputs, seen, cache, show, key_of, sampled=sampled), settings, 1, lowest)


def _lint(run: _Run, settings: Callable[[], WorkerSettings], jobs: int, lowest: Callable[[str], Severity]) -> Outcome:
    run.load_cached()
    if not run.complete:
        run.check_rest(settings(), jobs)
    return run.outcome(lowest)


class _ReadOnce:
    """A reader that reads each file once and keeps its content, or the error."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._contents: dict[str, bytes | str] = {}

    def __call__(self, path: str) -> bytes:
        if path not in self._contents:
            try:
                self._contents[path] = self._read(path)
            except UsageError as error:
                self._contents[path] = str(error)
        content = self._contents[path]
        if isinstance(content, str):
            raise UsageError(content)
        return content


class _Run:
    def __init__(  # noqa: PLR0913 - the arguments of `lint`
        self,
        inputs: Sequence[Input],
        seen: FilesSeen,
        cache: ResultCache | None,
        show: Renderer | None,
        key_of: Callable[[str], bytes],
        *,
        sampled: bool,
    ) -> None:
        self._key_of = key_of
        self._sampled = sampled
        self._renderer = show
        self._renderer_key = show.key if show else ""
        self._inputs = inputs
        self._read = seen.read
        self._cache = cache
        self._known: dict[str, CacheEntry] = {}
        self._errors: list[str] = []
        self._failures: set[str] = set()  # of rules
        self._kustomizations: dict[str, tuple[Kustomization | None, bytes]] = {}  # with the digests of their files
        self._sources: dict[str, Source] = {}  # the kustomizations that were parsed now
        self._packs = False  # whether results are packed as they come, since there are many
        self._spill = SpillFile()
        self._cluster: ClusterResult | None = None
        self._seen = seen
        self._roots: Roots | None = None  # None without a kustomization
        self._renewed: list[str] = []  # the roots that cannot be built for another reason than before
        self._with_fixes: list[str] = []  # the files that were checked now and have findings with edits

    def load_cached(self) -> None:
        """Load the cache entries of files that have not changed."""
        stored = self._cache.entries if self._cache else {}
        self._kustomizations = _kustomizations(self._inputs, self._seen, stored, self._sources)
        known = {path: one for path, (one, _) in self._kustomizations.items() if one}
        if known:
            from clblint.engine.roots import Roots  # noqa: PLC0415 - only with kustomizations

            self._roots = Roots(self._inputs, known)
            self._roots.take_stored(stored, self._seen)
        if _CLUSTER in stored:
            self._known[_CLUSTER] = stored[_CLUSTER]
        if self._roots is None or not self._roots.to_build:
            self._load(stored)

    def _load(self, stored: Mapping[str, CacheEntry]) -> None:
        """Give files their roles, and take the entries of those that have not changed."""
        if self._roots is not None:
            self._inputs = self._roots.with_roles()
        for item in self._inputs if stored else ():
            entry = stored.get(item.path)
            seen = self._seen.of(item) if entry is not None and item.path not in self._known else None
            if entry is not None and seen is not None and self._digest(item, *seen) == entry.digest:
                self._known[item.path] = entry

    def _digest(self, item: Input, digest: bytes, binary: bool) -> bytes:  # noqa: FBT001 - a pair of `FilesSeen`
        built = self._roots.digest_of(item.path) if self._roots is not None else b""
        return item.digest_with(digest, binary=binary) + built + self._key_of(item.path)

    @property
    def complete(self) -> bool:
        """Whether all results came from the cache."""
        if self._roots is not None and self._roots.to_build:
            return False
        if _CLUSTER not in self._known or any(item.path not in self._known for item in self._inputs):
            return False
        project, cluster = self._project(), self._known[_CLUSTER]
        if cluster.project != project or cluster.digest != _digest_of_refused(self._refused()):
            return False
        return not any(self._stale(project))

    def check_rest(self, settings: WorkerSettings, jobs: int) -> None:
        """Read and check the files without a valid cache entry, and update the cache."""
        settings = settings._replace(show=self._renderer)
        from clblint.engine import pool  # noqa: PLC0415 - not needed if the cache has all results

        fresh: dict[str, CacheEntry] = {}
        many = self._packs = sum(item.path not in self._known for item in self._inputs) >= pool.WORTH_A_PROCESS
        if many:
            use_fast_constructors()
            self._spill = new_spill_file()
        workers = pool.WorkerPool(settings, self._read, jobs if many else 1, self._builder())
        try:
            if self._roots is not None:
                fresh.update(self._build(self._roots, workers))
            todo = [item for item in self._inputs if item.path not in self._known]
            apart: dict[str, Checked] = {}  # of files that were checked without those of other batches
            if len(todo) >= pool.WORTH_DROPPING:
                fresh.update(self._entries_read(_set_aside(workers.read_and_check(todo), apart, self._spill)))
            else:
                fresh.update(self._entries_read(workers.read_all(todo)))
            self._known.update(fresh)
            project = self._project()
            fresh.update(self._entries_checked(self._check_within(workers, {*fresh}, apart, project, jobs), project))
            self._known.update(fresh)
            inventories = settings.by_file.inventories()
            partial = tuple((one.call, one.read, one.total) for inventory in inventories for one in inventory.partial)
            idle = not any(lint_settings.rules for lint_settings in settings.by_file)
            refused = self._refused()
            self._cluster = ClusterResult(tuple(workers.check_cluster(refused)), partial, idle)
            packed = self._spill.put(CLUSTER_RESULT.dump(self._cluster))
            fresh[_CLUSTER] = CacheEntry(_digest_of_refused(refused), b"", project, packed)
            self._known.update(fresh)
            if self._roots is not None and self._with_fixes:
                fresh.update(self._prove_fixes(self._roots, settings, workers))
                self._known.update(fresh)
            self._errors += sorted({*self._failures, *workers.close()})
        except BaseException:
            workers.abandon()
            raise
        self._errors += (str(flaw) for inventory in inventories for flaw in inventory.flaws)
        if self._cache and settings.complete and not self._errors:
            self._cache.save({path: self._known[path] for path in (*self._renewed, *fresh)})

    def _builder(self) -> RootBuilder | None:
        """What builds roots in all processes, which know the kustomizations then; None if there are none to build."""
        if self._roots is None or not self._roots.to_build:
            return None
        from clblint.engine.root_builder import RootBuilder  # noqa: PLC0415 - only with kustomizations

        return RootBuilder(self._read, self._roots.names, self._sources)

    def _build(self, roots: Roots, workers: WorkerPool) -> dict[str, CacheEntry]:
        """Build the roots, so that all files have their roles; the entries of those that can be built."""
        found: dict[str, CacheEntry] = {}
        to_build = roots.to_build
        if to_build:
            workers.set_roles(*roots.roles_and_names(to_build))
            seen = workers.read_all(to_build)
            roots.take({one.path: one.build for one in seen})
            found = dict(self._entries_read(one for one in seen if one.build is not None and one.build.known))
            self._known.update(found)
            self._load(self._cache.entries if self._cache else {})
            self._renew(one for one in seen if one.build is not None)
        workers.set_roles(*roots.roles_and_names(self._inputs))
        return found

    def _renew(self, unbuilt: Iterable[FileSummary]) -> None:
        """Note why roots cannot be built now; their files have not changed, and keep their entries."""
        for one in unbuilt:
            entry = self._known.get(one.path)
            if entry is not None and entry.build != one.build:
                self._known[one.path] = entry._replace(build=one.build)
                self._renewed.append(one.path)

    def _check_within(
        self, workers: WorkerPool, fresh: Container[str], apart: dict[str, Checked], project: bytes, jobs: int
    ) -> Iterator[Checked]:
        """Yield the results of the files in `apart` that hold in the whole project, and check the others within it."""
        whole = workers.begin(self._outlines(), {path: entry.digest for path, entry in self._known.items()})
        stale = list(self._stale(project, whole))
        hold = _that_hold([apart[item.path] for item in stale if item.path in apart], whole, jobs)
        kept: list[Input] = []
        again: list[Input] = []
        for item in stale:
            checked = apart.pop(item.path, None)
            if checked is not None and item.path in hold:
                yield checked
            elif checked is None and item.path in fresh:
                kept.append(item)
            else:
                again.append(item)
        yield from workers.check(kept, again)

    def _entries_read(self, seen: Iterable[FileSummary]) -> Iterator[tuple[str, CacheEntry]]:
        errors: dict[str, str] = {}
        for one in seen:
            if one.error:
                errors[one.path] = one.error
            else:
                kustomization, digest_then = self._kustomizations.get(one.path, (None, one.digest))
                if not one.digest.startswith(digest_then):  # the roles of other files come from its older content
                    raise ChangedError(one.path)
                digest = one.digest + self._key_of(one.path)
                build = self._roots.record_of(one.path) if self._roots is not None else None
                yield one.path, CacheEntry(digest, one.outline, kustomization=kustomization, build=build)
        self._errors += [errors[item.path] for item in self._inputs if item.path in errors]

    def _entries_checked(self, checked: Iterable[Checked], project: bytes) -> Iterator[tuple[str, CacheEntry]]:
        known = self._known
        for one in checked:
            needs = tuple((path, known[path].digest) for path in one.needs)
            awaits = one.fixes and self._roots is not None and self._roots.could_be_built(one.path)
            if one.fixes:
                self._with_fixes.append(one.path)
            self._failures.update(one.failures)
            digest, outline, *_ = old = known[one.path]
            # The fixes of what a root builds are yet to be tried.
            result = one.result if awaits or not self._packs else self._packed(one.result)
            shown = self._renderer_key
            entry = CacheEntry(digest, outline, project, result, needs, one.asked, old.kustomization, shown, old.build)
            yield one.path, entry

    def _prove_fixes(self, roots: Roots, settings: WorkerSettings, workers: WorkerPool) -> dict[str, CacheEntry]:
        """Keep the fixes in files that roots use only if they mend all of these; returns the changed entries."""
        from clblint.engine.fix_trials import TrialContext, keep_proven  # noqa: PLC0415 - few runs have such fixes

        known = {path: entry.digest for path, entry in self._known.items()}
        outlines = {path: entry.outline for path, entry in self._known.items()}
        in_order = {item.path: outlines.get(item.path, b"") for item in self._inputs}
        inputs = self._inputs
        built, made = roots.built(inputs), roots.made
        roles, users = roots.roles_and_names(inputs), roots.users(inputs)
        results = {path: result for path in self._with_fixes if (result := self.result_of(path)) is not None}

        def result_of(path: str) -> Result | None:
            return results[path] if path in results else self.result_of(path)

        context = TrialContext(
            settings, self._read, roles, built, made, users, known, in_order, result_of, workers, self._sampled
        )
        kept = keep_proven(context, results)
        workers.dismiss()
        changed: dict[str, CacheEntry] = {}
        state = _UsersState(users, self._known)
        for path, result, files, needs, sampled in kept:
            old = self._known[path]
            more = tuple((name, known[name]) for name in sorted(needs - {path}) if name in known)
            mark = _ON_A_SAMPLE if sampled else b""
            tried = tuple((name, state.digest_of(name) + mark) for name in sorted(files))
            changed[path] = old._replace(result=result, needs=(*old.needs, *more), tried=tried)
        return changed

    def _packed(self, result: Result | Slice) -> Slice:
        return self._spill.put(pack_result(result)) if isinstance(result, Result) else result

    def _project(self) -> bytes:
        """The digests of the outlines and of the settings of all files."""
        keys = [key for item in self._inputs if (key := self._key_of(item.path))]
        return digest_of(b"".join(map(digest_of, self._outlines()))) + digest_of(marshal.dumps(keys, _MARSHAL_VERSION))

    def _refused(self) -> list[RefusedBuild]:
        return self._roots.refused(self._inputs) if self._roots is not None else []

    def _outlines(self) -> list[bytes]:
        """The outlines of all files that tell something."""
        known = self._known
        return [outline for item in self._inputs if item.path in known and (outline := known[item.path].outline)]

    def _stale(self, project: bytes, whole: Project | None = None) -> Iterator[Input]:
        """Yield the judged files whose findings depend on an older state of the project or of another file.

        With the project in hand, those of an older one are valid if what they asked has the same answers.
        """
        known, users = self._known, self._roots.users(self._inputs) if self._roots is not None else {}
        state = _UsersState(users, known)
        for item in self._judged():
            entry = known.get(item.path)
            if entry is None or self._is_valid(entry, project, state):
                continue
            moved = entry._replace(project=project)
            if whole is not None and self._is_valid(moved, project, state) and _still_holds(entry, moved, whole):
                known[item.path] = moved
                self._renewed.append(item.path)
            else:
                yield item

    def _judged(self) -> Iterator[Input]:
        """Yield the files that are reported, and the roots that use one of them."""
        also = self._roots.also_judged if self._roots is not None else frozenset[str]()
        return (item for item in self._inputs if item.reported or item.path in also)

    def _is_valid(self, entry: CacheEntry, project: bytes, users: _UsersState) -> bool:
        known = self._known
        if entry.project != project or (entry.tried and not self._holds(entry.tried, users)):
            return False
        return not entry.needs or all(p in known and known[p].digest == d for p, d in entry.needs)

    def _holds(self, tried: Iterable[tuple[str, bytes]], users: _UsersState) -> bool:
        """Whether the roots that fixes were tried on are the same."""
        marks = (b"", _ON_A_SAMPLE) if self._sampled else (b"",)
        return all(digest in {users.digest_of(path) + mark for mark in marks} for path, digest in tried)

    def outcome(self, lowest: Callable[[str], Severity]) -> Outcome:
        """The outcome, with the findings in the order of a report; `lowest` as for `lint`."""
        lowest = lowest if self._roots is None else every_severity
        limits = {item.path: lowest(item.path) for item in self._judged()}
        spill = len(limits) > _MAX_FILES_WITH_DETAILS_IN_MEMORY
        found = {path: one for path, at in limits.items() if (one := self._graded(path, at, spill=spill)) is not None}
        results = {path: one.result for path, one in found.items()}
        # The findings of one file are sorted already, and all of their places are in that file.
        findings = [finding for path in sorted(results) for finding in results[path].findings]
        unnamed = also = counted = frozenset[str]()
        if self._roots is not None:
            unnamed, also, counted = self._roots.unnamed_parts, self._roots.also_judged, self._roots.unbuilt_parts
            given = map(_without_edits_in(unnamed), filter(self._roots.is_given, findings))
            findings = sorted(given, key=lambda finding: finding.sort_key)
        cluster = self._cluster or CLUSTER_RESULT.load(self._known[_CLUSTER].result.read())
        about_all = [one for one in cluster.findings if one.severity >= lowest(one.path)]
        advice = [one for one in cluster.findings if one.severity < lowest(one.path)]
        lower = _BelowLimit(self, {path: limits[path] for path, one in found.items() if one.lower}, advice)
        levels = [*(level for one in found.values() for level in one.lower), *(one.severity for one in advice)]
        if about_all:
            findings = sorted((*findings, *about_all), key=lambda finding: finding.sort_key)
        counts = {path: result.contents for path, result in results.items() if path not in unnamed or path in counted}
        marked = {path: result.suppressions for path, result in results.items() if result.suppressions}
        errors, (_, partial, idle) = tuple(self._errors), cluster
        outcome = Outcome(tuple(findings), counts, errors, partial, marked, known=self._known, idle=idle)
        outcome = outcome._replace(unnamed=unnamed | also)
        return outcome._replace(lower=lower, hidden=by_level(levels)) if levels else outcome

    def _graded(self, path: str, lowest: Severity, *, spill: bool = False) -> Graded | None:
        """The result of a file, from this run or from the cache; None for a file that could not be read."""
        entry = self._known.get(path)
        if entry is None or entry.result is None:
            return None
        if isinstance(entry.result, Result):
            return graded(entry.result, lowest)
        found = load_graded(entry.result, lowest, spill=spill)
        if self._renderer is None or entry.show == self._renderer_key:  # no report looks at the text, or it is the same
            return found
        return found._replace(result=found.result.without_text)

    def result_of(self, path: str) -> Result | None:
        """The result of a file with the findings of all severities."""
        found = self._graded(path, Severity.PEDANTIC)
        return found.result if found is not None else None


class _BelowLimit:
    """The findings below the reported severities, unpacked whenever they are asked for."""

    def __init__(self, run: _Run, lowest: Mapping[str, Severity], about_all: Sequence[Finding]) -> None:
        self._run = run
        self._lowest = lowest
        self._about_all = about_all

    def __iter__(self) -> Iterator[Finding]:
        yield from self._about_all
        for path in sorted(self._lowest):
            result = self._run.result_of(path)
            for finding in result.findings if result is not None else ():
                if finding.severity < self._lowest[path]:
                    yield finding


def by_level(levels: Sequence[Severity]) -> tuple[tuple[Severity, int], ...]:
    """How often each severity is there, the worst first."""
    return tuple((level, levels.count(level)) for level in sorted(set(levels), reverse=True))


def _without_edits_in(unnamed: Container[str]) -> Callable[[Finding], Finding]:
    """A function that takes the fixes from findings in some files, which the user has not named."""

    def without(finding: Finding) -> Finding:
        if not finding.edits or finding.path not in unnamed:
            return finding
        return finding.with_details(replacements=None)._replace(edits=(), safe=False, shown="")

    return without


def _digest_of_refused(refused: Iterable[RefusedBuild]) -> bytes:
    """The digest of what kustomize refuses to build, which findings about clusters are stored with."""
    return digest_of(repr(list(refused)).encode(errors="replace"))


def _still_holds(old: CacheEntry, new: CacheEntry, project: Project) -> bool:
    """Whether stored findings hold in another project: its settings are the same, and so are its answers."""
    from clblint.kube.project.questions import still_holds  # noqa: PLC0415 - not needed if nothing has changed

    same_settings = old.project[_DIGEST:] == new.project[_DIGEST:]
    return same_settings and bool(old.asked) and not old.tried and still_holds(project, old.asked)


def _that_hold(checked: Sequence[Checked], project: Project, jobs: int) -> frozenset[str]:
    """The paths of results that hold in a project."""
    if not checked:
        return frozenset()
    from clblint.engine.parallel_map import map_in_processes  # noqa: PLC0415 - a small run has one process
    from clblint.kube.project.questions import still_holds  # noqa: PLC0415 - not needed if nothing has changed

    def holds(one: Checked) -> bool:
        return still_holds(project, one.asked)

    first = [
        *map(holds, checked[:_CHECKED_BEFORE_FORKING])
    ]  # which makes the indexes of the project, so that all processes share them
    found = [
        *first,
        *map_in_processes(checked[_CHECKED_BEFORE_FORKING:], holds, jobs if len(checked) <= _MAX_FILES_TO_FORK else 1),
    ]
    return frozenset(one.path for one, is_same in zip(checked, found, strict=True) if is_same)


def _set_aside(
    found: Iterable[tuple[FileSummary, Checked | None]], apart: dict[str, Checked], spill: SpillFile
) -> Iterator[FileSummary]:
    """Yield the summaries of files, and put the packed results into `apart`."""
    for summary, checked in found:
        if checked is not None:
            apart[checked.path] = checked.spilled(spill)
        yield summary


class _UsersState:
    """The state of the roots that use a file, as one digest."""

    def __init__(self, users: Mapping[str, Sequence[str]], known: Mapping[str, CacheEntry]) -> None:
        self._users = users
        self._known = known
        self._digests: dict[str, bytes] = {}

    def digest_of(self, path: str) -> bytes:
        """The digest of the roots that use a file, each with that of what it depends on."""
        if path not in self._digests:
            known = self._known
            state = [(root, known[root].digest if root in known else b"") for root in self._users.get(path, ())]
            self._digests[path] = digest_of(marshal.dumps(state, _MARSHAL_VERSION))
        return self._digests[path]


def _kustomizations(
    inputs: Iterable[Input],
    seen: FilesSeen,
    stored: Mapping[str, CacheEntry],
    sources: dict[str, Source],
) -> dict[str, tuple[Kustomization | None, bytes]]:
    """Parse the kustomizations among the inputs: each with its digest, None for a file that is no kustomization.

    Those that are neither `stored` nor parsed by others are put into `sources`.
    """
    found: dict[str, tuple[Kustomization | None, bytes]] = {}
    for item in inputs:
        if not is_kustomization(item.path):
            continue
        if parsed := seen.kustomizations.get(item.path):
            found[item.path] = KUSTOMIZATION.unpack(parsed[0]), parsed[1]
            continue
        try:
            data = seen.read(item.path)
        except UsageError:  # reported when the file itself is read
            continue
        entry, digest = stored.get(item.path), digest_of(data)
        if entry is not None and entry.digest[:_DIGEST] == digest and entry.kustomization:
            found[item.path] = entry.kustomization, digest
        else:
            sources[item.path] = _source(item.path, data)
            found[item.path] = _kustomization(sources[item.path]), digest
    return found


def _source(path: str, data: bytes) -> Source:
    from clblint.source.text import Source  # noqa: PLC0415 - only a new kustomization is read here

    return Source(path, data).keep()


def _kustomization(source: Source) -> Kustomization | None:
    from clblint.kube.kustomize.read import read_kustomization  # noqa: PLC0415 - brings the parser

    return read_kustomization(source)
