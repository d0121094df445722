"""An older state of the project beside the present one: what the change from the one to the other does."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clblint import files
from clblint.change.compare import Asked, Side, changes
from clblint.checker import Checker
from clblint.errors import UsageError
from clblint.kube.kustomization import with_kustomizations
from clblint.kube.kustomize import NO_ROLE, Role
from clblint.kube.manifest import read_manifest
from clblint.revisions import find_revision
from clblint.source.text import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from clblint.change.change import Change
    from clblint.config import Config
    from clblint.files import Input
    from clblint.kube.cluster import Cluster
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule

    File = tuple[str, bytes]  # the path under which it is shown, and its content


class Against:
    """The older state that `--against` names, for the paths of a command line."""

    def __init__(self, text: str, paths: Sequence[str]) -> None:
        self._named = [files.shown(path) for path in paths or ["."]]
        self._revision = find_revision(text, list(paths or ["."]))
        self._then = self._revision.paths()
        self._old: dict[str, bytes] = {}  # what was read of it, by the names under which it is shown

    def still_there(self, paths: Sequence[str]) -> list[str]:
        """The paths without those that only the older state has: they are compared, but there is nothing to check."""
        return [path for path in paths if path == files.STDIN or os.path.exists(path) or not self._had(path)]

    def _had(self, path: str) -> bool:
        return any(files.is_below(then, files.shown(path)) for then in self._then)

    def reader(self, read: Callable[[str], bytes]) -> Callable[[str], bytes]:
        """A function that also knows the files of the older state by the names under which they are shown."""
        return lambda path: self._old[path] if path in self._old else read(path)

    def changes(
        self, inputs: Sequence[Input], read: Callable[[str], bytes], config: Config, stdin: str = ""
    ) -> list[Change]:
        """The changes of the Services in the reported files, and of those that were in them or below the paths."""
        names = {item.path: stdin or item.path if item.path == files.STDIN else item.path for item in inputs}
        now = self._differing(inputs, names, read)
        known = set(names.values())
        lost = {
            path
            for path in self._then
            if path not in known and not os.path.exists(path) and not _excluded(path, config)
        }
        then = self._revision.read(path for path in self._then if path in now or path in lost)
        old = {path: (self._revision.label(path), data) for path, data in then.items()}
        self._old = dict(old.values())
        reported = frozenset(names[item.path] for item in inputs if item.reported)
        below = (path for path in lost if any(files.is_below(path, folder) for folder in self._named))
        roles = {names[item.path]: Role(*item.role) for item in with_kustomizations(inputs, read) if item.role}
        sides = (_side(old, roles), _side(now, roles))
        return changes(*sides, config.cluster, Asked(reported, frozenset([*reported, *below])))

    def findings(
        self, found: Iterable[Change], rules: Iterable[Rule], config: Config
    ) -> tuple[list[Finding], list[str]]:
        """What rules say about changes, and those that broke."""
        return findings_of(found, rules, config.cluster)

    def _differing(
        self, inputs: Iterable[Input], names: dict[str, str], read: Callable[[str], bytes]
    ) -> dict[str, File]:
        """The files that are not what they were: those with other content, and new ones.

        A folder that is compared with may lie in the project: its files say what was, not what is.
        """
        found = {}
        for item in inputs:
            if self._revision.holds(item.path):
                continue
            try:
                data = read(item.path)
            except UsageError:  # the check itself says so
                continue
            if not self._revision.same(names[item.path], data):
                found[names[item.path]] = (item.path, data)
        return found


def between(then: Mapping[str, File], now: Mapping[str, File], cluster: Cluster) -> list[Change]:
    """The changes between two sets of files, each by the path that it is compared under."""
    return changes(_side(then, {}), _side(now, {}), cluster, Asked(frozenset(now), frozenset([*then, *now])))


def _side(found: Mapping[str, File], roles: Mapping[str, Role]) -> Side:
    """The files of one state; patches are such in both."""
    read = ((path, Source(shown, data)) for path, (shown, data) in found.items())
    return Side({path: read_manifest(source, roles.get(path, NO_ROLE), syntax=True) for path, source in read})


def _excluded(path: str, config: Config) -> bool:
    return bool(config.exclude) and files.matches(path, config.exclude, config.folder)


def findings_of(found: Iterable[Change], rules: Iterable[Rule], cluster: Cluster) -> tuple[list[Finding], list[str]]:
    """What rules about changes say, and those that broke."""
    checker = Checker([rule for rule in rules if rule.subject == "Change"], cluster)
    said = [finding for change in found for finding in checker.check_subject(change, change.service.id)]
    return sorted(said, key=lambda finding: finding.sort_key), checker.failures
