"""A share of the files: read once, kept until the whole project is known, then checked against it.

One process holds one shard, or several processes hold one each. What a shard gives away are plain tuples, fit to be
stored or sent.
"""

from __future__ import annotations

from functools import partial
from itertools import islice, starmap
from typing import TYPE_CHECKING, TypeVar

from clblint.clb.neighbours.sharing import claims_of
from clblint.discovery.walk import is_something_else
from clblint.engine.dispatch import Dispatcher
from clblint.errors import ChangedError, UsageError
from clblint.fast import NamedTuple
from clblint.files.digest import digest_of
from clblint.kube.kustomize.roots import NO_ROLE, KustomizeRole
from clblint.kube.manifest import Manifest, read_manifest
from clblint.kube.marks import MARKER
from clblint.kube.objects import Service
from clblint.kube.project.project import Project, Ref, refs_of
from clblint.lint.result import Result, pack
from clblint.lint.settings import LintSettings, one_settings
from clblint.source.text import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.progress import Progress
    from clblint.engine.rendering import Renderer
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from clblint.lint.serialize import Plain
    from clblint.lint.settings import SettingsByFile

T = TypeVar("T")

_KUBECTL_ONLY = frozenset({"bad-separator", "yaml-syntax"})  # faults that other readers of YAML may not see
_RUN = 20  # files


class WorkerSettings(NamedTuple):
    """What the findings depend on, beside the files. `complete` says that no rule is missing that was meant to run.

    `progress` is told of each file, where somebody watches.
    `edits` asks for what mends a finding as text, too. `rules`, `cluster` and `inventory` are for all files, unless
    `settings_by_file` says by which of them each is judged.
    """

    rules: tuple[Rule, ...]
    cluster: Cluster
    prefilter: bool = True
    complete: bool = True
    inventory: Inventory | None = None
    show: Renderer | None = None
    progress: Progress | None = None
    edits: bool = False
    settings_by_file: SettingsByFile | None = None

    @property
    def judging(self) -> SettingsByFile:
        """What each file is judged by."""
        return self.settings_by_file or one_settings(LintSettings(self.rules, self.cluster, self.inventory))


class FileSummary(NamedTuple):
    """What reading a file gave: the digest of its bytes, what other files need to know of it, or why it failed."""

    path: str
    digest: bytes
    refs: tuple[Plain, ...]
    error: str


class Checked(NamedTuple):
    """What checking a file gave, packed, and the files that it depends on.

    `result` is the same, where it was this process that checked the file.
    """

    path: str
    packed: bytes
    needs: tuple[str, ...]
    result: Result | None = None


