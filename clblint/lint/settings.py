"""`LintSettings` and `SettingsByFile`: the rules, the cluster and the inventory that apply to each file."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.clusters.profile import unnamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster
    from clblint.lint.rule import Rule


class LintSettings(NamedTuple):
    """The rules, the cluster and the inventory for the files of one part of a project."""

    rules: tuple[Rule, ...]
    cluster: Cluster
    inventory: Inventory | None = None


class SettingsByFile:
    """The settings of each file, by the path under which it is read.

    `number_of` returns the number of the settings of a file; `make` builds the settings of a number, once.
    `declared` returns the cluster that a file is declared to be applied to; `count` is the number of settings.
    """

    def __init__(
        self,
        count: Callable[[], int],
        number_of: Callable[[str], int],
        make: Callable[[int], LintSettings],
        declared: Callable[[str], str | None],
    ) -> None:
        self._count = count
        self._make = make
        self._made: dict[int, LintSettings] = {}
        self.number_of = number_of
        self.declared = declared

    def of(self, path: str) -> LintSettings:
        """The settings of a file."""
        return self.at(self.number_of(path))

    def at(self, number: int) -> LintSettings:
        """The settings of a number."""
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = self._make(number)
        return made

    def __iter__(self) -> Iterator[LintSettings]:
        return map(self.at, range(self._count()))

    def inventories(self) -> list[Inventory]:
        """All inventories, each once."""
        found = {id(one.inventory): one.inventory for one in self if one.inventory is not None}
        return list(found.values())


def one_settings(lint_settings: LintSettings) -> SettingsByFile:
    """The same settings for all files, without declared clusters."""
    return SettingsByFile(lambda: 1, lambda _: 0, lambda _: lint_settings, unnamed)
