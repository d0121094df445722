"""`--against`: compares the project with an older revision, and runs the rules about changes."""

from __future__ import annotations

import contextlib
import os
from itertools import chain

from clblint.change.compare import ReportScope, changes
from clblint.discovery.revisions import find_revision
from clblint.discovery.walk import Input, would_be_walked
from clblint.engine.dispatch import Dispatcher
from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.paths import display_path, is_below
from clblint.files.read import MAX_BYTES, STDIN, read_whole
from clblint.files.working_folder import absolute, exists, is_file
from clblint.kube.kustomize.deployed import with_deployed
from clblint.kube.kustomize.read import kustomizations_in
from clblint.kube.kustomize.role import is_kustomization
from clblint.kube.kustomize.roots import roots_to_build
from clblint.kube.well_known import NLB_CLASS
from clblint.lint.settings import LintSettings, one_settings
from clblint.migration.edits import migrations_in
from clblint.run.builds import Built, build_all
from clblint.run.comparison import Comparison, not_compared_in, plain_side
from clblint.run.verbose import not_compared, not_read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.change.change import Change
    from clblint.config.per_file import Configs
    from clblint.discovery.revisions import Revision
    from clblint.engine.built_findings import FindingBuilder
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.kustomize.build.files import Files
    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import Service
    from clblint.lint.finding import BuiltAs, Finding
    from clblint.lint.rule import Rule
    from clblint.lint.settings import SettingsByFile
    from clblint.run.comparison import File, NotCompared

    FindingKey = tuple[tuple[str, int, int, str, str], str, tuple[BuiltAs, ...]]

_NLB, _BALANCER = NLB_CLASS.encode(), b"LoadBalancer"


class _Current(NamedTuple):
    """The files of the current revision; `names` are the paths under which they are compared."""

    inputs: list[Input]
    names: Mapping[str, str]
    read: Callable[[str], bytes]

    def contents(self, wanted: Container[str] | None = None) -> Iterator[tuple[str, File]]:
        """Yield the readable files, or those that are wanted, each with its content and the path to display."""
        for item in self.inputs:
            name = self.names[item.path]
            if wanted is None or name in wanted:
                with contextlib.suppress(UsageError):  # the check itself reports it
                    yield name, (item.path, self.read(item.path))

    def at(self, path: str) -> str:
        """The absolute path of a file by its displayed one."""
        return absolute(self.names.get(path, path))


class _InGit(NamedTuple):
    """The files of a revision; `inputs` are those of the run by absolute path, each with whether it differs."""

    revision: Revision
    listed: Container[str]
    inputs: Mapping[str, bool]

    def are_same(self, path: str) -> bool:
        """Whether a path held the same in the older revision; what git ignores is taken as it is now."""
        if path in self.inputs:
            return not self.inputs[path]
        name = display_path(path)
        if name in self.listed:
            return is_file(path) and self.revision.same(name, read_whole(path, MAX_BYTES))
        return not (is_file(path) and would_be_walked(os.path.basename(path)))


