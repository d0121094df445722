"""`clblint diagnose`: what is wrong with the Services of a snapshot of a cluster, why, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.cli.common import print_json, verb_parser
from clblint.cli.parsers import parsed
from clblint.i18n.language import ENGLISH, in_language, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.cli.parsers import Parser


def parser() -> Parser:
    """The parser of `clblint diagnose`."""
    made = verb_parser(
        "diagnose", tr("Say what is wrong with the Services of a snapshot of a cluster, why, and what to do.")
    )
    made.add_argument(
        "paths", nargs="*", metavar="PATH", help=tr("files and folders that kubectl printed, - for standard input")
    )
    return made


def run_diagnose(arguments: Sequence[str]) -> int:
    """Print the diagnosis; returns the exit code."""
    given = parsed(parser(), arguments)
    from clblint.diagnose.cluster import ReadCluster
    from clblint.diagnose.document import document
    from clblint.diagnose.reading.files import read_snapshot
    from clblint.diagnose.report import report_on
    from clblint.diagnose.service import Fleet

    snapshot = read_snapshot(given.paths, 0, lambda path, count: None)
    cluster = ReadCluster(snapshot)
    report = report_on(snapshot, cluster, Fleet(snapshot, cluster), lambda name: True)
    with in_language(ENGLISH):
        print_json(document(report))
    return 0
