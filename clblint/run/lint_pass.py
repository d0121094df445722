"""`LintPass`: lints all inputs of a run once, compares revisions, and filters the findings."""

from __future__ import annotations

import os
import sys

from clblint.engine.cache import FilesSeen, open_cache
from clblint.engine.run import every_severity, lint, no_key
from clblint.fast import cached_property
from clblint.files.read import STDIN
from clblint.kube.kustomize.deployed import with_deployed
from clblint.kube.kustomize.role import is_kustomization
from clblint.light import lru_cache, suppress
from clblint.lint.severity import Severity
from clblint.run.apply_filter import ReportFilter
from clblint.run.inputs import named, place_of
from clblint.run.reporting import counts_edits, renderer_of, shows_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.cache import ResultCache
    from clblint.engine.outcome import Outcome
    from clblint.engine.progress import Progress
    from clblint.engine.worker import WorkerSettings
    from clblint.run.against import OlderRevision
    from clblint.run.lint_settings import SettingsFactory
    from clblint.run.looked import Looked
    from clblint.run.options import Options
    from clblint.run.output import Output

    Read = Callable[[str], bytes]

_MANY, _MANY_KUSTOMIZATIONS = 500, 50  # files: to read fewer takes less time than another process
_MOST_UNPACKED = 10_000  # files: the results of more would take too much memory beside the project


class LintPass:
    """Lints the inputs each time it is called, with a reader from paths to bytes; `--fix` calls it several times.

    `keeps_advice` says that pedantic findings are needed even if they are not reported.
    """

    def __init__(
        self,
        factory: SettingsFactory,
        inputs: Sequence[Input],
        outputs: Sequence[Output],
        older: OlderRevision | None,
        *,
        keeps_advice: bool = False,
    ) -> None:
        self.options = factory.options
        self.factory = factory
        self.inputs = inputs
        self.outputs = outputs
        self.older = older
        self._keeps_advice = keeps_advice
        self._cache: ResultCache | None = None
        self.filter = ReportFilter(factory, factory.options)

    def __call__(self, read: Read) -> Outcome:
        """The filtered outcome."""
        options = self.options
        inputs, read = named(self.inputs, read, options)
        self.close()
        cache = self._cache = None if options.no_cache else _cache(options, self.factory, self._jobs)
        settings = lru_cache(None)(lambda: _settings(options, self.factory))
        # Files of a warm run are read once, for the objects that may be in them and for their digests.
        seen = self._files_seen(inputs, read, cache) if cache and cache.is_stored else None
        looked = None if seen else self._looked(inputs, read, settings)
        marked = seen.is_marked if seen else looked and looked.is_marked
        found, read = with_deployed(inputs, read, place_of(options), is_known=marked)
        if found is not inputs:
            self.factory.configs.meet(item.path for item in found)
            inputs = found
        seen = FilesSeen(read, seen.known if seen else None, looked and looked.kustomizations)
        outcome = _once_for_links(self._linted(inputs, read, cache, seen, settings), inputs)
        if self.older is not None:
            from clblint.run.with_changes import with_changes  # noqa: PLC0415 - most runs compare with nothing

            outcome = with_changes(outcome, self.older, self.factory, inputs, read)
        if options.stdin_filename:
            from clblint.run.renamed import renamed  # noqa: PLC0415 - editors do so

            outcome = renamed(outcome, options)
        return self.filter.apply(outcome)

    def _linted(
        self,
        inputs: Sequence[Input],
        read: Read,
        cache: ResultCache | None,
        seen: FilesSeen | None,
        settings: Callable[[], WorkerSettings],
    ) -> Outcome:
        options, factory = self.options, self.factory
        progress = _progress(options)
        level = factory.lowest()
        key_of, lowest = (no_key, lambda _: level) if factory.are_alike else (factory.key_of, factory.lowest)
        with progress or suppress():
            return lint(
                inputs,
                lambda: settings()._replace(progress=progress),
                read,
                jobs=self._jobs,
                cache=cache,
                seen=seen,
                show=renderer_of(self.outputs, options.color, factory.book, level),
                key_of=key_of,
                lowest=lowest if self._is_plain else every_severity,
                sampled=not (options.fix or options.diff),
                counts_advice=self._counts_advice,
            )

    def _files_seen(self, inputs: Sequence[Input], read: Read, cache: ResultCache) -> FilesSeen | None:
        """What is to be found out about files before others are judged; None if nothing is stored that could be used.

        Of many, each process reads some, and others do so while this one opens the cache.
        """
        seen = FilesSeen(read)
        if len(inputs) >= _MANY:
            paths = [item.path for item in inputs]
            seen.see(paths, self._jobs, meanwhile=lambda: self._open_cache(cache, paths))
        return seen if cache.entries else None

    def _open_cache(self, cache: ResultCache, paths: Sequence[str]) -> None:
        """Read the stored results, and unpack them where it is known which findings are reported."""
        is_known = self._is_plain and self.factory.are_alike and not any(map(is_kustomization, paths))
        if cache.entries and is_known and len(paths) <= _MOST_UNPACKED:
            cache.unpack_results(paths, self.factory.lowest())

    def _looked(self, inputs: Sequence[Input], read: Read, settings: Callable[[], object]) -> Looked | None:
        """What others find out about many files while this process makes the settings; None for few.

        A run without stored entries needs these in any case.
        """
        kustomizations = sum(is_kustomization(item.path) for item in inputs)
        if len(inputs) < _MANY and kustomizations < _MANY_KUSTOMIZATIONS:
            return None
        from clblint.run.looked import looked_at  # noqa: PLC0415 - only for many

        parse = self._jobs > 1 and kustomizations > 0  # alone it would parse them again to build them
        return looked_at([item.path for item in inputs], read, self._jobs, parse=parse, meanwhile=settings)

    def close(self) -> None:
        """Wait until the cache is written."""
        if self._cache is not None:
            self._cache.wait()

    @cached_property
    def _jobs(self) -> int:
        """The number of processes; standard input can be read by one only."""
        piped = any(item.path == STDIN for item in self.inputs)
        return 1 if piped else self.options.jobs or _cpu_count()

    @property
    def _counts_advice(self) -> bool:
        """Whether of pedantic findings only the number is needed, unless there are suppressions in their files."""
        options, factory = self.options, self.factory
        if self._keeps_advice or options.baseline or not self._is_plain:
            return False
        return factory.lowest() > Severity.PEDANTIC and not any(part.config.paths for part in factory.configs.parts)

    @property
    def _is_plain(self) -> bool:
        """Whether nothing but the report filter changes the findings of a file."""
        return self.older is None and not self.options.stdin_filename and not any(one.linked for one in self.inputs)


