"""`clblint plugins`: lists the plugins that are loaded."""

from __future__ import annotations

from clblint.cli.common import load_configured_plugins, print_json, verb_parser
from clblint.cli.parsers import parsed
from clblint.i18n.language import ntr, tr
from clblint.run.output import put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.cli.parsers import Parser


def parser() -> Parser:
    """The parser of `clblint plugins`."""
    return verb_parser("plugins", tr("List the plugins that are loaded."))


def run(arguments: Sequence[str]) -> int:
    """Print each plugin with its distribution and the number of its rules; returns the exit code."""
    options = parsed(parser(), arguments)
    loaded = load_configured_plugins()
    rows = [
        {
            "name": plugin.entry.name,
            "distribution": plugin.entry.distribution,
            "version": plugin.entry.version,
            "rules": len(plugin.rules),
            "error": plugin.error or None,
        }
        for plugin in loaded.plugins
    ]
    if options.format == "json":
        print_json({"format": 1, "plugins": rows})
    else:
        for plugin in loaded.plugins:
            state = plugin.error or ntr("{count} rule", "{count} rules", len(plugin.rules))
            put(f"{plugin.entry.name:24}  {plugin.entry.distribution} {plugin.entry.version}  {state}\n")
    return 2 if loaded.errors else 0
