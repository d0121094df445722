"""`clblint PATH...`: check files and folders, and report."""

from __future__ import annotations

import contextlib
import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from clblint.cli.against_option import against_of
from clblint.cli.check_options import parser
from clblint.cli.parsers import parsed
from clblint.discovery import walk as files
from clblint.engine.cache import open_cache
from clblint.engine.rendering import Renderer
from clblint.engine.run import Outcome, lint
from clblint.errors import UsageError
from clblint.i18n.language import ENGLISH, current_language, in_language, ntr, tr
from clblint.lint.severity import Severity
from clblint.report.report import PLAIN, Older
from clblint.report.terminal import visible
from clblint.run.apply_filter import ReportFilter, is_writable
from clblint.run.inputs import InputReader, configs_of, inputs_of, is_empty
from clblint.run.lint_settings import SettingsFactory
from clblint.run.output import (
    SourceText,
    find_reporters,
    make_report,
    parse_output,
    refuse_shared_files,
    rule_infos,
    style_of,
    tell,
    tell_passed_over,
    terminal_style,
    write,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from clblint.config.model import Config
    from clblint.config.per_file import Configs
    from clblint.engine.cache import ResultCache
    from clblint.engine.progress import Progress
    from clblint.engine.worker import WorkerSettings
    from clblint.lint.finding import Finding
    from clblint.plugins.registry import Rulebook
    from clblint.report.report import Report, Reporter
    from clblint.report.translator import Translator
    from clblint.run.against import OlderRevision
    from clblint.run.fixing import FixOutcome
    from clblint.run.output import Output

    Read = Callable[[str], bytes]

# The formats that say nothing about rules as such; reading their pages takes its time.
_WITHOUT_RULES = frozenset({"checkstyle", "concise", "github", "gitlab", "json", "junit", "markdown", "text"})
_FOR_PEOPLE = frozenset({"concise", "markdown", "text"})  # the others are the same in every language
_WITH_EDITS = frozenset({"json", "sarif", "text"})  # the formats that show what mends a finding
# The last report lives as long as the process: with thousands of findings, taking it apart takes as long as writing it.
_last: list[Report] = []


def run_check(arguments: Sequence[str]) -> int:
    """Check what the arguments name; the exit code."""
    options = parsed(parser(), arguments)
    try:
        return check(options)
    except files.MissingPathError as error:
        from clblint.cli.usage_errors import verb_meant  # noqa: PLC0415 - most paths exist

        message = str(error) + (verb_meant(error.path) if error.path in options.paths else "")
        raise UsageError(message) from error


def check(options: argparse.Namespace, baseline: str = "") -> int:
    """Check what the options name, and report it or write it as a baseline; the exit code."""
    configs = configs_of(options)
    book = configs.book
    outputs = [parse_output(text) for text in options.format or ["text"]]
    refuse_shared_files(outputs)
    reporters = find_reporters([output.format for output in outputs], lambda: book.plugins)
    judging = SettingsFactory(options, configs, book)
    reader = InputReader()
    read: Read = reader
    against = against_of(options)
    inputs = _inputs(options, configs, reader) if options.paths or not against else []
    _refuse_empty(inputs, read, options)
    configs.meet(item.path for item in inputs)
    settling = ReportFilter(judging, options)

    def look(read: Read) -> Outcome:
        with _progress(options) as progress:
            outcome = lint(
                inputs,
                lambda: _settings(options, judging)._replace(progress=progress),
                read,
                jobs=options.jobs or _cores(),
                store=None if options.no_cache else _store(options, judging),
                show=_show(outputs, options.color, book, judging.lowest()),
                key_of=judging.key_of,
            )
        outcome = _without_links(outcome, inputs)
        if against is not None:
            from clblint.run.against import judged  # noqa: PLC0415 - most runs compare with nothing

            changes = against.changes(inputs, read, configs, judging.inventories.of, options.stdin_filename or "")
            outcome = _with_change(outcome, *judged(changes, judging.standards))
            compared = ((change.service.path, change.service.node) for change in changes)
            outcome = outcome._replace(compared=frozenset((path, (node.line, node.column)) for path, node in compared))
        return settling.settle(_renamed(outcome, options))

    outcome = look(read)
    if options.unsafe_fixes and not (options.fix or options.diff):
        tell(tr("--unsafe-fixes does nothing by itself: add --fix to write them, or --diff to see them"))
    if options.verbose:
        _tell_what_is_read(inputs, configs, book)
        _tell_what_waited(outcome)
        _tell_clusters(outcome, configs)
    _tell_what_is_empty(inputs, options)
    read = outcome.reader(read)
    fixed = _fixed(options, look, read, inputs, outcome)
    if fixed is not None and not options.diff:
        outcome, read = fixed.outcome, fixed.reader(read)
        _tell_fixed(outcome.fixed, outputs, options)
    read = against.reader(read) if against is not None else read
    if options.add_ignore and not options.diff:
        outcome = _ignored(outcome, options, read)
    errors = (*book.errors, *outcome.errors, *(fixed.errors if fixed else ()), *_none_found(outcome, options))
    for line in errors:
        tell(line)
    if baseline:
        return _write_baseline(settling, outcome, baseline, errors)
    report = _report(options, configs.main, book, outcome._replace(errors=errors), read)
    report = _with_older(report, against)
    _last[:] = [report]
    with _rest_of_output(options, inputs):
        _write(zip(outputs, reporters, strict=True), report, book, options)
    if errors:
        return 2
    return int(bool(fixed.after)) if fixed is not None and options.diff else int(_is_reached(report.fail_on, outcome))


def _inputs(options: argparse.Namespace, configs: Configs, reader: InputReader) -> list[files.Input]:
    """The files of the run; the reader learns which of them it may not read."""
    found = inputs_of(options, configs)
    reader.leave_out(found)
    tell_passed_over()
    return found


def _without_links(outcome: Outcome, inputs: Iterable[files.Input]) -> Outcome:
    """What was found in a file, once, whatever links to it were checked, too."""
    links = {item.path for item in inputs if item.linked and item.reported}
    if not links:
        return outcome
    from clblint.run.linked_files import reported_once  # noqa: PLC0415 - hardly a project has links

    return reported_once(outcome, links)


def _write_baseline(settling: ReportFilter, outcome: Outcome, path: str, errors: Sequence[str]) -> int:
    if errors:
        return 2
    sys.stdout.write(visible(settling.write_baseline(outcome, path), PLAIN) + "\n")
    return 0


def _report(options: argparse.Namespace, config: Config, book: Rulebook, outcome: Outcome, read: Read) -> Report:
    sources = SourceText(read, {options.stdin_filename: files.STDIN} if options.stdin_filename else {})
    if _shows_edits(options):
        outcome = outcome._replace(findings=tuple(map(sources.with_text, outcome.findings)))
    about_rules = any(parse_output(text).format not in _WITHOUT_RULES for text in options.format or ["text"])
    limit = _limit(options, config)
    report = make_report(outcome, rule_infos(book.rules if about_rules else ()), limit, outcome.errors, sources)
    return report._replace(silenced=outcome.silenced if options.show_suppressed else ())


def _with_older(report: Report, against: OlderRevision | None) -> Report:
    """The report with what the names of older files mean."""
    named = against.named() if against is not None else {}
    return report._replace(older={name: Older(*file) for name, file in named.items()})


def _refuse_empty(inputs: Iterable[files.Input], read: Read, options: argparse.Namespace) -> None:
    """Raise `UsageError` for a pipe with nothing in it: mostly the command that was to write into it has failed."""
    if not options.allow_empty and is_empty(inputs, read, options):
        raise UsageError(
            tr("nothing on standard input: did the command before it fail? (--allow-empty if that is as it should be)")
        )


def _none_found(outcome: Outcome, options: argparse.Namespace) -> tuple[str, ...]:
    """What is said where --fail-on-empty asks for a Kubernetes object and there is none."""
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


def _write(
    outputs: Iterable[tuple[Output, Reporter]], report: Report, book: Rulebook, options: argparse.Namespace
) -> None:
    for output, reporter in outputs:
        if options.diff and not output.file:
            continue
        language = current_language() if output.format in _FOR_PEOPLE else ENGLISH
        style = style_of(output, options.color, quiet=options.quiet)
        with in_language(language):
            text = reporter.render(_in_language(report, book, language), style)
        with contextlib.suppress(BrokenPipeError):  # what was found decides the exit code
            write(output, text)


def _progress(options: argparse.Namespace) -> contextlib.AbstractContextManager[Progress | None]:
    """What shows how far the run is; nothing where nobody watches."""
    if options.quiet or not (sys.stderr and sys.stderr.isatty()):
        return contextlib.nullcontext()
    from clblint.engine.progress import Progress, may_be_shown  # noqa: PLC0415 - in pipes and pipelines nobody watches

    return Progress() if may_be_shown() else contextlib.nullcontext()


def _in_language(report: Report, book: Rulebook, language: str) -> Report:
    return report if language == ENGLISH else report._replace(findings=tuple(map(_translator(book), report.findings)))


def _translator(book: Rulebook) -> Translator:
    from clblint.report.translator import Translator  # noqa: PLC0415 - English is what findings are in

    return Translator(current_language(), {rule.name: rule.pack for rule in book.rules})


def _tell_what_is_empty(inputs: Sequence[files.Input], options: argparse.Namespace) -> None:
    """Name the folders that were asked for in vain: perhaps another one was meant. It is part of a text report."""
    if options.against or options.quiet or options.fail_on_empty:
        return
    reported = [item.path for item in inputs if item.reported]
    asked = [path for path in options.paths or ["."] if os.path.isdir(path)]
    empty = [path for path in asked if not any(files.is_below(one, files.shown(path)) for one in reported)]
    for path in empty:
        if not options.no_gitignore and files.are_ignored([path]):
            tell(tr("git ignores every manifest here; --no-gitignore checks them"))
        elif not files.collect([path]):
            line = tr("{path}: no manifest in this folder, neither YAML nor JSON", path=path)
            if options.format in (None, ["text"]) and sys.stdout is not None:
                sys.stdout.write(f"{visible(line, PLAIN)}\n")
            else:
                tell(line)


def _fixed(
    options: argparse.Namespace,
    look: Callable[[Read], Outcome],
    read: Read,
    inputs: Sequence[files.Input],
    outcome: Outcome,
) -> FixOutcome | None:
    """Mend the reported files, or show what that would change; None where neither is asked for."""
    if not (options.fix or options.diff):
        return None
    from clblint.run.fixing import Fixer, fix_files, show_diff  # noqa: PLC0415 - most runs only look

    names = {item.path: item.path for item in inputs if item.reported}
    if options.stdin_filename and files.STDIN in names:
        names[options.stdin_filename] = names.pop(files.STDIN)
    fixer = Fixer(look, read, names, unsafe=options.unsafe_fixes)
    if options.diff:
        return show_diff(fixer, outcome, options.color, quiet=options.quiet)
    return fix_files(fixer, outcome)


def _tell_fixed(count: int, outputs: Sequence[Output], options: argparse.Namespace) -> None:
    """Say how much was fixed, unless a report for people on standard output does."""
    if options.quiet or any(output.format == "text" and not output.file for output in outputs):
        return
    from clblint.run.fixing import tell_fixed  # noqa: PLC0415 - as above

    tell_fixed(count)


def _rest_of_output(options: argparse.Namespace, inputs: Sequence[files.Input]) -> AbstractContextManager[object]:
    """Where reports go: to standard error if standard output is for the mended text of standard input."""
    takes_text = options.fix and not options.diff and any(item.path == files.STDIN for item in inputs)
    return contextlib.redirect_stdout(sys.stderr) if takes_text else contextlib.nullcontext()


def _tell_what_is_read(inputs: Sequence[files.Input], configs: Configs, book: Rulebook) -> None:
    from clblint.source.events import best_engine  # noqa: PLC0415 - brings the parser

    reported = sum(item.reported for item in inputs)
    packs = len({rule.pack for rule in book.rules})
    fast = best_engine().name == "c"
    for line in configs.told(item.path for item in inputs if item.reported):
        tell(line)
    tell(tr("files: {count} checked, {more} read for context", count=reported, more=len(inputs) - reported))
    tell(tr("rules: {count} in {packs} packs", count=len(book.rules), packs=packs))
    tell(tr("parser: C extension") if fast else tr("parser: Python, which is some 20 times slower"))


def _tell_what_waited(outcome: Outcome) -> None:
    """Name the checks that the summary counts as waiting for a fact about the cluster."""
    waits = dict.fromkeys(wait for count in outcome.counts.values() for wait in count.waits)
    for rule, owner in sorted(waits):
        tell(tr("{rule} waits for a fact about the cluster: {object}", rule=rule, object=owner or "-"))


def _tell_clusters(outcome: Outcome, configs: Configs) -> None:
    from clblint.cli.verbose_clusters import clusters_told  # noqa: PLC0415 - for -v

    for line in clusters_told(outcome.refs, configs.declared):
        tell(line)


def _with_change(outcome: Outcome, found: list[Finding], failures: list[str]) -> Outcome:
    findings = sorted([*outcome.findings, *found], key=lambda finding: finding.sort_key)
    return outcome._replace(findings=tuple(findings), errors=(*outcome.errors, *failures))


def _settings(options: argparse.Namespace, judging: SettingsFactory) -> WorkerSettings:
    standards = judging.standards
    tuple(standards)  # at once: what is wrong with rules and plugins is known then, and other processes need not look
    from clblint.engine.worker import WorkerSettings  # noqa: PLC0415 - brings the parser

    return WorkerSettings(
        (),
        judging.configs.main.cluster,
        prefilter=not options.no_prefilter,
        complete=not judging.book.errors,
        edits=_shows_edits(options),
        standards=standards,
    )


def _show(outputs: Sequence[Output], color: str, book: Rulebook, lowest: Severity) -> Renderer | None:
    """How findings will be shown, so that it can be done while they are found, and be kept."""
    if not any(output.format == "text" and not output.file for output in outputs):
        return None
    from clblint.report.formats.text import block  # noqa: PLC0415 - only for this format

    style = terminal_style(color)
    if current_language() == ENGLISH:
        return Renderer(repr(tuple(style)), partial(block, style), lowest)
    translator = _translator(book)
    return Renderer(
        repr((translator.key, *style)), lambda finding, lines: block(style, translator(finding), lines), lowest
    )


def _store(options: argparse.Namespace, judging: SettingsFactory) -> ResultCache:
    depends = repr((options.no_prefilter, _shows_edits(options))).encode()
    return open_cache([judging.book.code, depends, judging.digest])


def _shows_edits(options: argparse.Namespace) -> bool:
    return any(parse_output(text).format in _WITH_EDITS for text in options.format or ["text"])


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _limit(options: argparse.Namespace, config: Config) -> Severity | None:
    name = options.fail_on or config.fail_on
    return None if name == "never" else Severity[name.upper()]


def _ignored(outcome: Outcome, options: argparse.Namespace, read: Callable[[str], bytes]) -> Outcome:
    """What is left after comments were written for it."""
    from clblint.run.add_ignore import add_ignores  # noqa: PLC0415 - brings the parser
    from clblint.suppress.silenced import SUPPRESSION, SuppressedFinding  # noqa: PLC0415 - only to write comments

    added = add_ignores(outcome.findings, options.add_ignore, read, is_writable(outcome, options))
    done = {id(finding) for finding in added.findings}
    for path, count in added.comments.items():
        tell(tr("{path}: comments written: {count}", path=path, count=count))
    for line in (*added.changed, *added.refused):
        tell(line)
    silenced = (SuppressedFinding(finding, SUPPRESSION, options.add_ignore) for finding in added.findings)
    return outcome._replace(
        findings=tuple(finding for finding in outcome.findings if id(finding) not in done),
        silenced=(*outcome.silenced, *silenced),
    )


def _renamed(outcome: Outcome, options: argparse.Namespace) -> Outcome:
    if not options.stdin_filename:
        return outcome
    findings = (_renamed_finding(finding, options.stdin_filename) for finding in outcome.findings)
    return outcome._replace(findings=tuple(findings))


def _renamed_finding(finding: Finding, name: str) -> Finding:
    if finding.path != files.STDIN:
        return finding
    because = tuple(
        label._replace(place=label.place._replace(path=name)) if label.place.path == files.STDIN else label
        for label in finding.because
    )
    return finding._replace(place=finding.place._replace(path=name), because=because, shown="")