class OlderRevision:
    """The older revision that `--against` names, restricted to the paths of the command line."""

    def __init__(self, text: str, paths: Sequence[str]) -> None:
        self._named = [display_path(path) for path in paths or ["."]]
        self._revision = find_revision(text, list(paths or ["."]))
        self._then = self._revision.paths()
        self._old: dict[str, bytes] = {}  # the contents read from it, by path
        self._labels = {label: path for path in self._then if (label := self._revision.label(path)) != path}
        self._scope = ReportScope(frozenset(), frozenset())
        self._names: Container[str] = ()  # of the files of the run
        self._builds: tuple[Mapping[str, Manifest], ...] = ()
        self.uncompared: list[str] = []  # why roots are not compared
        self.unread: list[NotCompared] = []

    def still_there(self, paths: Sequence[str]) -> list[str]:
        """The paths without those that exist in the older revision only: they are compared, but cannot be checked."""
        return [path for path in paths if path == STDIN or exists(path) or not self._had(path)]

    def _had(self, path: str) -> bool:
        return any(is_below(then, display_path(path)) for then in self._then)

    def reader(self, read: Callable[[str], bytes]) -> Callable[[str], bytes]:
        """A reader that also accepts the displayed paths of older files."""

        def either(path: str) -> bytes:
            named = self._labels.get(path)
            return read(path) if named is None else self._read(named)

        return either

    def named(self) -> dict[str, tuple[str, str]]:
        """The path and the revision of each older file that exists in git only, by the path to display."""
        name = self._revision.name
        return {self._revision.label(path): (path, name) for path in self._then} if name else {}

    def changes(
        self,
        built: Built,
        read: Callable[[str], bytes],
        configs: Configs,
        inventory_of: Callable[[str], Inventory | None],
        stdin: str = "",
    ) -> list[Change]:
        """The changes of Services in the reported files, and of removed ones that were in them or below the paths.

        `built` are the inputs of the run, and what their kustomizations build.
        """
        inputs = built.inputs
        names = {item.path: stdin or item.path if item.path == STDIN else item.path for item in inputs}
        # The older folder may lie in the project; its files are not part of the current revision.
        current = _Current([item for item in inputs if not self._revision.holds(item.path)], names, read)
        now = {name: file for name, file in current.contents() if not self._revision.same(name, file[1])}
        self._names = known = set(names.values())
        lost = {path for path in self._then if path not in known and not exists(path) and not configs.excludes(path)}
        self._scope = self._scope_of(current, lost, now)
        new, old = self._built(current, built, lost, now)
        self._builds = new.manifests, old.manifests
        comparison = Comparison(new, old, {*now, *lost})
        self.uncompared = [not_compared(root.gap, root.path) for root in comparison.uncompared]
        self.uncompared += map(not_read, sorted({*_unread(new, old), *_unread(old, new)}))
        if any(_NLB in data for _, data in now.values()):  # it may take the place of a CLB that nobody touched
            comparison.add(name for name, (_, data) in current.contents() if _BALANCER in data)
        wanted = comparison.files()
        self._prefetch(path for path in self._then if path in wanted)
        there = {*self._then, *self._old}
        then = {path: (self._revision.label(path), self._old[path]) for path in sorted(there & wanted)}
        sides = comparison.sides(then, dict(current.contents(wanted)), self._labels)
        for files, reported in zip(sides, (self._scope.old, self._scope.new), strict=True):
            self.unread += not_compared_in(files, reported)
        return changes(*sides, lambda path: (configs.part_of(path).cluster, inventory_of(path)), self._scope)

    def _scope_of(self, current: _Current, lost: Iterable[str], now: Mapping[str, File]) -> ReportScope:
        shown = {item.path for item in current.inputs if item.reported}
        reported = {current.names[path] for path in shown}
        below = {path for path in lost if any(is_below(path, folder) for folder in self._named)}
        old = reported | below
        return ReportScope(frozenset(reported | shown), frozenset(old | set(map(self._revision.label, old))), now)

    def _built(
        self, current: _Current, built: Built, lost: Iterable[str], now: Mapping[str, File]
    ) -> tuple[Built, Built]:
        """What the kustomizations of the current revision build, and those of the older one.

        Both are among the same part of the project, since an older folder may hold only a part of it.
        """
        names = current.names
        seen = [item for item in current.inputs if item.reported or self._revision.whole]
        there = sorted({*lost, *(names[item.path] for item in seen)}.intersection(self._then))
        then: Sequence[Input] = [Input(path, reported=path in self._scope.old) for path in there]
        reader = self._reader_of(current, there, now)
        then, read_old = with_deployed(then, reader, self._revision.at, lambda: self._files(reader))
        self._old |= {item.path: read_old(item.path) for item in then if item.path not in self._then}
        roots = roots_to_build(kustomizations_in(then, read_old))
        unchanged = {path for path in roots if built.asked.get(path) and read_old(path) == current.read(path)}
        same = self._same_roots(current, built, now, unchanged)
        if built.pending or len(seen) < len(built.inputs):
            built = build_all(seen, current.read, current.at, skipped=same)
        new = built._replace(
            inputs=[item._replace(path=names[item.path]) for item in built.inputs],
            manifests={root: manifest for root, manifest in built.manifests.items() if root not in same},
        )
        return new, build_all(then, read_old, self._revision.at, lambda: self._files(read_old), same)

    def _reader_of(self, current: _Current, there: Iterable[str], now: Container[str]) -> Callable[[str], bytes]:
        """A reader of the older files; what is the same as now need not be read from git."""
        same = {name: path for path, name in current.names.items() if name not in now}
        if any(map(is_kustomization, there)):
            self._prefetch(path for path in there if path not in same)
        return lambda path: current.read(same[path]) if path in same else self._read(path)

    def _files(self, read: Callable[[str], bytes]) -> Files:
        from clblint.run.older_files import files_of  # noqa: PLC0415 - only with kustomizations

        return files_of(self._revision, read)

    def _same_roots(
        self, current: _Current, built: Built, now: Mapping[str, File], unchanged: Container[str]
    ) -> dict[str, Sequence[str]]:
        """The roots among the `unchanged` ones for which all that they look for is in git as it is now.

        They build the same, and need not be compared, unless an NLB that is new may take the place of a CLB.
        """
        listed = self._revision.every() if built.asked else None
        if listed is None or any(_NLB in data for _, data in now.values()):
            return {}
        inputs = {current.at(path): name in now for path, name in current.names.items()}
        files = _InGit(self._revision, frozenset(listed), inputs)
        asked = ((path, asked) for path, asked in built.asked.items() if path in unchanged)
        return {path: names for path, names in asked if all(map(files.are_same, names))}

    def _prefetch(self, paths: Iterable[str]) -> None:
        self._old |= self._revision.read(path for path in paths if path not in self._old)

    def _read(self, path: str) -> bytes:
        self._prefetch([path])
        return self._old[path]

    def findings(self, found: Iterable[Change], settings_by_file: SettingsByFile) -> tuple[list[Finding], list[str]]:
        """The findings about changes that stand in the named files or are about what a root builds that is named.

        And the errors of rules that raised.
        """
        said, failures = findings_by_file(found, settings_by_file, self._builds)
        folders = {os.path.dirname(path) or "." for path in self._scope.new | self._scope.old if is_kustomization(path)}
        return [one for one in said if not one.roots or self._is_given(one, folders)], failures

    def overtaken(self, found: Iterable[Change], settings_by_file: SettingsByFile) -> set[FindingKey]:
        """The keys of findings that do not hold for load balancers that are there."""
        return overtaken(found, settings_by_file, self._builds)

    def _is_given(self, finding: Finding, folders: Container[str]) -> bool:
        """Whether a finding about what is built is to be reported, as `Roots.is_given` has it; `folders` are named."""
        path = finding.path
        if path in self._scope.new or path in self._scope.old or not would_be_walked(path):
            return True
        known = path in self._names or path in self._labels
        return known and any(one.root in folders for one in finding.roots)


