"""The main command: lints the files, applies fixes if asked to, and writes the reports or a baseline."""

from __future__ import annotations

import sys

from clblint.errors import UsageError
from clblint.files.read import STDIN
from clblint.files.working_folder import is_folder
from clblint.i18n.language import ntr, tr
from clblint.light import suppress
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from clblint.run.apply_filter import is_writable
from clblint.run.inputs import InputReader, against_of, configs_of, inputs_of, is_empty
from clblint.run.lint_pass import LintPass
from clblint.run.lint_settings import SettingsFactory
from clblint.run.output import find_reporters, parse_output, put, refuse_shared_files, tell, tell_passed_over
from clblint.run.reporting import report_of, with_older, with_pictures, write_reports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from clblint.config.per_file import Configs
    from clblint.discovery.walk import Input
    from clblint.engine.outcome import Outcome
    from clblint.lint.severity import Severity
    from clblint.report.report import Report, Reporter
    from clblint.run.fixing import FixOutcome
    from clblint.run.options import Options
    from clblint.run.output import Output

    Read = Callable[[str], bytes]

_COPIED = "copied-server-fields"
_EVENTS = (b'"kind": "Event"', b'"kind":"Event"', b"kind: Event\n")

# Keeps the last report until the process ends: freeing thousands of findings takes as long as writing them.
_last: list[Report] = []


def check(options: Options, baseline: str = "") -> int:
    """Run a check and write its reports, or the baseline to the given path; returns the exit code."""
    configs = configs_of(options)
    book = configs.book
    outputs = [parse_output(text) for text in options.format]
    refuse_shared_files(outputs)
    for path in filter(None, (*(output.file for output in outputs), baseline)):
        _refuse_link_out(path)
    reporters = find_reporters([output.format for output in outputs], lambda: book.plugins)
    factory = SettingsFactory(options, configs, book)
    reader = InputReader()
    older, paths = against_of(options)
    inputs = _inputs(options._replace(paths=paths), configs, reader) if paths or not older else []
    _refuse_empty(inputs, reader, options)
    configs.meet(item.path for item in inputs)
    lint_pass = LintPass(factory, inputs, outputs, older, keeps_advice=bool(baseline))
    try:
        return _checked(lint_pass, reader, reporters, baseline)
    finally:
        lint_pass.close()


def _checked(lint_pass: LintPass, reader: InputReader, reporters: Sequence[Reporter], baseline: str) -> int:
    options, outputs, inputs, older = lint_pass.options, lint_pass.outputs, lint_pass.inputs, lint_pass.older
    factory = lint_pass.factory
    configs, book = factory.configs, factory.configs.book
    outcome = lint_pass(reader)
    if any(output.file for output in outputs):
        from clblint.run.targets import refuse_reports  # noqa: PLC0415 - most reports go to standard output

        refuse_reports(lint_pass, outcome)
    _tell(lint_pass, outcome)
    read = outcome.reader(reader)
    _tell_of_snapshots(outcome, read)
    fixed = _fixed(lint_pass, read, outcome)
    if fixed is not None and not options.diff:
        outcome, read = fixed.outcome, fixed.reader(read)
        _tell_fixed(outcome.fixed, outputs, options)
    read = older.reader(read) if older is not None else read
    if options.add_ignore and not options.diff:
        from clblint.run.add_ignore import ignored  # noqa: PLC0415 - brings the parser

        outcome = ignored(outcome, options.add_ignore, read, is_writable(outcome, options))
    of_context = _not_yaml(inputs, read) if options.context else ()
    errors = (
        *book.errors, *outcome.errors, *of_context, *(fixed.errors if fixed else ()), *_none_found(outcome, options)
    )  # fmt: skip
    for line in errors:
        tell(line)
    if baseline:
        return 2 if errors else _write_baseline(lint_pass, outcome, baseline)
    report = with_older(report_of(options, configs.main, book, outcome._replace(errors=errors), read), older)
    report = with_pictures(report, inputs, read, factory, older)
    _last[:] = [report]
    with _rest_of_output(options, inputs):
        write_reports(zip(outputs, reporters, strict=True), report, book, options)
    if errors:
        return 2
    return int(bool(fixed.after)) if fixed is not None and options.diff else int(_is_reached(report.fail_on, outcome))


def _not_yaml(inputs: Sequence[Input], read: Read) -> Iterable[str]:
    from clblint.run.named_context import is_named, not_yaml  # noqa: PLC0415 - few runs name files for context

    return not_yaml(filter(is_named, inputs), read)


def _refuse_link_out(path: str) -> None:
    from clblint.run.targets import refuse_link_out  # noqa: PLC0415 - most reports go to standard output

    refuse_link_out(path)


