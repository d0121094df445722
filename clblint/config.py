"""The settings of a run, and where they are found. Reading them takes a parser, which `config_file` brings along."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from clblint import files
from clblint.kube.cluster import undeclared
from clblint.lint.selection import matches

if TYPE_CHECKING:
    from clblint.kube.cluster import Cluster
    from clblint.lint.finding import Finding
    from clblint.lint.severity import Severity

NAME = ".clblint.yaml"
_NAMES = (NAME, ".clblint.yml")


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


def find_config(folder: str) -> str:
    """The configuration file of a folder: the nearest one upward, not beyond the repository's root; "" for none."""
    while True:
        for name in _NAMES:
            candidate = os.path.join(folder, name)
            if os.path.isfile(candidate):
                return candidate
        parent = os.path.dirname(folder)
        if parent == folder or os.path.exists(os.path.join(folder, ".git")):
            return ""
        folder = parent


def load_config(path: str | None) -> Config:
    """The configuration that is named, or the one found upward from the working directory, or none."""
    path = os.path.abspath(path) if path is not None else find_config(os.getcwd())
    if not path:
        return no_config()
    from clblint.config_file import read_config  # noqa: PLC0415 - brings the parser

    return read_config(path)
