"""The worker: reads files, and checks them against the whole project, or first against a few files of it.

Each process has one worker. Its results are plain tuples and bytes, which can be cached or sent to another process.
"""

from __future__ import annotations

from itertools import islice

from clblint.balancer.neighbours.claims import claims_of
from clblint.discovery.walk import is_something_else
from clblint.engine.counted_advice import placed, without_counted
from clblint.engine.dispatch import Dispatcher
from clblint.engine.packed_result import pack_result
from clblint.engine.result import Result
from clblint.errors import ChangedError, UsageError
from clblint.fast import NamedTuple
from clblint.files.digest import digest_of
from clblint.kube.kustomize.record import BuildRecord
from clblint.kube.kustomize.role import KustomizeRole, is_kustomization, role_of
from clblint.kube.manifest import Manifest, read_manifest
from clblint.kube.objects import Service
from clblint.kube.project.outline import packed, unpacked
from clblint.kube.project.outlining import outline_of
from clblint.kube.project.project import Project
from clblint.kube.well_known import MARKER
from clblint.light import TypeVar
from clblint.lint.settings import LintSettings, one_settings
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.discovery.walk import Input
    from clblint.engine.file_check import FileCheck
    from clblint.engine.file_trials import Edits, FileTrial
    from clblint.engine.judged import Judged
    from clblint.engine.packed_result import PackedResult
    from clblint.engine.progress import Progress
    from clblint.engine.rendering import Renderer
    from clblint.engine.root_builder import RootBuilder
    from clblint.files.codec import Plain
    from clblint.files.spill_file import SpillFile
    from clblint.fix.amend import FixedFile
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.kustomize.record import RefusedBuild
    from clblint.kube.project.outline import Outline
    from clblint.kube.project.questions import Questions
    from clblint.lint.edit import FixEdit
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from clblint.lint.settings import SettingsByFile

T = TypeVar("T")

# Errors for kubectl that other YAML parsers accept.
_KUBECTL_ONLY = frozenset({"bad-separator", "yaml-syntax", "invalid-map-key", "bad-merge"})
_BATCH = 50  # files: with more, what was read of the first one is no longer in the cache of a processor
_MOST_KEPT = 300  # files that are kept for others that are checked again


class WorkerSettings(NamedTuple):
    """The settings of a run that its findings depend on.

    Attributes:
        rules: the rules for all files, unless `settings_by_file` is given; so are `cluster` and `inventory`.
        cluster: the declared cluster.
        prefilter: whether documents that no rule can be about are only checked for syntax.
        complete: whether all plugins could be loaded.
        inventory: the inventory, if there is one.
        show: makes the report text of findings.
        progress: counts the files that are done.
        edits: whether findings get their fixes as text replacements.
        counts_advice: whether pedantic findings are only counted, since no report shows them; not with kustomizations.
        settings_by_file: rules, cluster and inventory of each file, if they differ.
    """

    rules: tuple[Rule, ...]
    cluster: Cluster
    prefilter: bool = True
    complete: bool = True
    inventory: Inventory | None = None
    show: Renderer | None = None
    progress: Progress | None = None
    edits: bool = False
    counts_advice: bool = False
    settings_by_file: SettingsByFile | None = None

    @property
    def by_file(self) -> SettingsByFile:
        """The rules, the cluster and the inventory of each file."""
        return self.settings_by_file or one_settings(LintSettings(self.rules, self.cluster, self.inventory))


class FileSummary(NamedTuple):
    """The result of reading a file: its digest and its outline, which other files need, or the error.

    `build` is the record of the build if it is a root; one that is not known has to be read as a file.
    """

    path: str
    digest: bytes
    outline: bytes
    error: str
    build: BuildRecord | None = None


