"""The settings of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint import files
from clblint.kube.cluster import undeclared
from clblint.lint.selection import matches
from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from clblint.kube.cluster import Cluster
    from clblint.lint.finding import Finding
    from clblint.lint.severity import Severity


class PathSetting(NamedTuple):
    """Rules that are off for some paths or for one object."""

    match: str
    object: str
    ignore: tuple[str, ...]


class Config(NamedTuple):
    """The settings of a run, before the command line overrides them."""

    path: str
    folder: str
    cluster: Cluster
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    severity: dict[str, Severity | None]
    exclude: tuple[str, ...]
    context: tuple[str, ...]
    paths: tuple[PathSetting, ...]
    fail_on: str
    disabled_plugins: tuple[str, ...]
    digest: bytes
    inventory: str = ""
    lang: str = ""

    def silences(self, finding: Finding) -> bool:
        """Whether a setting for paths or objects turns a finding off."""
        return any(
            any(matches(pattern, finding.rule, "") for pattern in setting.ignore) and self._applies(setting, finding)
            for setting in self.paths
        )

    def _applies(self, setting: PathSetting, finding: Finding) -> bool:
        if setting.object and setting.object != finding.object:
            return False
        return not setting.match or files.matches(finding.path, (setting.match,), self.folder)


def no_config() -> Config:
    """What holds where no configuration file is found."""
    return Config("", "", undeclared(), (), (), {}, (), (), (), "warning", (), b"")
