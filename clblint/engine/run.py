"""`lint()`: files to findings, from the result cache where it is valid, otherwise by the workers."""

from __future__ import annotations

from clblint.engine.cache import DIGEST_SIZE, ON_A_SAMPLE, CacheEntry, FilesSeen, Validity, stable_digest, still_holds
from clblint.engine.outcome import Outcome
from clblint.engine.packed_result import PackedResult, UnpackedResults, are_spilled, load_graded, pack_result
from clblint.engine.result import CLUSTER_RESULT, ClusterResult, Result, graded
from clblint.errors import ChangedError, UsageError
from clblint.fast import use_fast_constructors
from clblint.files.digest import digest_of
from clblint.files.spill_file import SpillFile, new_spill_file
from clblint.kube.kustomize.role import KUSTOMIZATION, is_kustomization
from clblint.light import partial
from clblint.lint.severity import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.cache import ResultCache
    from clblint.engine.pool import WorkerPool
    from clblint.engine.rendering import Renderer
    from clblint.engine.result import Graded
    from clblint.engine.root_builder import RootBuilder
    from clblint.engine.roots import Roots
    from clblint.engine.worker import Checked, FileSummary, WorkerSettings
    from clblint.kube.kustomize.record import RefusedBuild
    from clblint.kube.kustomize.role import Kustomization
    from clblint.kube.project.project import Project
    from clblint.lint.finding import Finding
    from clblint.source.text import Source

_CLUSTER = ""  # the path of the cache entry with the findings about declared clusters and refused builds
_CHECKED_BEFORE_FORKING = 20  # files: they make nearly every index of the project, which forked processes then share
_MAX_FILES_TO_FORK = 10_000  # files: with more, another process would take too much memory
_MAX_FILES_TO_KEEP = 10_000  # files: the project of more is freed before the report


def no_key(_path: str) -> bytes:
    """The digest of the settings of a file where all files have the same."""
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
    key_of: Callable[[str], bytes] = no_key,
    lowest: Callable[[str], Severity] = every_severity,
    sampled: bool = False,
    counts_advice: bool = False,
) -> Outcome:
    """Check the reported files among `inputs`, within the project that all inputs make up.

    Args:
        inputs: all files of the project.
        settings: called only if a file has to be checked again, since it imports rules.
        read: reads a file.
        jobs: the number of processes.
        cache: the results of earlier runs.
        seen: the files that `read` has read just before.
        show: makes the report text of findings.
        key_of: gives a digest of the settings of a file, if files have different ones.
        lowest: gives the severity below which findings of a file are not reported; not for what kustomizations build.
        sampled: whether one of several roots with the same findings may stand for all when fixes are tried.
        counts_advice: whether pedantic findings may be only counted, if there are no kustomizations and no suppressions
            in their files; `lowest` is above them for all files.
    """
    run = partial(
        _Run, inputs, cache=cache, show=show, key_of=key_of, lowest=lowest, sampled=sampled, counts_advice=counts_advice
    )
    try:
        return _lint(run(seen or FilesSeen(read)), settings, jobs)
    except ChangedError:  # a file changed during the run: try again, reading each file once
        from clblint.engine.read_once import ReadOnce  # noqa: PLC0415 - hardly ever

        return _lint(run(FilesSeen(ReadOnce(read))), settings, 1)


def _lint(run: _Run, settings: Callable[[], WorkerSettings], jobs: int) -> Outcome:
    run.load_cached()
    if not run.complete:
        run.check_rest(settings(), jobs)
    return run.outcome()


