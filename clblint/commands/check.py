"""`clblint PATH...`: check files and folders, and report."""

from __future__ import annotations

import argparse
import os
from functools import partial
from typing import TYPE_CHECKING

from clblint import __version__, files
from clblint.commands.against_option import against_of
from clblint.commands.help_format import HelpFormatter
from clblint.config_lookup import load_config
from clblint.engine import Outcome, lint
from clblint.inputs import add_input_options, export_of, inputs_of, reader
from clblint.lint.selection import select_rules
from clblint.lint.severity import Severity
from clblint.output import (
    Sources,
    find_reporters,
    make_report,
    parse_output,
    rule_infos,
    tell,
    terminal_style,
    write,
)
from clblint.report.formats import REPORTERS
from clblint.rulebook import Rulebook
from clblint.shown import Show
from clblint.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.config import Config
    from clblint.inventory.load import Export
    from clblint.lint.finding import Finding
    from clblint.output import Output
    from clblint.shard import Settings
    from clblint.store import Store

# The formats that say nothing about rules as such; reading their pages takes its time.
_WITHOUT_RULES = frozenset({"checkstyle", "concise", "github", "gitlab", "json", "junit", "markdown", "text"})
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
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )
    add_input_options(made)
    add = made.add_argument
    add("--format", action="append", metavar="NAME[=FILE]", help=f"{', '.join(REPORTERS)}; repeatable")
    add("--against", metavar="REV|DIR", help="also check the change from that git revision or folder to the paths")
    add("--select", action="append", metavar="X", help="only these rules: names, packs, globs, all (comma list)")
    add("--ignore", action="append", metavar="X", help="not these rules")
    add("--fail-on", choices=("error", "warning", "note", "never"), help="lowest severity for exit code 1 (warning)")
    add("--jobs", type=_jobs, metavar="N", help="processes (default: one per core where it pays)")
    add("--no-cache", action="store_true", help="do not use or write what is known from earlier runs")
    add("--no-prefilter", action="store_true", help=argparse.SUPPRESS)
    add("--color", choices=("auto", "always", "never"), default="auto", help="(auto)")
    add("-q", "--quiet", action="store_true", help="findings only, without the summary")
    add("-v", "--verbose", action="store_true", help="say what is read and with what")
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
    book = Rulebook(config.disabled_plugins)
    outputs = [parse_output(text) for text in options.format or ["text"]]
    reporters = find_reporters([output.format for output in outputs], lambda: book.plugins)
    selection = _selection(options, config)
    export = export_of(options, config)
    read = reader()
    against = against_of(options)
    inputs = inputs_of(options, config) if options.paths or not against else []
    outcome = lint(
        inputs,
        lambda: _settings(options, config, book, selection, export),
        read,
        jobs=options.jobs or _cores(),
        store=None if options.no_cache else _store(options, config, book, selection, export),
        show=_show(outputs, options.color),
    )
    if against is not None:
        changes = against.changes(inputs, read, config, options.stdin_filename or "")
        rules = select_rules(book.rules, *selection, config.severity)
        outcome = _with_change(outcome, *against.findings(changes, rules, config))
        read = against.reader(read)
    if options.verbose:
        _tell_what_is_read(inputs, config, book)
    outcome = _finish(outcome, config, options)
    errors = (*book.errors, *outcome.errors)
    for line in errors:
        tell(line)
    limit = _limit(options, config)
    report = make_report(
        outcome,
        rule_infos(book.rules) if any(output.format not in _WITHOUT_RULES for output in outputs) else (),
        limit,
        errors,
        Sources(read, {options.stdin_filename: files.STDIN} if options.stdin_filename else {}),
    )
    for output, reporter in zip(outputs, reporters, strict=True):
        write(output, reporter, report, options.color, quiet=options.quiet)
    if errors:
        return 2
    return int(limit is not None and any(finding.severity >= limit for finding in outcome.findings))


def _tell_what_is_read(inputs: Sequence[files.Input], config: Config, book: Rulebook) -> None:
    from clblint.source.events import best_engine  # noqa: PLC0415 - brings the parser

    reported = sum(item.reported for item in inputs)
    tell(f"configuration: {config.path or 'none found'}")
    tell(f"files: {reported} checked, {len(inputs) - reported} read for context")
    tell(f"rules: {len(book.rules)} in {len({rule.pack for rule in book.rules})} packs")
    tell(f"parser: {'C extension' if best_engine().name == 'c' else 'Python, which is some 20 times slower'}")


def _with_change(outcome: Outcome, found: list[Finding], failures: list[str]) -> Outcome:
    findings = sorted([*outcome.findings, *found], key=lambda finding: finding.sort_key)
    return outcome._replace(findings=tuple(findings), errors=(*outcome.errors, *failures))


def _selection(options: argparse.Namespace, config: Config) -> tuple[tuple[str, ...], tuple[str, ...]]:
    select = _names(options.select) if options.select else config.select
    ignore = _names(options.ignore) if options.ignore else config.ignore
    return select, ignore


def _settings(
    options: argparse.Namespace,
    config: Config,
    book: Rulebook,
    selection: tuple[tuple[str, ...], tuple[str, ...]],
    export: Export | None,
) -> Settings:
    from clblint.shard import Settings  # noqa: PLC0415 - brings the parser

    rules = select_rules(book.rules, *selection, config.severity)
    return Settings(
        rules,
        config.cluster,
        prefilter=not options.no_prefilter,
        complete=not book.errors,
        inventory=export.read() if export else None,
    )


def _show(outputs: Sequence[Output], color: str) -> Show | None:
    """How findings will be shown, so that it can be done while they are found, and be kept."""
    if not any(output.format == "text" and not output.file for output in outputs):
        return None
    from clblint.report.plain_text import block  # noqa: PLC0415 - only for this format

    style = terminal_style(color)
    return Show(repr(tuple(style)), partial(block, style))


def _store(
    options: argparse.Namespace,
    config: Config,
    book: Rulebook,
    selection: tuple[tuple[str, ...], tuple[str, ...]],
    export: Export | None,
) -> Store:
    depends = repr((selection, options.no_prefilter, config.path)).encode()
    return open_store([book.code, depends, config.digest, export.digest if export else b""])


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
    return finding._replace(place=finding.place._replace(path=name), because=because, shown="")