class Worker:
    """Files in one process.

    It goes stage by stage through some files at a time: what a stage works with is still near the processor then.
    """

    def __init__(
        self, settings: WorkerSettings, read: Callable[[str], bytes], roles: Mapping[str, Plain] | None = None
    ) -> None:
        self._roles = roles or {}  # what kustomizations make of the files of all shards
        self._settings = settings
        self._read = read
        self._settings_by_file = settings.judging
        self._dispatcher = Dispatcher(self._settings_by_file)
        self._inputs: list[Input] = []
        self._kept: dict[str, Manifest] = {}
        self._alone: dict[str, list[Finding]] = {}
        self._lines: tuple[str, list[str]] = ("", [])  # of the file that was shown last
        self._digests: Mapping[str, bytes] = {}  # of the files of all shards, as they were first read
        self._needed: set[str] = set()  # the files that were looked into since it was last emptied

    @property
    def failures(self) -> list[str]:
        """The rules that broke."""
        return self._dispatcher.failures

    def look(self, inputs: Sequence[Input], *, release: bool = False) -> list[FileSummary]:
        """Read files and check what needs no other file; one that cannot be read says why.

        `release` drops each tree as soon as the facts are drawn from it: those of many files would not fit.
        """
        self._inputs += inputs
        seen: list[FileSummary] = []
        for run in _in_runs(self._each("read", inputs)):
            opened = [self._open(item) for item in run]
            for item, manifest in zip(run, opened, strict=True):
                if isinstance(manifest, Manifest) and item.reported:
                    self._check_alone(item, manifest, release=release)
            seen += map(partial(self._seen, release=release), run, opened)
        return seen

    def _open(self, item: Input) -> Manifest | str:
        """The file, or why it cannot be read."""
        try:
            data = self._read(item.path)
        except UsageError as error:
            return str(error)
        return self._manifest(item.path, data, syntax=item.reported)

    def _check_alone(self, item: Input, manifest: Manifest, *, release: bool) -> None:
        if manifest.broken and not manifest.count and is_no_manifest(item, manifest):
            manifest.broken.clear()
        found = self._dispatcher.check_alone(manifest)
        self._alone[item.path] = self._with_text(found, manifest) if release else found

    def _seen(self, item: Input, manifest: Manifest | str, *, release: bool) -> FileSummary:
        if isinstance(manifest, str):  # of what is only read for context, nothing was asked
            return FileSummary(item.path, b"", (), manifest if item.reported else "")
        refs = tuple([tuple(ref) for ref in refs_of(manifest, claims_of)])
        digest = item.digest(manifest.source.data)
        if release:
            for thing in manifest.objects:
                thing.release()
            manifest.source.release()
        return FileSummary(item.path, digest, refs, "")

    def check(self, refs: Iterable[Plain], digests: Mapping[str, bytes] | None = None) -> Iterator[Checked]:
        """Check the reported files of the shard against the whole project, a few at a time.

        `digests` begin with those of the bytes of each file. `ChangedError` where one is not as it was any more.
        """
        self._digests = digests or {}
        self._dispatcher.project = Project(map(Ref._make, refs), self._load, self._settings_by_file.declared)
        todo = [item for item in self._inputs if item.reported and item.path in self._alone]
        for run in _in_runs(self._each("checked", todo)):
            found = [self._check(item) for item in run]
            yield from starmap(self._packed, found)

    def _each(self, stage: str, items: Sequence[Input]) -> Iterable[Input]:
        """The files, counted where somebody watches."""
        progress = self._settings.progress
        return progress.each(stage, items) if progress else items

    def _check(self, item: Input) -> tuple[str, tuple[str, ...], Result]:
        """The path of a file, the files that the result depends on, and the result, which is not shown yet."""
        manifest = self._load(item.path)
        self._needed = {item.path}
        found = self._alone.pop(item.path) + self._dispatcher.check_within(manifest)
        gone = {place for thing in manifest.objects for place in thing.overwritten}
        found = [finding for finding in found if finding.place not in gone] if gone else found
        found = self._with_text([finding for finding in found if finding.path == item.path], manifest)
        own: dict[tuple[object, ...], Finding] = {}
        for finding in found:
            own.setdefault(finding.sort_key, finding)
        findings = tuple([_from_template(own[key], manifest) for key in sorted(own)])
        needs = tuple(sorted(self._needed - {item.path}))
        return item.path, needs, Result(tuple(self._dispatcher.count(manifest)), findings, _suppressions(manifest))

    def _packed(self, path: str, needs: tuple[str, ...], result: Result) -> Checked:
        show = self._settings.show
        if show:
            shown = tuple(
                [
                    finding if finding.severity < show.lowest else finding.showing(show.text(finding, self._line))
                    for finding in result.findings
                ]
            )
            result = Result(result.tally, shown, result.suppressions)
        return Checked(path, pack(result), needs, result)

    def _line(self, path: str, number: int) -> str:
        if self._lines[0] != path:
            manifest = self._kept.get(path)
            source = manifest.source if manifest is not None else Source(path, self._read_again(path))
            self._lines = (path, source.cut())
        lines = self._lines[1]
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def forget(self) -> None:
        """Let go of the files: the project and those who load for it hold each other, so nothing else would."""
        self._kept.clear()
        self._alone.clear()
        self._dispatcher.forget()

    def _with_text(self, found: list[Finding], manifest: Manifest) -> list[Finding]:
        """The findings of a file, with what mends them as text if that is asked for."""
        if not self._settings.edits or not any(one.edits for one in found):
            return found
        from clblint.fix.resolve import Resolver  # noqa: PLC0415 - for findings that can be mended

        roots = [thing.node for thing in manifest.objects if hasattr(thing, "node")]
        parts = [thing.annotated for thing in manifest.objects if isinstance(thing, Service)]
        resolver = Resolver(manifest.source, roots, filter(None, parts))
        return [
            one._replace(replacements=resolver.text_of(one)) if one.edits and one.replacements is None else one
            for one in found
        ]

    def check_cluster(self) -> list[Finding]:
        """The findings about the declared cluster alone."""
        return self._dispatcher.check_cluster()

    def _load(self, path: str) -> Manifest:
        self._needed.add(path)
        kept = self._kept.get(path)
        manifest = kept if kept is not None else self._manifest(path, self._read_again(path), syntax=False)
        if not manifest.settled:
            manifest.settled = True
            self._dispatcher.project.apply_patches(manifest)
        return manifest

    def _read_again(self, path: str) -> bytes:
        """The bytes of a file that another process has read, or an earlier run: the same as then."""
        try:
            data = self._read(path)
        except UsageError as error:
            raise ChangedError(path) from error
        then = self._digests.get(path)
        if then is not None and not then.startswith(digest_of(data)):
            raise ChangedError(path)
        return data

    def _manifest(self, path: str, data: bytes, *, syntax: bool) -> Manifest:
        role = KustomizeRole(*self._roles[path]) if path in self._roles else NO_ROLE
        prefilter = self._settings.prefilter and not self._dispatcher.wants_all(path)
        manifest = read_manifest(Source(path, data), role, prefilter=prefilter, syntax=syntax)
        self._kept[path] = manifest
        return manifest


def _in_runs(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while run := list(islice(rest, _RUN)):
        yield run


def is_no_manifest(item: Input, manifest: Manifest) -> bool:
    """Whether a file that cannot be read is for another reader: a binary one or another tool's, unless it was named."""
    text = manifest.source.text
    if not item.explicit and (is_something_else(item.path) or "\0" in text):
        return True
    if any(broken.fault.kind not in _KUBECTL_ONLY for broken in manifest.broken):
        return False
    from clblint.source.other_readers import is_for_another_reader  # noqa: PLC0415 - most files can be read

    return is_for_another_reader(text)


def _suppressions(manifest: Manifest) -> tuple[Plain, ...]:
    if MARKER not in manifest.source.text:
        return ()
    from clblint.suppress.model import to_plain as suppression_to_plain  # noqa: PLC0415 - few files hold any
    from clblint.suppress.parse import suppressions_in  # noqa: PLC0415 - as above

    return tuple(map(suppression_to_plain, suppressions_in(manifest)))


def _from_template(finding: Finding, manifest: Manifest) -> Finding:
    template = manifest.template_of(finding.place.span.line) if manifest.rendered_from else ""
    return finding._replace(template=template) if template else finding