class _Run:
    def __init__(  # noqa: PLR0913 - the arguments of `lint`
        self,
        inputs: Sequence[Input],
        seen: FilesSeen,
        *,
        cache: ResultCache | None,
        show: Renderer | None,
        key_of: Callable[[str], bytes],
        lowest: Callable[[str], Severity],
        sampled: bool,
        counts_advice: bool,
    ) -> None:
        self._key_of = key_of
        self._lowest = lowest
        self._sampled = sampled
        self._counts_advice = counts_advice
        self._renderer = show
        self._renderer_key = show.key if show else ""
        self._inputs = inputs
        self._read = seen.read
        self._cache = cache
        self._unpacked = cache.unpacked if cache is not None else UnpackedResults()
        self._known: dict[str, CacheEntry] = {}
        self._fresh: dict[str, CacheEntry] = {}  # those of `_known` that were made in this run
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
            self._counts_advice = False
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
            if entry is None or item.path in self._known or (entry.counted and not self._counts_advice):
                continue
            seen = self._seen.of(item)
            if seen is not None and self._digest(item, *seen) == entry.digest:
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
        settings = settings._replace(show=self._renderer, counts_advice=self._counts_advice)
        from clblint.engine import pool  # noqa: PLC0415 - not needed if the cache has all results

        many = self._packs = sum(item.path not in self._known for item in self._inputs) >= pool.WORTH_A_PROCESS
        if many:
            use_fast_constructors()
            self._spill = new_spill_file()
        workers = pool.WorkerPool(settings, self._read, jobs if many else 1, self._builder())
        try:
            if self._roots is not None:
                self._take(self._build(self._roots, workers))
            apart = self._read_files(workers, drop=pool.WORTH_DROPPING)
            project = self._project()
            checked = self._check_within(workers, {*self._fresh}, apart, project, jobs)
            self._take(self._entries_checked(checked, project))
            self._check_cluster(workers, settings, project)
            if self._roots is not None and self._with_fixes:
                self._take(self._prove_fixes(self._roots, settings, workers))
            # The project is freed when the process ends, unless more runs follow, as with --fix, or it is large.
            drop = len(self._inputs) > _MAX_FILES_TO_KEEP or not self._sampled
            self._errors += sorted({*self._failures, *workers.close(drop=drop)})
        except BaseException:
            workers.abandon()
            raise
        self._errors += (str(flaw) for inventory in settings.by_file.inventories() for flaw in inventory.flaws)
        if self._cache and settings.complete and not self._errors:
            self._cache.save({path: self._known[path] for path in (*self._renewed, *self._fresh)}, self._known)

    def _take(self, entries: Mapping[str, CacheEntry] | Iterable[tuple[str, CacheEntry]]) -> None:
        """Use entries that were made in this run."""
        made = dict(entries)
        self._fresh.update(made)
        self._known.update(made)

    def _read_files(self, workers: WorkerPool, *, drop: int) -> dict[str, Checked]:
        """Read the files without an entry. So many that workers `drop` them are checked at once, batch by batch.

        Returns the results of the latter, which know only the files of their batch.
        """
        todo = [item for item in self._inputs if item.path not in self._known]
        apart: dict[str, Checked] = {}
        if len(todo) >= drop:
            self._take(self._entries_read(_set_aside(workers.read_and_check(todo), apart, self._spill)))
        else:
            self._take(self._entries_read(workers.read_all(todo)))
        return apart

    def _check_cluster(self, workers: WorkerPool, settings: WorkerSettings, project: bytes) -> None:
        """Find what is wrong with clusters, inventories and builds that kustomize refuses."""
        inventories = settings.by_file.inventories()
        partial = tuple((one.call, one.read, one.total) for inventory in inventories for one in inventory.partial)
        idle = not any(lint_settings.rules for lint_settings in settings.by_file)
        refused = self._refused()
        self._cluster = ClusterResult(tuple(workers.check_cluster(refused)), partial, idle)
        packed = PackedResult(CLUSTER_RESULT.dump(self._cluster))
        self._take({_CLUSTER: CacheEntry(_digest_of_refused(refused), b"", project, packed)})

    def _builder(self) -> RootBuilder | None:
        """The builder for all processes, which knows the parsed kustomizations; None if there is no root to build."""
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
        """Note the present reason why roots cannot be built; their files have not changed and keep their entries."""
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
        found = [apart[item.path] for item in stale if item.path in apart]
        hold = _that_hold(found, whole, jobs, meanwhile=partial(self._unpack, found))
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
            needs = tuple([(path, known[path].digest) for path in one.needs]) if one.needs else ()
            awaits = one.fixes and self._roots is not None and self._roots.could_be_built(one.path)
            if one.fixes:
                self._with_fixes.append(one.path)
            if one.failures:
                self._failures.update(one.failures)
            digest, outline, *_ = old = known[one.path]
            # The fixes of what a root builds are yet to be tried.
            result = one.result if awaits or not self._packs else self._packed(one.result)
            found = project, result, needs, one.asked, old.kustomization, self._renderer_key, old.build, (), one.counted
            yield one.path, CacheEntry(digest, outline, *found)

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
        validity = self._validity(users)
        for path, result, files, needs, sampled in kept:
            old = self._known[path]
            more = tuple((name, known[name]) for name in sorted(needs - {path}) if name in known)
            mark = ON_A_SAMPLE if sampled else b""
            tried = tuple((name, validity.state_of(name) + mark) for name in sorted(files))
            changed[path] = old._replace(result=result, needs=(*old.needs, *more), tried=tried)
        return changed

    def _unpack(self, checked: Iterable[Checked]) -> None:
        """Unpack results for the report, before it is known which hold: nearly all do."""
        if self._roots is None:
            spill = self._spills
            for one in checked:
                if isinstance(one.result, PackedResult):
                    self._unpacked.add(one.path, one.result, self._lowest(one.path), spill=spill)

    @property
    def _spills(self) -> bool:
        """Whether the details of findings stay in a file until they are reported."""
        return are_spilled(sum(1 for _ in self._judged()))

    def _packed(self, result: Result | PackedResult) -> PackedResult:
        return pack_result(result, self._spill) if isinstance(result, Result) else result

    def _project(self) -> bytes:
        """The digests of the outlines and of the settings of all files."""
        keys = [key for item in self._inputs if (key := self._key_of(item.path))]
        return stable_digest(self._outlines()) + stable_digest(keys)

    def _refused(self) -> list[RefusedBuild]:
        return self._roots.refused(self._inputs) if self._roots is not None else []

    def _outlines(self) -> list[bytes]:
        """The outlines of all files that tell something."""
        known = self._known
        return [outline for item in self._inputs if item.path in known and (outline := known[item.path].outline)]

    def _stale(self, project: bytes, whole: Project | None = None) -> Iterator[Input]:
        """Yield the judged files whose findings depend on an older state of the project or of another file.

        Given the `whole` project, findings made in an older one still hold if all its answers are the same.
        """
        known, users = self._known, self._roots.users(self._inputs) if self._roots is not None else {}
        validity = self._validity(users)
        for item in self._judged():
            entry = known.get(item.path)
            if entry is None or validity.holds(entry, project):
                continue
            if whole is not None and entry.asked:
                moved = entry._replace(project=project)
                if validity.holds(moved, project) and still_holds(entry, moved, whole):
                    known[item.path] = moved
                    self._renewed.append(item.path)
                    continue
            yield item

    def _validity(self, users: Mapping[str, Sequence[str]]) -> Validity:
        return Validity(self._known, users, sampled=self._sampled)

    def _judged(self) -> Iterator[Input]:
        """Yield the files that are reported, and the roots that use one of them."""
        also = self._roots.also_judged if self._roots is not None else frozenset[str]()
        return (item for item in self._inputs if item.reported or item.path in also)

    def outcome(self) -> Outcome:
        """The outcome, with the findings in the order of a report."""
        lowest = self._lowest if self._roots is None else every_severity
        limits = {item.path: lowest(item.path) for item in self._judged()}
        spill = self._spills
        found = {path: one for path, at in limits.items() if (one := self._graded(path, at, spill=spill)) is not None}
        results = {path: one.result for path, one in found.items()}
        # The findings of one file are sorted already, and all of their places are in that file.
        findings = [finding for path in sorted(results) for finding in results[path].findings]
        unnamed = also = unbuilt = frozenset[str]()
        if self._roots is not None:
            unnamed, also, unbuilt = self._roots.unnamed_parts, self._roots.also_judged, self._roots.unbuilt_parts
            given = map(_without_edits_in(unnamed), filter(self._roots.is_given, findings))
            findings = sorted(given, key=lambda finding: finding.sort_key)
        cluster = self._cluster or CLUSTER_RESULT.load(self._known[_CLUSTER].result.brief)
        about_all = [one for one in cluster.findings if one.severity >= lowest(one.path)]
        advice = [one for one in cluster.findings if one.severity < lowest(one.path)]
        lower = _BelowLimit(self, {path: limits[path] for path, one in found.items() if one.lower}, advice)
        levels = [*(level for one in found.values() for level in one.lower), *(one.severity for one in advice)]
        if about_all:
            findings = sorted((*findings, *about_all), key=lambda finding: finding.sort_key)
        counts = {path: result.contents for path, result in results.items() if path not in unnamed or path in unbuilt}
        marked = {path: result.suppressions for path, result in results.items() if result.suppressions}
        errors, (_, partial, idle) = tuple(self._errors), cluster
        outcome = Outcome(tuple(findings), counts, errors, partial, marked, known=self._known, idle=idle)
        outcome = outcome._replace(unnamed=unnamed | also)
        outcome = outcome._replace(counted=sum([self._known[path].counted for path in found]))
        return outcome._replace(lower=lower).hiding_also(levels) if levels or outcome.counted else outcome

    def _graded(self, path: str, lowest: Severity, *, spill: bool = False) -> Graded | None:
        """The result of a file, from this run or from the cache; None for a file that could not be read."""
        entry = self._known.get(path)
        if entry is None or entry.result is None:
            return None
        if isinstance(entry.result, Result):
            return graded(entry.result, lowest)
        unpacked = self._unpacked.of(path, entry.result, lowest)
        found = unpacked or load_graded(entry.result, lowest, spill=spill)
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


