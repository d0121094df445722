"""`Configs`: finds the configuration and the cluster of each file: the nearest configuration upward applies alone."""

from __future__ import annotations

import os

from clblint.config.model import no_config
from clblint.config.search import Search
from clblint.fast import NamedTuple, cached_property
from clblint.files.digest import digest_of
from clblint.files.read import STDIN
from clblint.files.working_folder import absolute, here, is_folder, relative
from clblint.plugins.registry import Rulebook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from clblint.config.model import Config
    from clblint.config.parts import DeclaredCluster, NamedPath
    from clblint.config.read import ConfigReader
    from clblint.kube.clusters.profile import Cluster


class ConfigPart(NamedTuple):
    """A group of files with the same configuration and the same cluster in it.

    `name` is that of the declared cluster, empty if there is none.
    """

    config: Config
    declared: DeclaredCluster | None = None
    name: str = ""

    @property
    def cluster(self) -> Cluster:
        """The declared facts about the cluster of these files."""
        return self.config.cluster if self.declared is None else self.declared.cluster

    @property
    def inventory(self) -> tuple[NamedPath, ...]:
        """The inventory of the cluster of these files."""
        own = self.declared.inventory if self.declared is not None else None
        return self.config.inventory if own is None else own

    @property
    def key(self) -> bytes:
        """A digest of the settings that findings in these files depend on, without the inventory."""
        return digest_of(repr((self.config.path, self.name)).encode(errors="replace") + self.config.digest)


class Configs:
    """Maps files, by the path under which they are reported, to configurations and clusters."""

    def __init__(self, asked: Iterable[str], named: str | None, stdin_name: str | None, *, kept: bool = True) -> None:
        """`asked` are the paths of the run, `named` the file of `--config`, which replaces all others.

        `kept` enables the cache.
        """
        self._kept = kept
        paths = [path for path in (*asked, stdin_name) if path and path != STDIN]
        folders = (path if is_folder(path) else os.path.dirname(path) for path in paths)
        self._search = Search([here(), *map(absolute, folders)])
        self._book = Rulebook((), kept=kept)
        self._stdin = stdin_name or ""
        self._known: dict[str, Config] = {"": no_config()}
        self._numbers: dict[tuple[str, int], int] = {}  # of parts, by configuration and cluster
        self._by_folder: dict[str, tuple[Config, int]] = {}
        self._by_path: dict[str, int] = {}
        self._parts: list[ConfigPart] = []
        self.named = named is not None
        self.main = self._read(self._search.find(here())) if named is None else self._replacing(named)

    @property
    def parts(self) -> list[ConfigPart]:
        """The parts found so far; before any file, only that of the current folder."""
        if not self._parts:
            self._part(self.main, -1)
        return self._parts

    @property
    def book(self) -> Rulebook:
        """The installed rules, without those of plugins that the configuration of the run disables."""
        disabled = self.main.disabled_plugins
        return Rulebook(disabled, kept=self._kept) if disabled else self._book

    def look(self, folder: str, names: AbstractSet[str]) -> None:
        """Note the hidden names in a folder, in lower case, before the first look-up of its files."""
        self._search.look(absolute(folder), names)

    def of(self, path: str) -> Config:
        """The configuration of a file."""
        return self._in_folder(path)[0]

    def at(self, path: str) -> Config:
        """The configuration that is displayed under a path; the default one for none."""
        return self.main if path == self.main.path else self._read(absolute(path) if path else "")

    def excludes(self, path: str) -> bool:
        """Whether the configuration of a file excludes it."""
        exclude = self._in_folder(path)[0].exclude
        return bool(exclude) and exclude.match(self._named_path(path))

    def number_of(self, path: str) -> int:
        """The number of the part that a file belongs to."""
        config, number = self._in_folder(path)
        if not config.clusters:
            return number
        found = self._by_path.get(path)
        if found is None:
            named = self._named_path(path)
            at = next((at for at, one in enumerate(config.clusters) if one.files.match(named)), -1)
            found = self._by_path[path] = number if at < 0 else self._part(config, at)
        return found

    def meet(self, paths: Iterable[str]) -> None:
        """Determine the parts of all these files, so that `parts` is complete."""
        for path in paths:
            self.number_of(path)

    def part_of(self, path: str) -> ConfigPart:
        """The part that a file belongs to."""
        return self.parts[self.number_of(path)]

    def declared(self, path: str) -> str | None:
        """The name of the cluster that a file is declared to be applied to; None if nothing is declared."""
        part = self.part_of(path)
        if not part.name or part.declared is not None:
            return part.name or None
        from clblint.kube.clusters.path_names import naming_of  # noqa: PLC0415 - few folders have a configuration of their own

        # Folders named after clusters are different clusters, although they share this configuration.
        below = relative(os.path.dirname(path) or ".", part.config.folder).replace(os.sep, "/")
        return None if naming_of(below).names else part.name

    def root_of(self, folder: str) -> str:
        """The project folder around an absolute folder; empty if there is none."""
        return self._search.project(folder)

    def holds(self, named: NamedPath) -> bool:
        """Whether a path in a configuration lies in the project of that configuration."""
        folder = absolute(os.path.dirname(named.place.path))
        end = self._search.end(folder)
        if self.named and not end:  # the user trusts a configuration that `--config` names
            return True
        from clblint.files.links import leads_out  # noqa: PLC0415 - few configurations name an inventory

        return not leads_out(named.path, [end or folder])

    def _named_path(self, path: str) -> str:
        return self._stdin if path == STDIN and self._stdin else path

    def _in_folder(self, path: str) -> tuple[Config, int]:
        """The configuration of a file, and the number of its part without a named cluster."""
        folder = path.rpartition("/")[0] if path != STDIN else path
        found = self._by_folder.get(folder)
        if found is None:
            if self.named:
                config = self.main
            else:
                place = absolute(os.path.dirname(self._named_path(path)) or ".")
                config = self._read(self._search.find(place))
            found = self._by_folder[folder] = config, self._part(config, -1)
        return found

    @cached_property
    def _reader(self) -> ConfigReader:
        from clblint.config.read import ConfigReader  # noqa: PLC0415 - many runs have no configuration

        return ConfigReader(self._search, self._book, kept=self._kept)

    def _read(self, path: str) -> Config:
        if path not in self._known:
            self._known[path] = self._reader.read(path)
        return self._known[path]

    def _replacing(self, named: str) -> Config:
        """The configuration of `--config`; one from elsewhere has patterns relative to the current folder."""
        path, current = absolute(named), here()
        folder = os.path.dirname(path)
        base = folder if os.path.commonpath((folder, current)) == folder else current
        return self._reader.read(path, base, given=True)

    def _part(self, config: Config, at: int) -> int:
        key = (config.path, at)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._parts)
            declared = config.clusters[at] if at >= 0 else None
            self._parts.append(ConfigPart(config, declared, declared.name if declared else self._folder_of(config)))
        return number

    def _folder_of(self, config: Config) -> str:
        """The folder of a nested configuration, which counts as a cluster; empty if it is not nested."""
        end = self._search.end(config.folder) if config.folder and not self.named else ""
        own = os.path.relpath(config.folder, end) if end else "."
        return "" if own == "." or config.clusters else own.replace(os.sep, "/")
