"""`clblint diagnose`: what is wrong with the Services of a snapshot of a cluster, why, and what to do."""

from __future__ import annotations

import sys
import time

from clblint.cli.common import bare_parser
from clblint.cli.diagnose_output import FORMATS, parse_formats, refuse_places
from clblint.cli.parsers import parsed
from clblint.errors import UsageError
from clblint.files.read import STDIN
from clblint.files.working_folder import is_file
from clblint.i18n.language import ntr, tr
from clblint.run.output import put, tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from clblint.cli.parsers import Parser
    from clblint.config.model import Config
    from clblint.diagnose.diagnosis import Diagnosis
    from clblint.diagnose.report import DiagnosisReport

_DAY = 24 * 60 * 60
_PROGRESS_EVERY = 20_000  # objects
_LONGEST_NAME, _LONGEST_TEXT = 253, 400  # characters of a name in Kubernetes, and of an argument in a message
_FAILING = frozenset({"failing", "pending", "no-backends", "deleting"})


def parser() -> Parser:
    """The parser of `clblint diagnose`."""
    made = bare_parser(
        "diagnose", tr("Say what is wrong with the Services of a snapshot of a cluster, why, and what to do.")
    )
    made.formats = FORMATS
    for add_options in (_add_inputs, _add_report_options, _add_other_tasks, _add_common_options):
        add_options(made)
    return made


def _add_inputs(made: Parser) -> None:
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help=tr("output of kubectl: files, folders, - for standard input"))
    add(
        "-n",
        "--namespace",
        metavar="NS",
        help=tr("diagnose only the Services of this namespace; everything is still read"),
    )
    add(
        "--service",
        action="append",
        metavar="NS/NAME",
        help=tr("diagnose only this Service (or give an address or the id of a load balancer); repeatable"),
    )
    add(
        "--manifests",
        metavar="PATH",
        help=tr("the manifests in git: show differences, and what the next apply changes"),
    )
    add("--inventory", metavar="PATH", help=tr("output of the Alibaba Cloud CLI (also recognised among the paths)"))


def _add_report_options(made: Parser) -> None:
    add = made.add_argument
    add("--symptom", metavar="TEXT", help=tr("show the advice about this symptom first"))
    add(
        "--all",
        action="store_true",
        dest="every",
        help=tr("show every cause and all advice, and healthy Services in full"),
    )
    add("--format", action="append", metavar="NAME[=FILE]", help=tr("text, json, markdown, sarif; repeatable"))
    add(
        "--fail-on",
        choices=("failing", "degraded", "advice", "never"),
        default="degraded",
        help=tr("mildest state for exit code 1 (default: degraded)"),
    )
    add(
        "--as-of",
        metavar="TIME",
        help=tr("time of the snapshot, such as 2026-11-20T08:00:00Z (default: the newest time in it)"),
    )
    add(
        "--mask",
        action="store_true",
        help=tr("replace addresses, ids and account numbers with pseudonyms in all output"),
    )


def _add_other_tasks(made: Parser) -> None:
    """Add the options that replace the report by something else."""
    add = made.add_argument
    add(
        "--commands",
        nargs="?",
        const="",
        metavar="NS[/NAME]",
        help=tr("only print the kubectl and aliyun commands that make a snapshot"),
    )
    add("--redact", metavar="FILE", help=tr("only write a copy of the snapshot without secrets, to send to others"))
    add("--write-profile", action="store_true", help=tr("print the facts of the cluster as a block of .clblint.yaml"))


def _add_common_options(made: Parser) -> None:
    add = made.add_argument
    add(
        "--config",
        metavar="FILE",
        help=tr("configuration file instead of .clblint.yaml; its facts override those of the snapshot"),
    )
    add("--color", choices=("auto", "always", "never"), default="auto", help=tr("when to use colours (default: auto)"))
    add("-q", "--quiet", action="store_true", help=tr("only the Services, without header and summary"))
    add("-v", "--verbose", action="store_true", help=tr("report what is read, and how, on standard error"))


