"""Loads plugins from entry points with pluggy; the built-in packs are loaded in the same way as others."""

from __future__ import annotations

import importlib
import re

import pluggy

from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.i18n.language import tr
from clblint.lint.cause import CauseFinder
from clblint.lint.failure import raised_in
from clblint.lint.rule import Rule
from clblint.plugins import hookspecs
from clblint.plugins.markers import MARK
from clblint.plugins.metadata import EntryPoint, plugin_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from clblint.report.report import Reporter


_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9._/-]*", re.ASCII)  # `vendor/rule-name`
_FIRST = "0.1"  # the default of `since` for built-in rules


class _Manager(pluggy.PluginManager):
    """A plugin manager that accepts `clblint.plugins.markers.hookimpl` as well as pluggy's marker."""

    def parse_hookimpl_opts(self, plugin: Any, name: str) -> pluggy.HookimplOpts | None:  # noqa: ANN401 - as in pluggy
        """The hook options of an attribute of a plugin; None if it is no hook implementation."""
        marked = getattr(plugin, name, None)
        options = getattr(marked, MARK, None)
        if marked is not None and options is not None:
            pluggy.HookimplMarker(hookspecs.PROJECT)(**options)(marked)
        return super().parse_hookimpl_opts(plugin, name)


class Plugin(NamedTuple):
    """An installed plugin with its rules and causes, or with the error if it could not be loaded."""

    entry: EntryPoint
    module: object
    rules: tuple[Rule, ...]
    error: str
    causes: tuple[CauseFinder, ...] = ()


class Plugins(NamedTuple):
    """The loaded plugins, and the errors of those that could not be loaded."""

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

    @property
    def causes(self) -> tuple[CauseFinder, ...]:
        """The causes of all plugins, by name."""
        found = {one.name: one for plugin in self.plugins for one in plugin.causes}
        return tuple(found[name] for name in sorted(found))

    def reporters(self) -> Iterator[Reporter]:
        """The reporters of all plugins."""
        for answer in self.manager.hook.clblint_reporters():
            yield from answer


def load_plugins(disabled: Iterable[str] = ()) -> Plugins:
    """Load every plugin of the entry-point group, without those `disabled` by name or distribution.

    Rules of different plugins that have one name are all left out, and their plugins say so. Raises `UsageError` where
    there is no plugin at all.
    """
    manager = _Manager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    entries = plugin_entries(disabled)
    if not entries:
        message = tr(
            "no rules: no plugin of the entry-point group 'clblint' is installed; "
            "install clblint itself (pip install clblint, or pip install -e . in its repository)"
        )
        raise UsageError(message)
    return Plugins(manager, _without_equal_names([_load(manager, entry) for entry in entries]))


def _load(manager: pluggy.PluginManager, entry: EntryPoint) -> Plugin:
    try:
        module: Any = importlib.import_module(entry.module)
        manager.register(module, name=entry.name)
        manager.check_pending()
        rules = tuple(_of_pack(made, entry) for made in _rules_of(manager, module))
        causes = tuple(_causes_of(manager, module))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a third-party module may raise or exit; other plugins still load
        if manager.has_plugin(entry.name):
            manager.unregister(name=entry.name)
        message = tr("plugin {plugin} cannot be loaded: {cause}", plugin=_named(entry), cause=_cause(entry, error))
        return Plugin(entry, None, (), message)
    return Plugin(entry, module, rules, "", causes)


def _cause(entry: EntryPoint, error: BaseException) -> str:
    if isinstance(error, UsageError):
        return str(error)
    cause = f"{type(error).__name__}: {error}".splitlines()[0]
    place = raised_in(entry.module.partition(".")[0], error)
    return f"{cause} ({place})" if place else cause


def _of_pack(made: Rule, entry: EntryPoint) -> Rule:
    """The rule with `since` filled in; raises `UsageError` if a third-party name lacks the vendor prefix."""
    own = entry.distribution == hookspecs.PROJECT
    if not own and not _NAME.fullmatch(made.name):
        message = tr("the name of rule {rule} does not begin with its vendor, as in vendor/{rule}", rule=made.name)
        raise UsageError(message)
    if own and not made.since:
        made.since = _FIRST
    return made


def _named(entry: EntryPoint) -> str:
    return tr("{name} of {distribution}", name=entry.name, distribution=f"{entry.distribution} {entry.version}")


def _rules_of(manager: pluggy.PluginManager, module: object) -> Iterator[Rule]:
    for implementation in manager.hook.clblint_rules.get_hookimpls():
        if implementation.plugin is module:
            answer: Any = implementation.function()
            for made in answer:
                if not isinstance(made, Rule):
                    message = tr("clblint_rules returned {answer}: expected a Rule", answer=repr(made))
                    raise TypeError(message)
                yield made


def _causes_of(manager: pluggy.PluginManager, module: object) -> Iterator[CauseFinder]:
    for implementation in manager.hook.clblint_causes.get_hookimpls():
        if implementation.plugin is module:
            answer: Any = implementation.function()
            for made in answer:
                if not (isinstance(made, CauseFinder) and _NAME.fullmatch(made.name)):
                    message = tr(
                        "clblint_causes returned {answer}: expected a CauseFinder whose name begins with its vendor, "
                        "as in vendor/name",
                        answer=repr(made),
                    )
                    raise TypeError(message)
                yield made


def _without_equal_names(plugins: list[Plugin]) -> tuple[Plugin, ...]:
    owners: dict[str, list[EntryPoint]] = {}
    for plugin in plugins:
        for made in plugin.rules:
            owners.setdefault(made.name, []).append(plugin.entry)
    shared = {name: entries for name, entries in owners.items() if len(entries) > 1}
    return tuple(_without(plugin, shared) for plugin in plugins)


def _without(plugin: Plugin, shared: dict[str, list[EntryPoint]]) -> Plugin:
    own = [rule.name for rule in plugin.rules if rule.name in shared]
    if not own:
        return plugin
    # Only the last plugin with the name reports it, so that it is reported once.
    tr = [_equal_names(name, shared[name]) for name in dict.fromkeys(own) if shared[name][-1] is plugin.entry]
    rules = tuple(rule for rule in plugin.rules if rule.name not in shared)
    return plugin._replace(rules=rules, error="\n".join(tr) or plugin.error)


def _equal_names(name: str, entries: list[EntryPoint]) -> str:
    *others, last = (f"{entry.name} ({entry.distribution} {entry.version})" for entry in entries)
    return tr(
        "two rules are named {name}: one of {others}, one of {last}; neither is run; "
        "uninstall one, or disable it in the configuration under plugins.disable",
        name=name,
        others=tr(", ").join(others),
        last=last,
    )
