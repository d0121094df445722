"""The rules of all plugins, without importing what a run does not need.

Importing every rule takes longer than checking a small manifest. So what is known of the rules without their modules
is kept from one run to the next, under the digest of the code: a plugin is loaded when its code has changed, and else
each rule is imported when something asks for its check or its page. A plugin with a rule that cannot be found again by
its module is loaded every time.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

from clblint.fast import cached_property
from clblint.files.cache_folder import read_cached, write_cached
from clblint.files.digest import digest_of
from clblint.files.stamps import stamps_of
from clblint.lint.rule import Rule, from_row, to_row
from clblint.plugins.metadata import code_folders, plugin_entries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.files.stamps import Stamp
    from clblint.plugins.manager import Plugins

_LAYOUT = "5"  # of what is kept; raise it when a row of a rule changes


class Rulebook:
    """The rules that are installed, without those of plugins that are disabled; `kept` says to keep what is known."""

    def __init__(self, disabled: Sequence[str], *, kept: bool = True) -> None:
        self._disabled = disabled
        self._kept = kept

    @cached_property
    def code(self) -> bytes:
        """The digest of everything that decides what is found: the code of clblint and of the plugins."""
        entries = plugin_entries(self._disabled)
        files = [row for folder in code_folders(entries) for row in _files(folder)]
        return digest_of(repr((_LAYOUT, sys.version, entries, files)).encode(errors="replace"))

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, by name."""
        if not self._kept:
            return self.plugins.rules
        name = f"rules-{self.code.hex()}"
        rows = read_cached(name)
        if rows:
            return tuple(map(from_row, rows))
        rules = self.plugins.rules
        if not self.errors and all(rule.can_be_found for rule in rules):
            write_cached(name, [to_row(rule) for rule in rules])
        return rules

    @cached_property
    def plugins(self) -> Plugins:
        """The plugins themselves, loaded."""
        from clblint.plugins.manager import load_plugins  # noqa: PLC0415 - brings pluggy, for those who need it

        return load_plugins(self._disabled)

    @property
    def errors(self) -> tuple[str, ...]:
        """One line for each plugin that could not be loaded; what is kept was kept without any."""
        return self.plugins.errors if "plugins" in self.__dict__ else ()


@cache
def _files(folder: str) -> list[Stamp]:
    return stamps_of(folder, (".py", ".json"), frozenset({"locale"}))