def run(arguments: Sequence[str]) -> int:
    """Print the diagnosis; returns 1 if a Service has reached the state of `--fail-on`, 2 if none could be judged."""
    given = parsed(parser(), arguments)
    outputs = parse_formats(given.format or ["text"])
    refuse_places(outputs, given.manifests)
    if given.commands is not None:
        from clblint.diagnose.commands import commands  # noqa: PLC0415 - needs nothing of the rest

        put("".join(f"{line}\n" for line in commands(*_asked_for(given.commands))))
        return 0
    if not given.paths:
        raise UsageError(tr("name what kubectl printed: files, folders, or - (clblint diagnose --commands shows how)"))
    if given.redact is not None:
        return _redact(given.paths, given.redact, quiet=given.quiet)
    from clblint.config.read import load_config  # noqa: PLC0415 - needed by a diagnosis alone

    files = [output.file for output in outputs]
    if any(files):
        from clblint.run.targets import refuse_replacing  # noqa: PLC0415 - most reports go to standard output

        refuse_replacing(files, filter(is_file, given.paths))
    report = _report(given, load_config(given.config))
    if given.write_profile:
        put(_profile(report, masked=given.mask))
        return 0
    from clblint.cli.diagnose_output import write  # noqa: PLC0415 - only for a report

    write(report, outputs, given)
    return exit_code(report, given.fail_on)


def _profile(report: DiagnosisReport, *, masked: bool) -> str:
    """The facts of the cluster as a block of a configuration."""
    from clblint.diagnose.profile import profile_text  # noqa: PLC0415 - only for this option

    text = profile_text(report.cluster)
    if not masked:
        return text
    from clblint.diagnose.masking import Mask  # noqa: PLC0415 - only for these options

    return Mask()(text)


def _asked_for(text: str) -> tuple[str, str]:
    """The namespace and the name in `NS[/NAME]`, which go into lines for a shell; empty texts stand for all."""
    from clblint.kube.admission.names import is_label  # noqa: PLC0415 - needed by these lines alone

    namespace, slash, name = text.partition("/")
    is_name = len(name) <= _LONGEST_NAME and all(map(is_label, name.split(".")))
    if (text and not is_label(namespace)) or (slash and not is_name):
        message = tr(
            "--commands {text}: give a namespace, or a namespace and the name of a Service (NS or NS/NAME), in letters "
            "of lower case, digits and -",
            text=ascii(text) if len(text) <= _LONGEST_TEXT else "...",
        )
        raise UsageError(message)
    return namespace, name


def _redact(paths: Sequence[str], out: str, *, quiet: bool) -> int:
    """Write the copy and report what it leaves out; returns 1 if a file could not be copied completely."""
    from clblint.diagnose.redaction import redact  # noqa: PLC0415 - reads no configuration, and makes no report
    from clblint.run.targets import refuse_link_out, refuse_stream  # noqa: PLC0415 - only for what is written to a file

    refuse_stream(out)
    refuse_link_out(out)
    made = redact(paths, out)
    if made.left_out and not quiet:
        left = tr(", ").join(f"{kind} \u00d7{count}" for kind, count in sorted(made.left_out.items()))
        count = ntr("{count} object", "{count} objects", made.objects)
        tell(tr("{path}: {count}, left out: {left}", path=out, count=count, left=left))
    for path in made.broken:
        name = tr("standard input") if path == STDIN else path
        tell(tr("{path}: truncated or partly unreadable: the copy leaves those parts out", path=name))
    return int(bool(made.broken))


def _report(given: argparse.Namespace, config: Config) -> DiagnosisReport:
    from clblint.cli.diagnose_run import make_report  # noqa: PLC0415 - brings the rules

    return make_report(given, config, int(time.time()) // _DAY, _progress(given))


def _progress(given: argparse.Namespace) -> Callable[[str, int], None]:
    """Reports the progress of a long run, on a terminal or with -v."""
    shown = given.verbose or (not given.quiet and sys.stderr is not None and sys.stderr.isatty())

    def report(path: str, count: int) -> None:
        if shown and count % _PROGRESS_EVERY == 0:
            name = tr("standard input") if path == STDIN else path
            tell(tr("{path}: {count} objects read so far", path=name, count=f"{count:,}"))

    return report


def exit_code(report: DiagnosisReport, fail_on: str) -> int:
    """The exit code of a report; never 0 for an incomplete snapshot or an unknown state."""
    states = [one.state for one in report.diagnoses]
    whole = report.snapshot.whole
    if (not whole and set(states) <= {"unknown"}) or (not states and report.snapshot.is_empty):
        return 2
    if fail_on == "never":
        return int(not whole)
    ill = any(_is_ill(one, fail_on) for one in report.diagnoses)
    return int(ill or not whole or "unknown" in states)


def _is_ill(one: Diagnosis, fail_on: str) -> bool:
    """Whether a Service has reached the state of `--fail-on`; one that may still be syncing has not."""
    if one.state in _FAILING:
        return not (one.causes and one.causes[0].name == "still-syncing")
    return (one.state == "degraded" and fail_on != "failing") or (fail_on == "advice" and bool(one.advice))
