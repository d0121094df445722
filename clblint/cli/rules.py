"""`clblint rules`: lists the rules that are loaded."""

from __future__ import annotations

from clblint.cli.common import load_configured_plugins, localized_page, print_json, verb_parser
from clblint.cli.parsers import parsed
from clblint.i18n.language import tr
from clblint.plugins.pages import page_of
from clblint.run.output import put
from clblint.search.rows import seed_rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.cli.parsers import Parser
    from clblint.lint.rule import Rule


def parser() -> Parser:
    """The parser of `clblint rules`."""
    return verb_parser("rules", tr("List every rule that is loaded."))


def run(arguments: Sequence[str]) -> int:
    """Print each rule with its severity, pack, fix and summary; returns the exit code."""
    options = parsed(parser(), arguments)
    loaded = load_configured_plugins()
    if options.format == "json":
        print_json({"format": 1, "rules": [describe(rule) for rule in loaded.rules]})
    else:
        width = max((len(rule.name) for rule in loaded.rules), default=0)
        for rule in loaded.rules:
            pack = rule.pack.removeprefix("clblint_")
            summary = localized_page(rule).summary
            fix = rule.fix or "-"
            put(f"{rule.name:{width}}  {rule.severity.label:8}  {pack:11}  {fix:6}  {summary}\n")
    return 2 if loaded.errors else 0


def describe(rule: Rule) -> dict[str, object]:
    """The JSON object of a rule."""
    return {
        "name": rule.name,
        "pack": rule.pack.removeprefix("clblint_"),
        "severity": rule.severity.label,
        "evidence": rule.evidence,
        "since": rule.since,
        "fix": rule.fix or None,
        "summary": page_of(rule).summary,
        "seedRows": seed_rows_of(rule),
    }
