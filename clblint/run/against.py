"""`--against`: compares the project with an older revision, and runs the rules about changes."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from clblint.balancer.handling import NLB_CLASS
from clblint.change.compare import ReportScope, RevisionFiles, changes
from clblint.discovery.revisions import find_revision
from clblint.discovery.walk import Input
from clblint.engine.dispatch import Dispatcher
from clblint.errors import UsageError
from clblint.files.paths import display_path, is_below
from clblint.files.read import STDIN
from clblint.kube.kustomize.read import with_kustomizations
from clblint.kube.kustomize.roots import NO_ROLE, KustomizeRole, is_kustomization, role_of
from clblint.kube.manifest import read_manifest
from clblint.lint.settings import LintSettings, one_settings
from clblint.migration.edits import migrations_in
from clblint.source.text import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from clblint.change.change import Change
    from clblint.config.per_file import Configs
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from clblint.lint.settings import SettingsByFile

    File = tuple[str, bytes]  # the path to display, and the content

_NLB, _BALANCER = NLB_CLASS.encode(), b"LoadBalancer"


class OlderRevision:
    """The older revision that `--against` names, restricted to the paths of the command line."""

    def __init__(self, text: str, paths: Sequence[str]) -> None:
        self._named = [display_path(path) for path in paths or ["."]]
        self._revision = find_revision(text, list(paths or ["."]))
        self._then = self._revision.paths()
        self._old: dict[str, bytes] = {}  # the contents read from it, by the path to display

    def still_there(self, paths: Sequence[str]) -> list[str]:
        """The paths without those that exist in the older revision only: they are compared, but cannot be checked."""
        return [path for path in paths if path == STDIN or os.path.exists(path) or not self._had(path)]

    def _had(self, path: str) -> bool:
        return any(is_below(then, display_path(path)) for then in self._then)

    def reader(self, read: Callable[[str], bytes]) -> Callable[[str], bytes]:
        """A reader that also accepts the displayed paths of older files."""
        return lambda path: self._old[path] if path in self._old else read(path)

    def named(self) -> dict[str, tuple[str, str]]:
        """The path and the revision of each older file that exists in git only, by the path to display."""
        name = self._revision.name
        return {self._revision.label(path): (path, name) for path in self._then} if name else {}

    def changes(
        self,
        inputs: Sequence[Input],
        read: Callable[[str], bytes],
        configs: Configs,
        inventory_of: Callable[[str], Inventory | None],
        stdin: str = "",
    ) -> list[Change]:
        """The changes of Services in the reported files, and of removed ones that were in them or below the paths."""
        names = {item.path: stdin or item.path if item.path == STDIN else item.path for item in inputs}
        # The older folder may lie in the project; its files are not part of the current revision.
        current = [item for item in inputs if not self._revision.holds(item.path)]
        now = self._differing(current, names, read)
        known = set(names.values())
        lost = {
            path for path in self._then if path not in known and not os.path.exists(path) and not configs.excludes(path)
        }
        roles, old_roles = self._roles(current, names, lost, read)
        related = _related({*now, *lost}, roles, old_roles)
        if any(_NLB in data for _, data in now.values()):  # it may take the place of a CLB that nobody touched
            related |= {name for name, (_, data) in _contents(current, names, read) if _BALANCER in data}
        now |= dict(_contents((item for item in current if names[item.path] in related), names, read))
        then = self._revision.read(path for path in self._then if path in now or path in lost or path in related)
        old = {path: (self._revision.label(path), data) for path, data in then.items()}
        self._old = dict(old.values())
        reported = frozenset(names[item.path] for item in inputs if item.reported)
        below = (path for path in lost if any(is_below(path, folder) for folder in self._named))
        sides = (_side(old, old_roles), _side(now, roles))
        asked = ReportScope(reported, frozenset([*reported, *below]))
        return changes(*sides, lambda path: (configs.part_of(path).cluster, inventory_of(path)), asked)

    def _roles(
        self, inputs: Sequence[Input], names: dict[str, str], lost: set[str], read: Callable[[str], bytes]
    ) -> tuple[dict[str, KustomizeRole], dict[str, KustomizeRole]]:
        """The roles that kustomizations give to the files: in the current revision, and in the older one.

        Both are computed over the same part of the project, since an older folder may hold only a part of it.
        """
        seen = [item for item in inputs if item.reported or self._revision.whole]
        there = {*lost, *(names[item.path] for item in seen)}.intersection(self._then)
        old = self._revision.read(filter(is_kustomization, there))
        then = with_kustomizations([Input(path) for path in sorted(there)], old.__getitem__) if old else []
        now = with_kustomizations(seen, read)
        return (
            {names[item.path]: role_of(item.role) for item in now if item.role},
            {item.path: role_of(item.role) for item in then if item.role},
        )

    def _differing(
        self, inputs: Iterable[Input], names: dict[str, str], read: Callable[[str], bytes]
    ) -> dict[str, File]:
        """The files that are new or have changed."""
        found = _contents(inputs, names, read)
        return {name: file for name, file in found if not self._revision.same(name, file[1])}


def _contents(
    inputs: Iterable[Input], names: dict[str, str], read: Callable[[str], bytes]
) -> Iterator[tuple[str, File]]:
    """Yield the readable files, each with its content and the path to display."""
    for item in inputs:
        with contextlib.suppress(UsageError):  # the check itself reports it
            yield names[item.path], (item.path, read(item.path))


def between(
    then: Mapping[str, File], now: Mapping[str, File], cluster: Cluster, inventory: Inventory | None = None
) -> list[Change]:
    """The changes between two sets of files; the keys are the paths under which files are compared."""
    asked = ReportScope(frozenset(now), frozenset([*then, *now]))
    return changes(_side(then, {}), _side(now, {}), lambda _: (cluster, inventory), asked)


def _related(changed: Iterable[str], *states: Mapping[str, KustomizeRole]) -> set[str]:
    """The files that a kustomization of either revision builds together with a changed one."""
    changed = set(changed)
    touched = {root for roles in states for path, role in roles.items() if path in changed for root in role.roots}
    return {path for roles in states for path, role in roles.items() if not touched.isdisjoint(role.roots)}


def _side(found: Mapping[str, File], roles: Mapping[str, KustomizeRole]) -> RevisionFiles:
    """The files of one revision, with their roles."""
    read = ((path, Source(shown, data)) for path, (shown, data) in found.items())
    return RevisionFiles({path: read_manifest(source, roles.get(path, NO_ROLE), syntax=True) for path, source in read})


def findings_of(found: Iterable[Change], rules: Iterable[Rule], cluster: Cluster) -> tuple[list[Finding], list[str]]:
    """The findings of the rules about changes, and the errors of rules that raised."""
    return findings_by_file(found, one_settings(LintSettings(tuple(rules), cluster)))


def findings_by_file(found: Iterable[Change], settings_by_file: SettingsByFile) -> tuple[list[Finding], list[str]]:
    """The findings about changes, by the rules of each file, and the errors of rules that raised."""
    dispatcher = Dispatcher(settings_by_file)
    said: list[Finding] = []
    found = list(found)
    for migration in migrations_in(found):
        service = migration.service
        said += dispatcher.check_subject(migration, service.id, service.path)
    for change in found:
        if change.can_be_judged and (change.new is None or change.new.rejection is None):
            said += dispatcher.check_subject(change, change.owner.id, _reported_in(change))
    once = {finding.sort_key: finding for finding in reversed(said)}  # several kustomize builds may share a base
    return [once[key] for key in sorted(once)], dispatcher.failures


def _reported_in(change: Change) -> str:
    """The path that a change is reported in; for a removed Service the change names it."""
    return change.gone_at.place.path if change.gone_at is not None else change.service.path
