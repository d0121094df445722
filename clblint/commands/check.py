"""`clblint PATH...`: check files and folders, and report."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from clblint import __version__, files
from clblint.config_lookup import load_config
from clblint.engine import Outcome, lint
from clblint.entrypoints import code_folders, plugin_entries
from clblint.inputs import add_input_options, inputs_of, reader
from clblint.lint.selection import select_rules
from clblint.lint.severity import Severity
from clblint.output import Sources, find_reporters, make_report, parse_output, rule_infos, tell, write
from clblint.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.config import Config
    from clblint.lint.finding import Finding
    from clblint.plugins import Plugins
    from clblint.shard import Settings
    from clblint.store import Store

PLAIN = frozenset({"text", "concise"})  # the formats that say nothing about rules as such
EPILOG = """\
examples:
  clblint manifests/                     check a folder
  clblint --format sarif=out.sarif .     also write SARIF, for code scanning
  helm template . | clblint -            check rendered output
  clblint explain local-without-wrr      what, why, how, with examples

verbs: explain, plan, plugins, rules (a path of that name: ./rules)
exit codes: 0 nothing at or above --fail-on, 1 findings, 2 wrong use or configuration, or a rule that broke
"""


def parser() -> argparse.ArgumentParser:
    """The options of a check."""
    made = argparse.ArgumentParser(
        prog="clblint",
        description="Finds what the Alibaba Cloud Controller Manager will refuse, ignore or misread in Services of "
        "type LoadBalancer.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_input_options(made)
    add = made.add_argument
    add("--format", action="append", metavar="NAME[=FILE]", help="text, concise, json, sarif; repeatable")
    add("--select", action="append", metavar="X", help="only these rules: names, packs, globs, all (comma list)")
    add("--ignore", action="append", metavar="X", help="not these rules")
    add("--fail-on", choices=("error", "warning", "note", "never"), help="lowest severity for exit code 1 (warning)")
    add("--jobs", type=_jobs, metavar="N", help="processes (default: one per core where it pays)")
    add("--no-cache", action="store_true", help="do not use or write what is known from earlier runs")
    add("--no-prefilter", action="store_true", help=argparse.SUPPRESS)
    add("--color", choices=("auto", "always", "never"), default="auto", help="(auto)")
    add("--version", action="version", version=f"clblint {__version__}")
    return made


def _jobs(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        message = f"{text!r} is no number of processes"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def run_check(arguments: Sequence[str]) -> int:
    """Check what the arguments name; the exit code."""
    options = parser().parse_args(arguments)
    config = load_config(options.config)
    plugins = Deferred(config.disabled_plugins)
    outputs = [parse_output(text) for text in options.format or ["text"]]
    reporters = find_reporters([output.format for output in outputs], plugins.get)
    selection = _selection(options, config)
    read = reader()
    outcome = lint(
        inputs_of(options, config),
        lambda: _settings(options, config, plugins.get(), selection),
        read,
        jobs=options.jobs or _cores(),
        store=None if options.no_cache else _store(options, config, selection),
    )
    outcome = _finish(outcome, config, options)
    errors = (*plugins.errors, *outcome.errors)
    for line in errors:
        tell(line)
    limit = _limit(options, config)
    report = make_report(
        outcome,
        rule_infos(plugins.get()) if any(output.format not in PLAIN for output in outputs) else (),
        limit,
        errors,
        Sources(read, {options.stdin_filename: files.STDIN} if options.stdin_filename else {}),
    )
    for output, reporter in zip(outputs, reporters, strict=True):
        write(output, reporter, report, options.color)
    if errors:
        return 2
    return int(limit is not None and any(finding.severity >= limit for finding in outcome.findings))


class Deferred:
    """The plugins, loaded when something needs them: a run that is answered from the store does not."""

    def __init__(self, disabled: Sequence[str]) -> None:
        self._disabled = disabled
        self._loaded: Plugins | None = None

    def get(self) -> Plugins:
        """Load the plugins, once."""
        if self._loaded is None:
            from clblint.plugins import load_plugins  # noqa: PLC0415 - see above

            self._loaded = load_plugins(self._disabled)
        return self._loaded

    @property
    def errors(self) -> tuple[str, ...]:
        """One line for each plugin that could not be loaded."""
        return self._loaded.errors if self._loaded else ()


def _selection(options: argparse.Namespace, config: Config) -> tuple[tuple[str, ...], tuple[str, ...]]:
    select = _names(options.select) if options.select else config.select
    ignore = _names(options.ignore) if options.ignore else config.ignore
    return select, ignore


def _settings(
    options: argparse.Namespace,
    config: Config,
    plugins: Plugins,
    selection: tuple[tuple[str, ...], tuple[str, ...]],
) -> Settings:
    from clblint.shard import Settings  # noqa: PLC0415 - brings the parser

    rules = select_rules(plugins.rules, *selection, config.severity)
    return Settings(rules, config.cluster, prefilter=not options.no_prefilter, complete=not plugins.errors)


def _store(options: argparse.Namespace, config: Config, selection: tuple[tuple[str, ...], tuple[str, ...]]) -> Store:
    entries = plugin_entries(config.disabled_plugins)
    depends = repr((entries, selection, options.no_prefilter, config.path)).encode()
    return open_store([depends, config.digest], code_folders(entries))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _names(lists: Iterable[str]) -> tuple[str, ...]:
    return tuple(name.strip() for text in lists for name in text.split(",") if name.strip())


def _limit(options: argparse.Namespace, config: Config) -> Severity | None:
    name = options.fail_on or config.fail_on
    return None if name == "never" else Severity[name.upper()]


def _finish(outcome: Outcome, config: Config, options: argparse.Namespace) -> Outcome:
    findings = (finding for finding in outcome.findings if not config.silences(finding))
    if options.stdin_filename:
        findings = (_renamed(finding, options.stdin_filename) for finding in findings)
    return outcome._replace(findings=tuple(findings))


def _renamed(finding: Finding, name: str) -> Finding:
    if finding.path != files.STDIN:
        return finding
    because = tuple(
        label._replace(place=label.place._replace(path=name)) if label.place.path == files.STDIN else label
        for label in finding.because
    )
    return finding._replace(place=finding.place._replace(path=name), because=because)
