"""Overrides: selected rules, severities and ignored findings by path or object, from `paths` of a configuration."""

from __future__ import annotations

from clblint.discovery.globs import glob_of
from clblint.fast import NamedTuple
from clblint.lint.selection import levels, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clblint.config.choice import RuleChoice
    from clblint.config.parts import PathSetting
    from clblint.lint.finding import Finding
    from clblint.lint.severity import Severity


def overrides_on(choice: RuleChoice, today: str) -> Overrides:
    """The overrides that apply on a day (`YYYY-MM-DD`)."""
    scopes = [_Scope(one, choice) for one in choice.config.paths if not one.until or one.until >= today]
    return Overrides(choice, scopes)


class _Scope:
    """One setting, with its names resolved."""

    def __init__(self, setting: PathSetting, choice: RuleChoice) -> None:
        self.setting = setting
        self.ignored = named(choice.known, setting.ignore)
        self.selected = None if choice.narrows or not setting.select else named(choice.known, setting.select)
        self.levels = levels(choice.known, setting.severity)

    def covers(self, paths: Iterable[str], owner: str) -> bool:
        """Whether it applies to an object in a file, which may have several paths."""
        if self.setting.object and not _fits(owner, self.setting.object):
            return False
        return not self.setting.match or any(path and self.setting.files.match(path) for path in paths)


class _Holding(NamedTuple):
    """Whether a rule is on at a place, its severity there (None: its own), and the setting that ignores it."""

    on: bool
    level: Severity | None = None
    ignored: PathSetting | None = None


class Overrides:
    """All settings for paths and objects that are not expired."""

    def __init__(self, choice: RuleChoice, scopes: Sequence[_Scope]) -> None:
        self._scopes = scopes
        self._rules = frozenset(rule.name for rule in choice.rules)
        self._everywhere: Mapping[str, Severity | None] = choice.severities if scopes else {}

    def counts(self, rule: str, path: str, owner: str) -> bool:
        """Whether a rule is switched on for an object in a file."""
        return self._holding(rule, (path,), owner).on

    def apply(self, finding: Finding) -> Finding | None:
        """The finding with the severity that applies at its place; None if its rule is off there."""
        holding = self._of(finding)
        if not holding.on:
            return None
        if holding.level is None or holding.level is finding.severity:
            return finding
        return finding._replace(severity=holding.level, shown="")

    def names(self, finding: Finding) -> bool:
        """Whether a setting for its path selects the rule of a finding."""
        paths = _paths_of(finding)
        return any(
            scope.selected is not None and finding.rule in scope.selected and scope.covers(paths, finding.object)
            for scope in self._scopes
        )

    def exemption(self, finding: Finding) -> PathSetting | None:
        """The setting that ignores a finding; None if there is none."""
        return self._of(finding).ignored

    def _of(self, finding: Finding) -> _Holding:
        return self._holding(finding.rule, _paths_of(finding), finding.object)

    def _holding(self, rule: str, paths: tuple[str, ...], owner: str) -> _Holding:
        if not self._scopes:
            return _Holding(on=rule in self._rules)
        selected = rule in self._everywhere
        off, level, ignored = selected and self._everywhere[rule] is None, None, None
        for scope in self._scopes:
            if scope.covers(paths, owner):
                selected = rule in scope.selected if scope.selected is not None else selected
                if rule in scope.levels:
                    level = scope.levels[rule]
                    off = level is None
                if rule in scope.ignored:
                    ignored = ignored or scope.setting
        return _Holding(selected and not off, level, ignored)


def _paths_of(finding: Finding) -> tuple[str, ...]:
    """The paths that a setting may name: of the file, of the template, of the kustomization that builds the object."""
    return (finding.path, finding.template, *(f"{one.root}/kustomization.yaml" for one in finding.roots))


def _fits(owner: str, pattern: str) -> bool:
    return owner == pattern or glob_of(pattern).matches(owner)