class Checked(NamedTuple):
    """The result of checking a file, and what it depends on: the paths of other files, and what the project was asked.

    Attributes:
        path: that of the file.
        needs: the paths of the other files that the findings depend on.
        result: packed if there are many, or if another process checked the file.
        asked: the questions to the project with their answers, packed.
        fixes: whether some findings have edits.
        failures: the errors of rules that raised an exception.
        counted: the number of pedantic findings that were only counted: they are not in the result.
    """

    path: str
    needs: tuple[str, ...]
    result: Result | PackedResult
    asked: bytes
    fixes: bool = False
    failures: tuple[str, ...] = ()
    counted: int = 0

    def spilled(self, spill: SpillFile) -> Checked:
        """The same with the result packed, and its rest put into a spill file."""
        if not isinstance(self.result, Result):
            return self
        return Checked(self.path, self.needs, pack_result(self.result, spill), *self[3:])


class Worker:
    """Reads and checks files in one process.

    It takes files through each step in small batches: the code and data of one step then stay in the processor cache.
    `builder` builds the roots; without one the worker makes its own.
    """

    def __init__(
        self, settings: WorkerSettings, read: Callable[[str], bytes], builder: RootBuilder | None = None
    ) -> None:
        self._roles: Mapping[str, Plain] = {}  # the roles that kustomizations give to files, of all workers
        self._names: Mapping[str, str] = {}
        self.builder = builder
        self._settings = settings
        self._read = read
        self._settings_by_file = settings.by_file
        self._dispatcher = Dispatcher(self._settings_by_file)
        self._dispatcher.counts_advice = settings.counts_advice
        self._manifests: dict[str, Manifest] = {}
        self._outlines: list[Outline] = []  # of the files that were read last
        self._local_findings: dict[str, list[Finding]] = {}
        self._cached_lines: tuple[str, list[str]] = ("", [])  # the file whose lines were last requested, and its lines
        self._digests: Mapping[str, bytes] = {}  # of the files of all workers, as first read
        self._judged: dict[str, Judged] = {}  # roots, if the settings ask for fixes, which are to be tried on them

    @property
    def failures(self) -> list[str]:
        """The errors of rules that raised an exception, of what is no file."""
        return self._dispatcher.failures

    def set_roles(self, roles: Mapping[str, Plain], names: Mapping[str, str]) -> None:
        """Set the roles of files in kustomizations, and names of files as for `RootBuilder`; before they are read."""
        self._roles, self._names = roles, names

    def read_all(self, inputs: Sequence[Input]) -> list[FileSummary]:
        """Read files and run the checks that need no other file; the summary of an unreadable file holds the error.

        The files are kept until all are checked.
        """
        seen: list[FileSummary] = []
        for batch in _batches(self._each("read", inputs)):
            opened = [self._open(item) for item in batch]
            pairs = zip(batch, opened, strict=True)
            read = [(item, one) for item, one in pairs if isinstance(one, Manifest)]
            self._check_alone([(item, one) for item, one in read if item.reported or one.role.builds])
            seen += map(self._summary, batch, opened)
        return seen

    def read_and_check(self, inputs: Sequence[Input]) -> list[tuple[FileSummary, Checked | None]]:
        """Read a few files, and check the reported ones as if there were no others; none of them is kept.

        The recorded questions show later whether a result holds in the whole project.
        """
        self._outlines.clear()
        seen = self.read_all(inputs)
        self.place(self.project_of(self._outlines), {})
        checked = {one.path: one for one in self.check_kept([item for item in inputs if item.reported])}
        for item in inputs:
            self._manifests.pop(item.path, None)
            self._local_findings.pop(item.path, None)
        self._dispatcher.forget()
        return [(one, checked.get(one.path)) for one in seen]

    def _open(self, item: Input) -> Manifest | BuildRecord | str:
        """The parsed file or the objects of a root; the record of a root that cannot be built, or an error message."""
        try:
            data = self._read(item.path)
        except UsageError as error:
            return str(error)
        return self._manifest(item.path, data, syntax=item.reported)

    def _check_alone(self, read: Sequence[tuple[Input, Manifest]]) -> None:
        """Check files that were read, as far as they depend on no other."""
        for item, manifest in read:
            if manifest.broken and not manifest.count and is_no_manifest(item, manifest):
                manifest.broken.clear()
        given = [manifest for item, manifest in read if item.reported and manifest.role.builds]
        files = list(map(self._as_file, given))  # the kustomizations of the roots
        found = self._dispatcher.check_alone([*(manifest for _, manifest in read), *files])
        in_files = {manifest.source.path: alone for manifest, alone in zip(given, found[len(read) :], strict=True)}
        for (item, manifest), alone in zip(read, found, strict=False):
            self._local_findings[item.path] = self._with_text(alone + in_files.get(item.path, []), manifest)

    def _as_file(self, manifest: Manifest) -> Manifest:
        """The kustomization of a root as a file."""
        whole = self._dispatcher.looks_into_parts(manifest.source.path)
        return read_manifest(manifest.source, KustomizeRole(built=True), whole=whole)

    def _summary(self, item: Input, manifest: Manifest | BuildRecord | str) -> FileSummary:
        if isinstance(manifest, BuildRecord):
            return FileSummary(item.path, b"", b"", "", manifest)
        if isinstance(manifest, str):  # only a file that is named has to be readable, be it for context
            return FileSummary(item.path, b"", b"", manifest if item.reported or item.explicit else "")
        outline = outline_of(manifest, claims_of)
        digest = item.digest(manifest.source.data) + (manifest.record.digest if manifest.record else b"")
        if manifest.role.built:
            manifest.objects.clear()  # they are judged as they are built
        if outline.says_nothing:
            return FileSummary(item.path, digest, b"", "", manifest.record)
        self._outlines.append(outline)
        return FileSummary(item.path, digest, packed(outline), "", manifest.record)

    def begin(self, outlines: Iterable[bytes], digests: Mapping[str, bytes] | None = None) -> Project:
        """Check against this project from now on; returns it.

        `outlines` are those of all files that tell something, `digests` those of all files; each begins with that of
        the file.
        """
        project = self.project_of(map(unpacked, outlines))
        self.place(project, digests or {})
        return project

    def project_of(self, outlines: Iterable[Outline]) -> Project:
        """The project of these files, which reads them by this worker."""
        return Project(outlines, self._load, self._settings_by_file.declared)

    def place(self, project: Project, digests: Mapping[str, bytes]) -> None:
        """Check against this project from now on; the digests are those of all files, as for `begin`."""
        self._digests = digests
        self._dispatcher.within(project)

    def check_kept(self, inputs: Iterable[Input]) -> Iterator[Checked]:
        """Check those of some files that were read here and are kept, in batches.

        Raises `ChangedError` if a file has changed since it was first read.
        """
        for batch in _batches(self._each("checked", [item for item in inputs if item.path in self._local_findings])):
            yield from self._check_batch(batch)

    def check_again(self, inputs: Sequence[Input]) -> Iterator[Checked]:
        """Read and check files that were read before, in batches. Raises `ChangedError` as `check_kept` does."""
        for batch in _batches(self._each("checked", inputs)):
            self._open_again(batch)
            yield from self._check_batch(batch)
            self._forget_some()

    def _check_batch(self, batch: Sequence[Input]) -> Iterator[Checked]:
        """Check files within the project."""
        manifests = [self._load(item.path) for item in batch]
        checks = self._dispatcher.check_within(manifests)
        checked = [self._checked(*one) for one in zip(batch, manifests, checks, strict=True)]
        for check in checks:
            check.end()
        return map(self._shown, checked)

    def _open_again(self, batch: Sequence[Input]) -> None:
        """Read files anew: builds may have patched the objects of a file that is kept for them."""
        read = [(item, self._readable(item.path, syntax=item.reported)) for item in batch]
        self._check_alone(read)
        for _, manifest in read:
            if manifest.role.built:
                manifest.objects.clear()

    def _forget_some(self) -> None:
        """Drop the files that were read first, if there are many."""
        while len(self._manifests) > _MOST_KEPT:
            del self._manifests[next(iter(self._manifests))]

    def _each(self, stage: str, items: Sequence[Input]) -> Iterable[Input]:
        """The files, counted for the progress line if there is one."""
        progress = self._settings.progress
        return progress.each(stage, items) if progress else items

    def _checked(self, item: Input, manifest: Manifest, check: FileCheck) -> Checked:
        """The result of the check of a file, without report text."""
        found = self._local_findings.pop(item.path) + check.take_findings()
        gone = {place for thing in manifest.objects for place in thing.overwritten}
        found = [finding for finding in placed(found) if finding.place not in gone] if gone else found
        found, counted = without_counted(found) if check.counts_advice else (found, 0)
        findings = self._in_order(found, manifest)
        if manifest.role.builds and not self._settings.edits:  # nobody tries them, so that none is kept
            findings = tuple([one._replace(edits=(), safe=False) if one.edits else one for one in findings])
        if self._settings.edits and not (manifest.role.builds or manifest.role.built):
            findings = self._proven_safe(findings, manifest, check.questions)
        made = tuple([one for one in findings if one.details]) if check.counts_advice else findings
        result = Result(check.count(manifest), made, _suppressions(manifest))
        needs = tuple(sorted(check.questions.loaded - {item.path}))
        fixes = any(finding.edits for finding in made)
        asked = check.questions.record()
        if manifest.role.builds and self._settings.edits:
            from clblint.engine.judged import Judged  # noqa: PLC0415 - only with kustomizations

            self._judged[item.path] = Judged(manifest, findings, needs, asked)
        counted += len(findings) - len(made)
        return Checked(item.path, needs, result, asked, fixes, tuple(check.failures), counted)

    def _proven_safe(
        self, findings: tuple[Finding, ...], manifest: Manifest, questions: Questions
    ) -> tuple[Finding, ...]:
        """The findings of a file, whose fixes are safe only if nothing is worse with them (see `file_trials`)."""
        if not any(one.safe for one in findings):
            return findings
        from clblint.engine.file_trials import proven_safe  # noqa: PLC0415 - few files have such fixes

        path = manifest.source.path
        configured = {rule.name for rule in self._settings_by_file.of(path).rules if rule.configured}
        proven = proven_safe(findings, configured, lambda fixes: self._with_fixes(manifest, fixes, questions))
        self._manifests[path] = manifest
        return proven

    def _with_fixes(self, manifest: Manifest, fixes: Sequence[Edits], questions: Questions) -> FileTrial:
        """Check a file with some fixes made; the questions to the project are added to those of its own check."""
        from clblint.engine.file_trials import FileTrial  # noqa: PLC0415 - as said
        from clblint.fix.amend import amend  # noqa: PLC0415 - as said

        source = manifest.source
        amended = amend(source, fixes)
        prefilter = self._settings.prefilter and not self._dispatcher.wants_all(source.path)
        edited = read_manifest(Source(source.path, amended.data), manifest.role, prefilter=prefilter)
        self._manifests[source.path] = edited  # which neighbours are to see, too
        (alone,) = self._dispatcher.check_alone([edited])
        (check,) = self._dispatcher.check_within([edited])
        found = self._in_order(alone + check.take_findings(), edited)
        questions.add(check.questions)
        check.end()
        settled = {*amended.made, *(number for number, _ in amended.refused)}
        return FileTrial(found, tuple(edits for number, edits in enumerate(fixes) if number not in settled))

    def _in_order(self, found: list[Finding], manifest: Manifest) -> tuple[Finding, ...]:
        """The findings in the files of a manifest, in the order of a report, none of them twice.

        Objects may share what is written; where one has a finding, that about no object is the same.
        """
        held = manifest.record.files if manifest.record else (manifest.source.path,)
        found = self._with_text([finding for finding in placed(found) if finding.place.path in held], manifest)
        keyed = [(finding.sort_key, finding) for finding in found]
        of_objects = {key for key, finding in keyed if finding.object}
        own: dict[tuple[object, ...], Finding] = {}
        for key, finding in keyed:
            if finding.object or key not in of_objects:
                own.setdefault((key, finding.object), finding)
        in_order = [own[key] for key in sorted(own)]
        return tuple([_from_template(one, manifest) for one in in_order] if manifest.rendered_from else in_order)

    def with_texts(
        self, texts: Mapping[str, bytes]
    ) -> tuple[WorkerSettings, Callable[[str], bytes], RootBuilder, Mapping[str, Judged]]:
        """The settings, reader with other texts of some files, builder, and what was found in roots so far."""

        def read(path: str) -> bytes:
            return texts[path] if path in texts else self._read(path)

        return self._settings, read, self._builder_here(), self._judged

    def amended(self, path: str, data: bytes, fixes: Sequence[Sequence[FixEdit]]) -> FixedFile:
        """A file with fixes (see `amend`), which reads it again only if no build has done so."""
        from clblint.fix.amend import amend  # noqa: PLC0415 - few runs have fixes in kustomizations

        return amend(self._builder_here().source(path, data), [tuple(edits) for edits in fixes])

    def _shown(self, checked: Checked) -> Checked:
        """The same with report text if there is a renderer."""
        show, result = self._settings.show, checked.result
        if show is None or not isinstance(result, Result):
            return checked
        shown = [
            finding
            if finding.severity < show.lowest or finding.roots
            else finding.with_shown(show.text(finding, self._line))
            for finding in result.findings
        ]
        return checked._replace(result=Result(result.contents, tuple(shown), result.suppressions))

    def _line(self, path: str, number: int) -> str:
        if self._cached_lines[0] != path:
            manifest = self._manifests.get(path)
            source = manifest.source if manifest is not None else Source(path, self._read_again(path))
            self._cached_lines = (path, source.cut())
        lines = self._cached_lines[1]
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def balancers(self, path: str) -> list[LoadBalancer]:
        """The load balancers of the Services in a file, or that a root builds, within the project that is set."""
        services = (thing for thing in self._load(path).objects if isinstance(thing, Service))
        check = self._dispatcher.check_at(path)
        return [check.balancer(one) for one in services if not one.partial]

    def forget(self) -> None:
        """Drop the files: the project and this worker refer to each other, and garbage collection is off."""
        self._manifests.clear()
        self._judged.clear()
        self._local_findings.clear()
        self._dispatcher.forget()

    def release(self) -> None:
        """Drop the files, and keep the project: the next ones are checked within it, too."""
        self._outlines.clear()
        self._manifests.clear()
        self._judged.clear()
        self._local_findings.clear()
        self._cached_lines = ("", [])
        self._digests = {}

    def _with_text(self, found: list[Finding], manifest: Manifest) -> list[Finding]:
        """The findings with their fixes as text replacements, if the settings ask for them.

        Findings about built objects get them later, when it is known that they harm no root (see `FixTrials`).
        """
        if not self._settings.edits or not any(one.edits for one in found):
            return found
        from clblint.fix.resolve import Resolver  # noqa: PLC0415 - only for findings with a fix

        roots = [thing.node for thing in (*manifest.objects, *manifest.values)]
        parts = [thing.annotated for thing in manifest.objects if isinstance(thing, Service)]
        resolver = Resolver(manifest.source, roots, filter(None, parts))
        return [
            one.with_replacements(resolver.text_of(one))
            if one.edits and not one.roots and one.replacements is None
            else one
            for one in found
        ]

    def check_cluster(self, refused: Iterable[RefusedBuild]) -> list[Finding]:
        """The findings about the declared clusters and the inventories, and about what kustomize refuses to build."""
        return self.check_refused(refused) + self._dispatcher.check_cluster()

    def check_refused(self, refused: Iterable[RefusedBuild]) -> list[Finding]:
        """The findings about what kustomize refuses to build."""
        return [finding for one in refused for finding in self._dispatcher.check_refused(one)]

    def _load(self, path: str) -> Manifest:
        kept = self._manifests.get(path)
        return kept if kept is not None else self._readable(path, syntax=False)

    def _readable(self, path: str, *, syntax: bool) -> Manifest:
        """Read a file that was read before, again; raises `ChangedError` if it has changed."""
        manifest = self._manifest(path, self._read_again(path), syntax=syntax)
        if isinstance(manifest, BuildRecord):
            raise ChangedError(path)
        return manifest

    def _read_again(self, path: str) -> bytes:
        """Read a file that another process or an earlier run has read; raises `ChangedError` if it has changed."""
        try:
            data = self._read(path)
        except UsageError as error:
            raise ChangedError(path) from error
        then = self._digests.get(path)
        if then is not None and not then.startswith(digest_of(data)):
            raise ChangedError(path)
        return data

    def _manifest(self, path: str, data: bytes, *, syntax: bool) -> Manifest | BuildRecord:
        role = role_of(self._roles.get(path, ()))
        prefilter = self._settings.prefilter and not self._dispatcher.wants_all(path)
        source = Source(path, data) if self.builder is None else self.builder.source(path, data)
        if role.builds:
            made = self._build(source, role, prefilter=prefilter)
            if isinstance(made, BuildRecord):
                return made
        else:
            whole = not role.built or self._dispatcher.looks_into_parts(path)
            made = read_manifest(source, role, prefilter=prefilter, syntax=syntax, whole=whole)
        self._manifests[path] = made
        return made

    def _built_before(self, _path: str) -> Manifest | None:
        """What a root has built with other texts of some files, if that is known."""
        return None

    def _build(self, source: Source, role: KustomizeRole, *, prefilter: bool) -> Manifest | BuildRecord:
        """What a root builds; its record alone if that cannot be known. Raises `ChangedError` as `_read_again` does."""
        before = self._built_before(source.path)
        manifest, record = self._builder_here().built(source, role, prefilter=prefilter, before=before)
        then = self._digests.get(source.path)
        if then is not None and record.digest not in then:
            raise ChangedError(source.path)
        return manifest or record

    def _builder_here(self) -> RootBuilder:
        if self.builder is None:
            from clblint.engine.root_builder import RootBuilder  # noqa: PLC0415 - only with kustomizations

            self.builder = RootBuilder(self._read, self._names)
        return self.builder


def _batches(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def is_no_manifest(item: Input, manifest: Manifest) -> bool:
    """Whether an unparsable file was not meant as a manifest: it is binary, or written for another tool."""
    text = manifest.source.text
    if is_kustomization(item.path):
        return False
    if not item.explicit and (is_something_else(item.path) or "\0" in text):
        return True
    if any(broken.fault.kind not in _KUBECTL_ONLY for broken in manifest.broken):
        return False
    from clblint.source.other_readers import is_for_another_reader  # noqa: PLC0415 - most files can be read

    return is_for_another_reader(text)


def _suppressions(manifest: Manifest) -> tuple[Plain, ...]:
    if MARKER not in manifest.source.text and not (manifest.role.builds and MARKER in manifest.text):
        return ()
    from clblint.suppress.model import SUPPRESSION  # noqa: PLC0415 - few files hold any
    from clblint.suppress.parse import suppressions_in  # noqa: PLC0415 - few files hold any

    return tuple(map(SUPPRESSION.pack, suppressions_in(manifest)))


def _from_template(finding: Finding, manifest: Manifest) -> Finding:
    template = manifest.template_of(finding.place.span.line)
    return finding._replace(template=template) if template else finding
