"""`Rulebook`: the rules of all plugins; modules of rules are imported only when needed.

Importing every rule takes longer than checking a small manifest. So the attributes of the rules are cached under the
digest of the code: plugins are loaded when code has changed, otherwise a rule is imported when its check or its page is
needed. Plugins are loaded in every run if one has a rule that cannot be found again by its module.
"""

from __future__ import annotations

import marshal
import sys
from functools import cache
from typing import TYPE_CHECKING

from clblint.fast import cached_property
from clblint.files.cache_folder import read_cached, write_cached
from clblint.files.digest import digest_of
from clblint.files.stamps import stamps_of
from clblint.i18n.language import HOST
from clblint.lint.rule import Rule, from_row, to_row
from clblint.plugins.metadata import code_folders, plugin_entries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.files.stamps import Stamp
    from clblint.lint.cause import CauseFinder
    from clblint.plugins.manager import Plugins

_LAYOUT = "5"  # version of the cached rows; raise it when `to_row` changes
_STABLE = 2  # later versions of marshal write equal values in different ways


class Rulebook:
    """The installed rules, without those of disabled plugins; `kept` enables the cache."""

    def __init__(self, disabled: Sequence[str], *, kept: bool = True) -> None:
        self._disabled = disabled
        self._kept = kept

    @cached_property
    def code(self) -> bytes:
        """The digest of the code of clblint and of all plugins."""
        entries = plugin_entries(self._disabled)
        files = [row for folder in code_folders(entries) for row in _files(folder)]
        return digest_of(marshal.dumps((_LAYOUT, sys.version, list(map(tuple, entries)), files), _STABLE))

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
        """The plugins, loaded on first access."""
        from clblint.plugins.manager import load_plugins  # noqa: PLC0415 - brings pluggy, for those who need it

        return load_plugins(self._disabled)

    @cached_property
    def causes(self) -> tuple[CauseFinder, ...]:
        """The causes of plugins for `clblint diagnose`; clblint's own packs have none, and are not loaded for them."""
        strangers = any(entry.distribution != HOST for entry in plugin_entries(self._disabled))
        return self.plugins.causes if strangers else ()

    @property
    def errors(self) -> tuple[str, ...]:
        """One line for each plugin that could not be loaded; rules are cached only if there is none."""
        return self.plugins.errors if "plugins" in self.__dict__ else ()


@cache
def _files(folder: str) -> list[Stamp]:
    return stamps_of(folder, (".py", ".json"), frozenset({"locale"}))
