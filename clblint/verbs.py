"""The verbs beside checking: `explain`, `rules`, `plugins`."""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from typing import TYPE_CHECKING

from clblint.config_lookup import load_config
from clblint.errors import UsageError
from clblint.pages import page_of
from clblint.plugins import load_plugins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.lint.rule import Rule
    from clblint.plugins import Plugins


def run_verb(verb: str, arguments: Sequence[str]) -> int:
    """Run a verb with its arguments; the exit code."""
    return {"explain": explain, "rules": rules, "plugins": plugins}[verb](arguments)


def _load() -> Plugins:
    loaded = load_plugins(load_config(None).disabled_plugins)
    for error in loaded.errors:
        sys.stderr.write(f"clblint: {error}\n")
    return loaded


def _parser(verb: str, description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"clblint {verb}", description=description, allow_abbrev=False)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="(text)")
    return parser


def explain(arguments: Sequence[str]) -> int:
    """Print the page of a rule."""
    parser = _parser("explain", "Print the page of a rule: what is wrong, why, what to do, with examples.")
    parser.add_argument("rule", metavar="RULE")
    options = parser.parse_args(arguments)
    loaded = _load()
    by_name = {rule.name: rule for rule in loaded.rules}
    if options.rule not in by_name:
        near = difflib.get_close_matches(options.rule, by_name, 3, 0.4)
        hint = f"; nearest: {', '.join(near)}" if near else " (clblint rules lists them)"
        message = f"no rule is called {options.rule}{hint}"
        raise UsageError(message)
    rule = by_name[options.rule]
    if options.format == "json":
        _print_json(_describe(rule) | {"page": page_of(rule).markdown})
    else:
        sys.stdout.write(f"{rule.name}  {_facts(rule)}\n\n{page_of(rule).markdown}")
    return 2 if loaded.errors else 0


def _facts(rule: Rule) -> str:
    opt_in = ", off unless selected" if rule.opt_in else ""
    return f"{rule.severity.label}, pack {rule.pack.removeprefix('clblint_')}, since {rule.since}{opt_in}"


def rules(arguments: Sequence[str]) -> int:
    """List every rule."""
    options = _parser("rules", "List every rule that is loaded.").parse_args(arguments)
    loaded = _load()
    if options.format == "json":
        _print_json({"format": 1, "rules": [_describe(rule) for rule in loaded.rules]})
    else:
        width = max((len(rule.name) for rule in loaded.rules), default=0)
        for rule in loaded.rules:
            pack = rule.pack.removeprefix("clblint_")
            off = " (opt-in)" if rule.opt_in else ""
            sys.stdout.write(f"{rule.name:{width}}  {rule.severity.label:7}  {pack:11}  {page_of(rule).summary}{off}\n")
    return 2 if loaded.errors else 0


def _describe(rule: Rule) -> dict[str, object]:
    return {
        "name": rule.name,
        "pack": rule.pack.removeprefix("clblint_"),
        "severity": rule.severity.label,
        "evidence": rule.evidence,
        "since": rule.since,
        "optIn": rule.opt_in,
        "fix": None,
        "summary": page_of(rule).summary,
    }


def plugins(arguments: Sequence[str]) -> int:
    """List what is loaded, from where, with how many rules."""
    options = _parser("plugins", "List the plugins that are loaded.").parse_args(arguments)
    loaded = _load()
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
        _print_json({"format": 1, "plugins": rows})
    else:
        for row in rows:
            state = row["error"] or f"{row['rules']} rules"
            sys.stdout.write(f"{row['name']:24}  {row['distribution']} {row['version']}  {state}\n")
    return 2 if loaded.errors else 0


def _print_json(value: object) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
