"""Loading plugins: the built-in packs come through the same door as everybody's."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

import pluggy

from clblint import hooks
from clblint.entrypoints import EntryPoint, plugin_entries
from clblint.errors import UsageError
from clblint.lint.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.report.report import Reporter


class Plugin(NamedTuple):
    """A plugin that was found, and why it could not be loaded if it could not."""

    entry: EntryPoint
    module: object
    rules: tuple[Rule, ...]
    error: str


class Plugins(NamedTuple):
    """What is loaded, and what went wrong on the way."""

    manager: pluggy.PluginManager
    plugins: tuple[Plugin, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, by name."""
        return tuple(sorted((rule for plugin in self.plugins for rule in plugin.rules), key=lambda rule: rule.name))

    @property
    def errors(self) -> tuple[str, ...]:
        """One line for each plugin that could not be loaded."""
        return tuple(plugin.error for plugin in self.plugins if plugin.error)

    def reporters(self) -> Iterator[Reporter]:
        """The output formats that plugins bring."""
        for answer in self.manager.hook.clblint_reporters():
            yield from answer


def load_plugins(disabled: Iterable[str] = ()) -> Plugins:
    """Load every plugin of the entry-point group, without those `disabled` by name or distribution.

    Raises `UsageError` where there is none at all, or where two rules have one name.
    """
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    entries = plugin_entries(disabled)
    if not entries:
        message = (
            "no rules: no plugin of the entry-point group 'clblint' is installed; "
            "install clblint itself (pip install clblint, or pip install -e . in its repository)"
        )
        raise UsageError(message)
    loaded = Plugins(manager, tuple(_load(manager, entry) for entry in entries))
    _refuse_equal_names(loaded.plugins)
    return loaded


def _load(manager: pluggy.PluginManager, entry: EntryPoint) -> Plugin:
    try:
        module: Any = importlib.import_module(entry.module)
        manager.register(module, name=entry.name)
        manager.check_pending()
        rules = tuple(_rules_of(manager, module))
    except Exception as error:  # noqa: BLE001 - whatever a stranger's module raises, the others go on
        if manager.has_plugin(entry.name):
            manager.unregister(name=entry.name)
        cause = f"{type(error).__name__}: {error}".splitlines()[0]
        message = f"plugin {entry.name} of {entry.distribution} {entry.version} cannot be loaded: {cause}"
        return Plugin(entry, None, (), message)
    return Plugin(entry, module, rules, "")


def _rules_of(manager: pluggy.PluginManager, module: object) -> Iterator[Rule]:
    for implementation in manager.hook.clblint_rules.get_hookimpls():
        if implementation.plugin is module:
            answer: Any = implementation.function()
            for made in answer:
                if not isinstance(made, Rule):
                    message = f"clblint_rules returned {made!r}, which is no rule"
                    raise TypeError(message)
                yield made


def _refuse_equal_names(plugins: Iterable[Plugin]) -> None:
    owners: dict[str, EntryPoint] = {}
    for plugin in plugins:
        for made in plugin.rules:
            other = owners.setdefault(made.name, plugin.entry)
            if other is not plugin.entry:
                message = (
                    f"two rules are named {made.name}: one of {other.name} ({other.distribution} {other.version}), "
                    f"one of {plugin.entry.name} ({plugin.entry.distribution} {plugin.entry.version}); "
                    "uninstall one, or disable it in the configuration (plugins: {disable: [...]})"
                )
                raise UsageError(message)