def _without_edits_in(unnamed: Container[str]) -> Callable[[Finding], Finding]:
    """A function that removes the fixes of findings in files that the user did not name."""

    def without(finding: Finding) -> Finding:
        if not finding.edits or finding.path not in unnamed:
            return finding
        return finding.with_replacements(None)._replace(edits=(), safe=False, shown="")

    return without


def _digest_of_refused(refused: Iterable[RefusedBuild]) -> bytes:
    """The digest of what kustomize refuses to build, which findings about clusters are stored with."""
    return digest_of(repr(list(refused)).encode(errors="replace"))


def _that_hold(
    checked: Sequence[Checked], project: Project, jobs: int, meanwhile: Callable[[], object]
) -> frozenset[str]:
    """The paths of results that hold in a project; while others look at many, this process does something else."""
    if not checked:
        return frozenset()
    from clblint.engine.parallel_map import map_in_processes  # noqa: PLC0415 - a small run has one process
    from clblint.kube.project.questions import still_holds  # noqa: PLC0415 - not needed if nothing has changed

    def holds(one: Checked) -> bool:
        return still_holds(project, one.asked)

    # The first ones make the indexes of the project, so that all processes share them.
    found = list(map(holds, checked[:_CHECKED_BEFORE_FORKING]))
    if len(checked) > _MAX_FILES_TO_FORK:
        found += map(holds, checked[_CHECKED_BEFORE_FORKING:])
    else:
        found += map_in_processes(checked[_CHECKED_BEFORE_FORKING:], holds, jobs, meanwhile)
    return frozenset(one.path for one, is_same in zip(checked, found, strict=True) if is_same)


def _set_aside(
    found: Iterable[tuple[FileSummary, Checked | None]], apart: dict[str, Checked], spill: SpillFile
) -> Iterator[FileSummary]:
    """Yield the summaries of files, and put the packed results into `apart`."""
    for summary, checked in found:
        if checked is not None:
            apart[checked.path] = checked.spilled(spill)
        yield summary


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
        if entry is not None and entry.digest[:DIGEST_SIZE] == digest and entry.kustomization:
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
