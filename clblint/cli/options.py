"""Command line options of a check, and the input options that several verbs share, converted to `Options`."""

from __future__ import annotations

import argparse
import sys

from clblint import __version__
from clblint.cli.parsers import new_parser
from clblint.cli.verbs import VERBS
from clblint.i18n.language import tr
from clblint.i18n.text import N_
from clblint.report.formats.registry import REPORTERS
from clblint.run.options import Options
from clblint.source.go_integers import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.cli.parsers import Parser

EPILOG = N_("""\
examples:
  clblint manifests/                     check a folder
  clblint --format sarif=out.sarif .     also write SARIF, for code scanning
  helm template . | clblint -            check rendered output
  clblint --diff manifests/              show what --fix would change
  clblint explain local-without-wrr      what the rule finds, why, and how to fix it
  clblint explain --event "TEXT"         the rules behind an event or an error

commands: {verbs}
  (to check a path with such a name, write ./rules)
exit codes: 0 nothing at or above --fail-on, 1 findings, 2 wrong use or configuration, or a rule that crashed
""")


class _ShowVersion(argparse.Action):
    """Prints the version, and whether the compiled parser runs; an action, since only this option looks for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from clblint.source.plain import compiled_parser  # noqa: PLC0415 - only for --version

        form = "compiled" if compiled_parser() else "pure Python"
        if sys.stdout is not None:
            sys.stdout.write(f"clblint {__version__} ({form})\n")
        parser.exit()


def parser() -> Parser:
    """The parser of a check."""
    made = new_parser(
        "clblint",
        tr(
            "Finds what the Alibaba Cloud Controller Manager will refuse, ignore or misread in Services of type "
            "LoadBalancer."
        ),
        tr(EPILOG, verbs=", ".join(VERBS)),
    )
    add_options(made)
    return made


def add_options(made: Parser) -> None:
    """Add the options of a check and its paths to a parser."""
    add_input_options(made)
    made.formats = tuple(REPORTERS)
    add = made.add_argument
    add(
        "--format",
        action="append",
        metavar="NAME[=FILE]",
        help=tr("{formats}; repeatable", formats=", ".join(REPORTERS)),
    )
    add("--against", metavar="REV|DIR", help=tr("also check the change from that git revision or folder to the paths"))
    add(
        "--select",
        action="append",
        metavar="X",
        help=tr("only these rules: names, packs, globs, all, pedantic (comma-separated; repeatable)"),
    )
    add("--ignore", action="append", metavar="X", help=tr("not these rules (comma-separated; repeatable)"))
    add(
        "--fail-on",
        choices=("error", "warning", "note", "never"),
        help=tr("lowest severity for exit code 1 (default: warning)"),
    )
    add("--pedantic", action="store_true", help=tr("also show pedantic findings: advice about what works"))
    add(
        "--min-severity",
        choices=("error", "warning", "note", "pedantic"),
        help=tr("lowest severity to show (default: note); hidden findings still count for the exit code"),
    )
    add("--fix", action="store_true", help=tr("apply safe fixes: they change nothing that works today"))
    add("--unsafe-fixes", action="store_true", help=tr("with --fix or --diff: also fixes that may change behaviour"))
    add(
        "--diff",
        action="store_true",
        help=tr("show what --fix would change, and write nothing; exit code 1 if it would change a file"),
    )
    add(
        "--baseline",
        metavar="FILE",
        help=tr("report only findings that are not in this baseline (clblint baseline FILE writes it)"),
    )
    add(
        "--add-ignore",
        metavar="REASON",
        type=_reason,
        help=tr("write a suppression comment with this reason for each remaining finding"),
    )
    add(
        "--show-suppressed",
        action="store_true",
        help=tr("also show suppressed findings, and why they are (text, json, sarif, html)"),
    )
    add("--allow-empty", action="store_true", help=tr("accept empty standard input"))
    add("--fail-on-empty", action="store_true", help=tr("exit code 2 if there is no Kubernetes object"))
    add(
        "--jobs",
        type=_jobs,
        metavar="N",
        help=tr("number of processes (default: one per core if there are many files)"),
    )
    add("--no-cache", action="store_true", help=tr("neither read nor write the cache of earlier runs"))
    add("--no-prefilter", action="store_true", help=argparse.SUPPRESS)
    add("--color", choices=("auto", "always", "never"), default="auto", help=tr("when to use colours (default: auto)"))
    add("-q", "--quiet", action="store_true", help=tr("findings only, without the summary"))
    add("-v", "--verbose", action="store_true", help=tr("report what is read, and how, on standard error"))
    add("--version", action=_ShowVersion, nargs=0, help=tr("show the version and exit"))


def add_input_options(parser: argparse.ArgumentParser) -> None:
    """Add the paths and the options that control what is read, for all verbs that read manifests."""
    add = parser.add_argument
    add(
        "paths",
        nargs="*",
        metavar="PATH",
        help=tr("files and folders, - for standard input (default: the current folder)"),
    )
    add("--config", metavar="FILE", help=tr("use this file instead of the .clblint.yaml files"))
    add(
        "--context",
        action="append",
        metavar="PATH",
        help=tr("files and folders to read for cross-references; nothing in them is reported"),
    )
    add(
        "--inventory",
        metavar="PATH",
        help=tr("output of the Alibaba Cloud CLI about your CLBs and NLBs: a JSON file or a folder"),
    )
    add("--stdin-filename", metavar="PATH", help=tr("report findings in standard input under this name"))
    add(
        "--force-exclude",
        action="store_true",
        help=tr("apply exclude, .gitignore and the other filters to named files, too (for hooks)"),
    )
    add("--no-gitignore", action="store_true", help=tr("also check files that git ignores"))


def options_of(given: argparse.Namespace) -> Options:
    """The parsed options as `Options`; those that the verb does not have get their defaults."""
    return Options._make(_plain(getattr(given, name, None), of) for name, of in Options._field_defaults.items())


def _plain(value: object, default: object) -> object:
    return default if value is None else tuple(value) if isinstance(value, list) else value


_MAX_JOBS = 64  # processes; more are not faster


def _jobs(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not text.strip("0"):
        message = tr("{text}: must be a positive integer", text=repr(text))
        raise argparse.ArgumentTypeError(message)
    return min(whole(text), _MAX_JOBS)


def _reason(text: str) -> str:
    if not text.isprintable() or not any(char.isalnum() for char in text):
        message = tr("{text}: needs a one-line reason", text=repr(text))
        raise argparse.ArgumentTypeError(message)
    return text.strip()
