"""`Rulebook`: the rules of all plugins; modules of rules are imported only when needed.

Importing every rule takes longer than checking a small manifest. So the attributes of the rules are cached under the
digest of the code: plugins are loaded when code has changed, otherwise a rule is imported when its check or its page is
needed. Plugins are loaded in every run if one has a rule that cannot be found again by its module. A wheel brings the
attributes of its rules, so the first run on a machine loads none either.
"""

from __future__ import annotations

import marshal
import sys

from clblint.fast import cached_property
from clblint.files.cache_folder import read_cached, write_cached
from clblint.files.digest import digest_of
from clblint.i18n.language import HOST
from clblint.lint.rule import Rule, from_row, to_row
from clblint.plugins.metadata import plugin_entries, state_of_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.lint.cause import CauseFinder
    from clblint.plugins.manager import Plugins
    from clblint.plugins.metadata import EntryPoint

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
        state = state_of_code(self._entries)
        return digest_of(marshal.dumps((_LAYOUT, sys.version, list(map(tuple, self._entries)), state), _STABLE))

    @cached_property
    def _entries(self) -> list[EntryPoint]:
        return plugin_entries(self._disabled)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, by name."""
        if not self._kept:
            return self.plugins.rules
        name = f"rules-{self.code.hex()}"
        rows = read_cached(name)
        if rows:
            return tuple(map(from_row, rows))
        from clblint.plugins.packed_rules import packed_rows  # noqa: PLC0415 - once for each state of the code

        rows = packed_rows(self._entries)
        rules = tuple(map(from_row, rows)) if rows else self.plugins.rules
        if rows or (not self.errors and all(rule.can_be_found for rule in rules)):
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
        strangers = any(entry.distribution != HOST for entry in self._entries)
        return self.plugins.causes if strangers else ()

    @property
    def errors(self) -> tuple[str, ...]:
        """One line for each plugin that could not be loaded; rules are cached only if there is none."""
        return self.plugins.errors if "plugins" in self.__dict__ else ()