def _unread(side: Built, other: Built) -> list[str]:
    """The roots that are built in one state, and cannot be read as kustomizations in the other."""
    there = {item.path for item in other.inputs if not item.role}
    return [root for root in side.manifests if root in there]


def between(
    then: Mapping[str, File], now: Mapping[str, File], cluster: Cluster, inventory: Inventory | None = None
) -> list[Change]:
    """The changes between two sets of files; the keys are the paths under which files are compared."""
    asked = ReportScope(frozenset(now), frozenset([*then, *now]))
    return changes(plain_side(then), plain_side(now), lambda _: (cluster, inventory), asked)


def findings_of(found: Iterable[Change], rules: Iterable[Rule], cluster: Cluster) -> tuple[list[Finding], list[str]]:
    """The findings of the rules about changes, and the errors of rules that raised."""
    return findings_by_file(found, one_settings(LintSettings(tuple(rules), cluster)))


def findings_by_file(
    found: Iterable[Change], settings_by_file: SettingsByFile, builds: Iterable[Mapping[str, Manifest]] = ()
) -> tuple[list[Finding], list[str]]:
    """The findings about changes, by the rules of each file, and the errors of rules that raised.

    `builds` are what kustomizations build, by path, in both revisions.
    """
    dispatcher = Dispatcher(settings_by_file)
    builders = Builders(builds)
    said: list[Finding] = []
    found = list(found)
    for migration in migrations_in(found):
        service = migration.service
        said += _check(dispatcher, migration, service, service.path, builders)
    for change in found:
        if change.can_be_judged and (change.new is None or change.new.rejection is None):
            said += _check(dispatcher, change, change.owner, _reported_in(change), builders)
    once = {(finding.sort_key, finding.roots): finding for finding in reversed(said)}
    return [once[key] for key in sorted(once)], dispatcher.failures


