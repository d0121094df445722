"""`Judge`: the findings of files within the project of a session, kept until something changes that they depend on."""

from __future__ import annotations

from clblint.engine.cache import CacheEntry
from clblint.engine.outcome import Outcome
from clblint.engine.result import Result
from clblint.errors import ChangedError
from clblint.fast import NamedTuple
from clblint.kube.project.changes import after_change
from clblint.kube.project.questions import still_holds
from clblint.kube.well_known import MARKER
from clblint.run.apply_filter import ReportFilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.discovery.walk import Input
    from clblint.engine.worker import Worker
    from clblint.kube.project.outline import Outline
    from clblint.kube.project.project import Project
    from clblint.lint.finding import Finding
    from clblint.session.entry import Entry
    from clblint.session.layout import Layout
    from clblint.session.settings import SessionSettings
    from clblint.session.texts import Texts

_MOST_APART = 20  # changes that a project takes one by one
_MARKER = MARKER.encode()


class _Judged(NamedTuple):
    """The result of a file, with all that it depends on: it holds as long as these stay the same.

    Another project is as good where it gives the same answers to what was `asked`.
    """

    result: Result
    entry: Entry
    project: Project
    needs: tuple[tuple[str, Entry | None], ...]
    asked: bytes


class Judge:
    """Checks files, and applies suppressions and settings for paths to the findings."""

    def __init__(self, settings: SessionSettings, layout: Layout, worker: Worker, texts: Texts) -> None:
        self._settings = settings
        self._layout = layout
        self._worker = worker
        self._texts = texts
        self._outlines: dict[str, Outline] = {}
        self.project = worker.project_of(())
        self._judged: dict[str, _Judged] = {}
        self._failures: dict[str, None] = {}  # of rules, in their order
        self._marked: dict[str, tuple[Entry, bool]] = {}
        inventories = settings.by_file.inventories()
        self._partial = tuple((one.call, one.read, one.total) for inventory in inventories for one in inventory.partial)

    def take_changes(self) -> None:
        """Take the changes of the files; the project changes only if the outline of a file does."""
        entries = self._layout.entries
        now = {path: entries[path].outline if path in entries else None for path in self._layout.changed}
        changed = {path: outline for path, outline in now.items() if self._outlines.get(path) != outline}
        for path, outline in changed.items():
            if outline is None:
                del self._outlines[path]
                self._judged.pop(path, None)
            else:
                self._outlines[path] = outline
        if len(changed) > _MOST_APART:
            self.project = self._worker.project_of(self._outlines.values())
        else:
            for path, outline in changed.items():
                self.project = after_change(self.project, path, outline)
        self._layout.changed.clear()
        self._worker.place(self.project, {})  # nothing may ask the one before

    def found(self, path: str) -> tuple[Finding, ...]:
        """The findings in a file."""
        return tuple(finding for finding in self._outcome(path).findings if finding.path == path)

    def _outcome(self, path: str) -> Outcome:
        """The outcome for a file and the kustomizations that use it; raises `ChangedError` as a worker does."""
        layout = self._layout
        roots = layout.users(path)
        beside = {name for root in roots for name in layout.records[root].files if self._is_marked(name)}
        wanted = [name for name in sorted({path, *roots, *beside}) if name in layout.inputs]
        self._check([name for name in wanted if not self._is_valid(name)])
        results = {name: self._judged[name].result for name in wanted if name in self._judged}
        return ReportFilter(self._settings.factory, self._settings.options).apply(self._unfiltered(path, results))

    @property
    def digests(self) -> dict[str, bytes]:
        """The digests of all files as they were read."""
        return {path: entry.digest for path, entry in self._layout.entries.items()}

    def result(self, path: str) -> Result | None:
        """The result of a file that was part of the last outcome."""
        judged = self._judged.get(path)
        return judged.result if judged is not None and self._is_valid(path) else None

    def _unfiltered(self, path: str, results: dict[str, Result]) -> Outcome:
        findings = [finding for result in results.values() for finding in result.findings]
        roots = self._layout.roots
        if roots is not None:
            findings = [*filter(roots.is_given, findings), *self._refused(path)]
        if path not in self._layout.inputs and self._settings.depend_on(path):
            findings += self._worker.check_cluster(())
        return Outcome(
            tuple(sorted(findings, key=lambda finding: finding.sort_key)),
            {name: result.contents for name, result in results.items()},
            self._errors,
            self._partial,
            {name: result.suppressions for name, result in results.items() if result.suppressions},
            known={name: self._cached(name) for name in results},
        )

    @property
    def seen(self) -> Outcome:
        """The outcome for all files that were checked, without their findings."""
        contents = {path: one.result.contents for path, one in sorted(self._judged.items())}
        return Outcome((), contents, self._errors, self._partial)

    @property
    def _errors(self) -> tuple[str, ...]:
        """The messages about files that cannot be read, about rules that crashed, and about inventories."""
        inputs = self._layout.inputs
        unread = (entry.error for path, entry in self._layout.entries.items() if entry.error and inputs[path].reported)
        return (*unread, *dict.fromkeys((*self._worker.failures, *self._failures)), *self._settings.flaws)

    def _cached(self, path: str) -> CacheEntry:
        return CacheEntry(b"", b"", build=self._layout.records.get(path))

    def _refused(self, path: str) -> Iterable[Finding]:
        """The findings in a file about what kustomize refuses to build."""
        roots = self._layout.roots
        refused = [] if roots is None else roots.refused(self._layout.inputs.values())
        return self._worker.check_refused(one for one in refused if one.place.path == path)

    def _is_marked(self, path: str) -> bool:
        """Whether a file may hold suppressions."""
        entry = self._layout.entries.get(path)
        if entry is None:
            return False
        then, found = self._marked.get(path, (None, False))
        if then is not entry:
            found = self._texts.holds(path, _MARKER)
            self._marked[path] = entry, found
        return found

    def _is_valid(self, path: str) -> bool:
        judged, entries = self._judged.get(path), self._layout.entries
        if judged is None or judged.entry is not entries.get(path):
            return False
        if any(entries.get(name) is not entry for name, entry in judged.needs):
            return False
        if judged.project is not self.project:
            if not still_holds(self.project, judged.asked):
                return False
            self._judged[path] = judged._replace(project=self.project)
        return True

    def _check(self, paths: list[str]) -> None:
        """Check some files."""
        entries = self._layout.entries
        readable = [path for path in paths if path in entries and not entries[path].error]
        for path in paths:
            self._judged.pop(path, None)
        if not readable:
            return
        try:
            self._worker.place(self.project, self.digests)
            inputs = [self._layout.inputs[path]._replace(reported=True) for path in readable]
            for one in self._worker.read_all(inputs):
                if one.digest != entries[one.path].digest:
                    raise ChangedError(one.path)
            self._judged.update(self._checked(inputs))
        finally:
            self._worker.release()

    def _checked(self, inputs: Iterable[Input]) -> Iterator[tuple[str, _Judged]]:
        entries = self._layout.entries
        for one in self._worker.check_kept(inputs):
            self._failures.update(dict.fromkeys(one.failures))
            if isinstance(one.result, Result):
                needs = tuple((name, entries.get(name)) for name in one.needs)
                yield one.path, _Judged(one.result, entries[one.path], self.project, needs, one.asked)
