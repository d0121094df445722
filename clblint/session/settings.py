"""`SessionSettings`: what a session takes from the configurations: rules, clusters, and the files of the project."""

from __future__ import annotations

import os

from clblint.config.per_file import Configs
from clblint.discovery.walk import Input, forget_folders, would_be_walked
from clblint.engine.worker import WorkerSettings
from clblint.files.paths import display_path
from clblint.files.working_folder import absolute, exists
from clblint.run.inputs import inputs_of
from clblint.run.lint_settings import SettingsFactory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from clblint.run.options import Options

_CONFIGURATIONS = (".clblint.yaml", ".clblint.yml")
_GIT_FILES = (".gitignore", ".git/info/exclude")


class SessionSettings:
    """The present settings of a session. Raises `UsageError` for a fault in a configuration."""

    def __init__(self, options: Options, unsaved: Collection[str]) -> None:
        """`unsaved` are the paths of the files whose texts an editor has; not all of them need be on disk."""
        self._named = set(map(display_path, options.paths))
        new = {path for path in self._named if path in unsaved and not exists(path)}
        if new:
            there = tuple(path for path in options.paths if display_path(path) not in new)
            options = options._replace(paths=there or (os.devnull,))
        self.options = options
        self.configs = Configs(options.roots, options.config, None, kept=not options.no_cache)
        self.book = self.configs.book
        self.factory = SettingsFactory(options, self.configs, self.book)
        self.configs.meet([item.path for item in inputs_of(options, self.configs)])
        self.by_file = self.factory.settings_by_file
        tuple(self.by_file)  # faults in the configurations show now

        self.worker_settings = WorkerSettings(
            (),
            self.configs.main.cluster,
            prefilter=not options.no_prefilter,
            complete=not self.book.errors,
            edits=True,
            settings_by_file=self.by_file,
        )

    @property
    def flaws(self) -> tuple[str, ...]:
        """The messages about what cannot be read in the inventories."""
        return tuple(str(flaw) for inventory in self.by_file.inventories() for flaw in inventory.flaws)

    def inputs(self, unsaved: Collection[str]) -> dict[str, Input]:
        """The files of the project by path, with the unsaved ones that are not on disk yet."""
        forget_folders()
        found = {item.path: item for item in inputs_of(self.options, self.configs)}
        found |= {path: Input(path) for path in unsaved if path not in found and self._would_be_found(path)}
        self.configs.meet(found)
        return dict(sorted(found.items()))

    def _would_be_found(self, path: str) -> bool:
        """Whether a file that is not saved yet would be one of the project."""
        elsewhere = os.path.isabs(path) or path.startswith("..")
        return not (elsewhere or exists(path)) and would_be_walked(path) and not self.configs.excludes(path)

    def depend_on(self, path: str) -> bool:
        """Whether these settings or the list of files depend on a file."""
        if path in self._named or os.path.basename(path) in _CONFIGURATIONS or path.endswith(_GIT_FILES):
            return True
        place = absolute(path)
        return any(place == one or place.startswith(os.path.join(one, "")) for one in self._sources())

    def _sources(self) -> set[str]:
        """The absolute paths of the configurations and of the inventories, which may be folders."""
        parts = self.configs.parts
        named = {name for part in parts for name, _ in part.config.sources}
        named |= {one.path for part in parts for one in part.inventory}
        named |= {self.options.inventory} if self.options.inventory else set()
        return set(map(absolute, named))