def overtaken(
    found: Iterable[Change], settings_by_file: SettingsByFile, builds: Iterable[Mapping[str, Manifest]] = ()
) -> set[FindingKey]:
    """The keys of findings that hold for a new load balancer, and not for the one that is there and keeps values."""
    from clblint.change.kept_values import with_kept_values  # noqa: PLC0415 - only where something changes

    dispatcher, builders = Dispatcher(settings_by_file), Builders(builds)
    gone: set[FindingKey] = set()
    for change in found:
        new = change.new if change.can_be_judged else None
        kept = with_kept_values(change) if new is not None and new.rejection is None else None
        if new is not None and kept is not None:
            builder = builders.of(new.service)
            said, still = (dispatcher.check_balancer(one, new.service.path, builder) for one in (new, kept))
            gone |= set(map(key_of, said)) - set(map(key_of, still))
        if new is not None and new.rejection is None:
            gone |= set(map(key_of, _told_of_edits(change, new, dispatcher, builders)))
    return gone


def _told_of_edits(change: Change, new: LoadBalancer, dispatcher: Dispatcher, builders: Builders) -> Iterator[Finding]:
    """Yield the findings about what a load balancer keeps for life, if a finding about the edit says the same."""
    from clblint.change.kept import immutable_edits  # noqa: PLC0415 - only where something changes
    from clblint.existing import mismatches  # noqa: PLC0415 - only where something changes

    def told(subject: object) -> list[Finding]:
        return _check(dispatcher, subject, new.service, new.service.path, builders)

    found = mismatches(new) if new.current is not None else ()
    edited = {one.edit.suffix for one in immutable_edits(change) if told(one)} if found else ()
    for mismatch in found:
        if mismatch.drift.suffix in edited:
            yield from told(mismatch)


def key_of(finding: Finding) -> FindingKey:
    """What tells a finding from all others."""
    return finding.sort_key, finding.object, finding.roots


def _check(dispatcher: Dispatcher, subject: object, owner: Service, path: str, builders: Builders) -> list[Finding]:
    return dispatcher.check_subject(subject, owner.id, path, builders.of(owner), owner)


def _reported_in(change: Change) -> str:
    """The path by which the rules for a change are chosen; for a removed Service the change names it."""
    is_in_file = change.gone_at is not None and not change.service.built_by
    return change.gone_at.place.path if change.gone_at is not None and is_in_file else change.service.path


class Builders:
    """What completes findings about the Services that kustomizations build."""

    def __init__(self, builds: Iterable[Mapping[str, Manifest]]) -> None:
        self._builds = list(builds)
        self._made: dict[int, FindingBuilder] = {}

    def of(self, service: Service) -> FindingBuilder | None:
        """The builder for a Service; None for one that is in a file."""
        manifests = [manifest for builds in self._builds if (manifest := builds.get(service.path))]
        own = next((one for one in manifests if any(thing is service for thing in one.objects)), None)
        if own is None or not service.built_by:
            return None
        if id(own) not in self._made:
            from clblint.engine.built_findings import FindingBuilder  # noqa: PLC0415 - only with kustomizations

            others = chain.from_iterable(one.objects for one in manifests if one is not own)
            self._made[id(own)] = FindingBuilder(own, others)
        return self._made[id(own)]