def _progress(options: Options) -> Progress | None:
    """The progress line, if standard error is a terminal."""
    if options.quiet or not (sys.stderr and sys.stderr.isatty()):
        return None
    from clblint.engine.progress import Progress, may_be_shown  # noqa: PLC0415 - only on a terminal

    return Progress() if may_be_shown() else None


def _settings(options: Options, factory: SettingsFactory) -> WorkerSettings:
    settings_by_file = factory.settings_by_file
    # Make all settings now: errors in rules and plugins show before the fork, and the workers inherit the rules.
    tuple(settings_by_file)
    from clblint.engine.worker import WorkerSettings  # noqa: PLC0415 - brings the parser

    return WorkerSettings(
        (),
        factory.configs.main.cluster,
        prefilter=not options.no_prefilter,
        complete=not factory.book.errors,
        edits=_wants_edits(options),
        settings_by_file=settings_by_file,
    )


def _wants_edits(options: Options) -> bool:
    """Whether fixes are shown, counted or made; those of what is built are tried first, which takes time."""
    return shows_edits(options) or counts_edits(options) or options.fix or options.diff


def _cache(options: Options, factory: SettingsFactory, jobs: int) -> ResultCache:
    depends = repr((options.no_prefilter, _wants_edits(options))).encode()
    return open_cache([factory.book.code, depends, factory.digest], jobs)


def _cpu_count() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _once_for_links(outcome: Outcome, inputs: Iterable[Input]) -> Outcome:
    """The outcome with the findings of linked files once."""
    links = {item.path for item in inputs if item.linked and item.reported}
    if not links:
        return outcome
    from clblint.run.linked_files import reported_once  # noqa: PLC0415 - few projects have links

    return reported_once(outcome, links)