def _tell(lint_pass: LintPass, outcome: Outcome) -> None:
    """Write the messages that precede the report to standard error."""
    options, configs = lint_pass.options, lint_pass.factory.configs
    if options.unsafe_fixes and not (options.fix or options.diff):
        tell(tr("--unsafe-fixes does nothing by itself: add --fix to write them, or --diff to see them"))
    if options.verbose:
        from clblint.run.verbose import (  # noqa: PLC0415 - few runs tell so much
            tell_builds,
            tell_clusters,
            tell_what_is_read,
            tell_what_waited,
        )

        tell_what_is_read(lint_pass.inputs, configs, configs.book)
        tell_what_waited(outcome)
        tell_builds(outcome)
        tell_clusters(outcome, configs)
    if any(map(is_folder, options.roots)):
        from clblint.run.empty_folders import tell_what_is_empty  # noqa: PLC0415 - a run over files has none

        tell_what_is_empty(lint_pass.inputs, options)
    for line in lint_pass.older.uncompared if lint_pass.older is not None else ():
        tell(line)


def _tell_of_snapshots(outcome: Outcome, read: Read) -> None:
    """Say of the first file that is a snapshot of a cluster what reads it: it holds copied Services, and events."""
    for path in sorted({finding.path for finding in outcome.findings if finding.rule == _COPIED}):
        with suppress(UsageError):
            data = read(path)
            if any(event in data for event in _EVENTS) and b"resourceVersion" in data:
                shown = visible(path, PLAIN)
                tell(tr("{path}: looks like a snapshot of a cluster, which clblint diagnose reads", path=shown))
                return


def _inputs(options: Options, configs: Configs, reader: InputReader) -> list[Input]:
    """The input files; the reader is told to refuse links that lead out of the project."""
    found = inputs_of(options, configs)
    reader.leave_out(found)
    tell_passed_over()
    return found


def _refuse_empty(inputs: Iterable[Input], read: Read, options: Options) -> None:
    """Raise `UsageError` for empty standard input: usually the command before the pipe has failed."""
    if not options.allow_empty and is_empty(inputs, read, options):
        raise UsageError(
            tr("nothing on standard input: did the command before it fail? (--allow-empty if that is as it should be)")
        )


def _none_found(outcome: Outcome, options: Options) -> tuple[str, ...]:
    """The error message if --fail-on-empty is given and no Kubernetes object was found."""
    if not options.fail_on_empty or any(count.objects for count in outcome.counts.values()):
        return ()
    none = ntr("no Kubernetes object in {count} file", "no Kubernetes object in {count} files", len(outcome.counts))
    return (f"{none} (--fail-on-empty)",)


def _is_reached(limit: Severity | None, outcome: Outcome) -> bool:
    if limit is None:
        return False
    return any(finding.severity >= limit for finding in outcome.findings) or any(
        level >= limit for level, _ in outcome.hidden
    )


def _fixed(lint_pass: LintPass, read: Read, outcome: Outcome) -> FixOutcome | None:
    """Apply fixes (`--fix`) or print them (`--diff`); None without either option."""
    options = lint_pass.options
    if not (options.fix or options.diff):
        return None
    from clblint.run.fixing import Fixer, fix_files, show_diff  # noqa: PLC0415 - most runs fix nothing

    names = {item.path: item.path for item in lint_pass.inputs if item.reported}
    if options.stdin_filename and STDIN in names:
        names[options.stdin_filename] = names.pop(STDIN)
    fixer = Fixer(lint_pass, read, names, unsafe=options.unsafe_fixes)
    if options.diff:
        return show_diff(fixer, outcome, options.color, quiet=options.quiet)
    return fix_files(fixer, outcome)


def _tell_fixed(count: int, outputs: Sequence[Output], options: Options) -> None:
    """Print the number of fixes to standard error, unless a report for people on standard output has it."""
    if options.quiet or any(output.format == "text" and not output.file for output in outputs):
        return
    from clblint.run.fixing import tell_fixed  # noqa: PLC0415 - most runs fix nothing

    tell_fixed(count)


def _write_baseline(lint_pass: LintPass, outcome: Outcome, path: str) -> int:
    from clblint.run.write_baseline import write_baseline  # noqa: PLC0415 - one verb does so

    put(visible(write_baseline(lint_pass.factory, lint_pass.options, outcome, path), PLAIN) + "\n")
    return 0


def _rest_of_output(options: Options, inputs: Sequence[Input]) -> AbstractContextManager[object]:
    """Redirect reports to standard error if standard output carries the fixed text of standard input."""
    takes_text = options.fix and not options.diff and any(item.path == STDIN for item in inputs)
    if not takes_text:
        return suppress()  # nothing changes
    from contextlib import redirect_stdout  # noqa: PLC0415 - few runs mend standard input

    return redirect_stdout(sys.stderr)
