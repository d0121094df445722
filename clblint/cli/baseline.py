"""`clblint baseline FILE [PATH...]`: writes the current findings to a file, so that later runs report only new ones."""

from __future__ import annotations

import argparse
import os

from clblint.cli.actions import actions_of
from clblint.cli.options import add_options, options_of
from clblint.cli.parsers import new_parser, parsed
from clblint.errors import UsageError
from clblint.i18n.language import tr
from clblint.run.check import check
from clblint.run.targets import refuse_stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.cli.parsers import Parser

_VERB = "baseline"
# Options that change manifests or control the report: a baseline holds all findings, and has one format.
_UNSUPPORTED = ("fix", "unsafe_fixes", "diff", "add_ignore", "format", "fail_on", "show_suppressed", "min_severity")


def parser() -> Parser:
    """The parser of `clblint baseline`."""
    made = new_parser(
        f"clblint {_VERB}",
        tr(
            "Write the current findings to FILE; a check with --baseline FILE reports only findings that are not in "
            "it. Running it again removes findings that no longer occur."
        ),
    )
    made.missing_argument = tr("name the file to write, such as: clblint baseline .clblint-baseline.json manifests/")
    made.add_argument("file", metavar="FILE", help=tr("the baseline, JSON"))
    add_options(made)
    for action in actions_of(made):
        if action.dest in _UNSUPPORTED:
            action.help = argparse.SUPPRESS
    return made


def run(arguments: Sequence[str]) -> int:
    """Run a check and write its findings to the baseline; returns the exit code, 0 or 2."""
    options = parsed(parser(), arguments)
    unsupported = [f"--{name.replace('_', '-')}" for name in _UNSUPPORTED if getattr(options, name)]
    if unsupported:
        raise UsageError(tr("unexpected with baseline: {options}", options=tr(", ").join(unsupported)))
    refuse_stream(options.file)
    if os.path.isdir(options.file):
        message = tr(
            "{folder} is a folder; the file to write comes first: clblint baseline .clblint-baseline.json {folder}",
            folder=options.file,
        )
        raise UsageError(message)
    return check(options_of(options), baseline=options.file)
