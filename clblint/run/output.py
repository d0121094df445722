"""Output of reports: `--format` options, the data for reporters, writing to standard output or files, messages."""

from __future__ import annotations

import os
import sys

from clblint import __version__
from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.paths import display_path
from clblint.files.read import STDIN
from clblint.i18n.language import tr
from clblint.light import suppress
from clblint.report.formats import registry
from clblint.report.report import Report, Style, Summary
from clblint.report.terminal import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clblint.engine.outcome import Outcome
    from clblint.fix.resolve import Resolver
    from clblint.lint.finding import Finding
    from clblint.lint.severity import Severity
    from clblint.plugins.manager import Plugins
    from clblint.report.report import Reporter
    from clblint.report.rule_info import RuleInfo

_WIDTH = 100


class Output(NamedTuple):
    """One `--format NAME[=FILE]`; no file means standard output."""

    format: str
    file: str


def parse_output(text: str) -> Output:
    """Parse `NAME` or `NAME=FILE`; raises `UsageError` if the file is empty."""
    name, is_named, file = text.partition("=")
    if is_named and not file:
        raise UsageError(tr("--format {name}= names no file (without =, it goes to standard output)", name=name))
    if file.endswith("/"):
        raise UsageError(tr("--format {name}={file} names a folder: a report is one file", name=name, file=file))
    return Output(name, "" if file == STDIN else file)  # where `-` is standard output


def refuse_shared_files(outputs: Iterable[Output]) -> None:
    """Raise `UsageError` if two reports go to one file: the second would replace the first."""
    formats_in: dict[str, str] = {}
    for output in outputs:
        if not output.file or _is_pipe(output.file):  # which takes several reports
            continue
        place = os.path.realpath(output.file)
        if place in formats_in:
            message = tr(
                "{file}: two reports cannot go to one file ({first} and {second}): name a file for each",
                file=output.file,
                first=formats_in[place],
                second=output.format,
            )
            raise UsageError(message)
        formats_in[place] = output.format


def _is_pipe(path: str) -> bool:
    from clblint.files.replace import is_special  # noqa: PLC0415 - most reports go to standard output

    return is_special(path)


def find_reporters(names: Iterable[str], plugins: Callable[[], Plugins]) -> list[Reporter]:
    """The reporters of formats, built in or from a plugin; raises `UsageError` for an unknown one."""
    return [registry.reporter(name) if name in registry.REPORTERS else _brought(name, plugins()) for name in names]


def _brought(name: str, plugins: Plugins) -> Reporter:
    brought = {reporter.name: reporter for reporter in plugins.reporters()}
    if name not in brought:
        known = tr(", ").join(sorted({*registry.REPORTERS, *brought}))
        message = tr("no format is called {name}; there are {known}", name=name or '""', known=known)
        raise UsageError(message)
    return brought[name]


def make_report(
    outcome: Outcome, rules: tuple[RuleInfo, ...], fail_on: Severity | None, errors: Sequence[str], sources: SourceText
) -> Report:
    """Build the report that is passed to reporters."""
    return Report(
        findings=outcome.findings,
        rules=rules,
        summary=summarize(outcome),
        fail_on=fail_on,
        errors=tuple(errors),
        version=__version__,
        source_line=sources.line,
        source_text=sources.text,
    )


def summarize(outcome: Outcome) -> Summary:
    """The numbers in the last lines of a report."""
    counts = outcome.counts.values()
    return Summary(
        files=len(outcome.counts),
        services=sum(count.services for count in counts),
        balancers=sum(count.balancers for count in counts),
        nlbs=sum(count.nlbs for count in counts),
        workloads=sum(count.workloads for count in counts),
        templates=tuple(path for path, count in outcome.counts.items() if count.template),
        not_ours=sum(count.not_ours for count in counts),
        paths=tuple(outcome.counts),
        objects=any(count.objects for count in counts),
        partial=outcome.partial,
        fixed=outcome.fixed,
        waiting=_waiting(outcome),
        suppressed=sum(one.by != "baseline" for one in outcome.silenced),
        baselined=_baselined(outcome),
        gone=outcome.gone,
        hidden=tuple((level.label, count) for level, count in outcome.hidden),
        idle=outcome.idle,
    )


def _baselined(outcome: Outcome) -> tuple[tuple[str, int], ...]:
    """The numbers of findings in the baseline by severity, the worst first."""
    known = [one.finding.severity for one in outcome.silenced if one.by == "baseline"]
    return tuple((level.label, known.count(level)) for level in sorted(set(known), reverse=True))


def _waiting(outcome: Outcome) -> tuple[tuple[str, int], ...]:
    """The undeclared facts with the numbers of checks that need them, the highest first."""
    total: dict[str, int] = {}
    for count in outcome.counts.values():
        for name, number in count.waiting:
            total[name] = total.get(name, 0) + number
    return tuple(sorted(total.items(), key=lambda item: (-item[1], item[0])))


class SourceText:
    """The text of files with findings, read again when a report shows their lines.

    `aliases` maps reported paths to the paths to read, where they differ.
    """

    def __init__(self, read: Callable[[str], bytes], aliases: dict[str, str]) -> None:
        self._read = read
        self._aliases = aliases
        self._kept: tuple[str, list[str], bytes] = ("", [], b"")
        self._resolver: Resolver | None = None

    def line(self, path: str, number: int) -> str:
        """A line by its 1-based number; empty if it does not exist."""
        lines = self._load(path)[1]
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def text(self, path: str) -> str | None:
        """The whole text; None if it cannot be read any more."""
        # Fingerprints are counted over the text with its byte order mark, frames over the one without.
        return self._load(path)[2].decode("utf-8", "replace") or None

    def with_text(self, finding: Finding) -> Finding:
        """The finding with its fix as text replacements; empty if the fix cannot be applied."""
        if not finding.edits or finding.replacements is not None:
            return finding
        from clblint.fix.resolve import Resolver  # noqa: PLC0415 - only for findings with a fix
        from clblint.source.text import Source  # noqa: PLC0415 - a report that shows no lines does without

        if self._resolver is None or self._resolver.source.path != finding.path:
            try:
                data = self._read(self._aliases.get(finding.path, finding.path))
            except (UsageError, OSError, KeyError):
                return finding
            self._resolver = Resolver(Source(finding.path, data))
        return finding.with_replacements(self._resolver.text_of(finding))._replace(shown="")

    def _load(self, path: str) -> tuple[str, list[str], bytes]:
        if self._kept[0] != path:
            from clblint.source.text import Source  # noqa: PLC0415 - a clean run shows no lines

            try:
                data = self._read(self._aliases.get(path, path))
            except (UsageError, OSError, KeyError):
                self._kept = (path, [], b"")
            else:
                self._kept = (path, Source(path, data).lines, data)
        return self._kept


def tell_passed_over() -> None:
    """Print the ignore files that were too large to be read."""
    if "clblint.discovery.gitignore" not in sys.modules:  # no ignore file was read
        return
    from clblint.discovery.gitignore import LARGEST, TOO_LARGE  # noqa: PLC0415 - loaded already, if at all

    for path in sorted(TOO_LARGE):
        tell(
            tr(
                "{path}: larger than {most} KiB, so it is not used",
                path=display_path(path),
                most=LARGEST // 1024,
            )
        )


def write(output: Output, chunks: Iterable[str]) -> None:
    """Write a report to standard output, or replace its file as a whole or not at all.

    The folders above the file are created.
    """
    if output.file:
        from clblint.files.replace import replace_file  # noqa: PLC0415 - most reports go to standard output

        with suppress(OSError):  # writing the file reports the cause
            os.makedirs(os.path.dirname(output.file) or ".", exist_ok=True)
        replace_file(output.file, (chunk.encode() for chunk in chunks))
    elif sys.stdout is None:
        raise UsageError(tr("standard output is closed: name a file, --format NAME=FILE"))
    else:
        for chunk in chunks:
            sys.stdout.write(chunk)


def style_of(output: Output, color: str, *, quiet: bool) -> Style:
    """The style for an output: colours and width for a terminal, plain for a file."""
    style = Style(color=False, width=_WIDTH, unicode=True) if output.file else terminal_style(color)
    return style._replace(quiet=quiet)


def terminal_style(color: str) -> Style:
    """The style for standard output: colours, width and character set."""
    if sys.stdout is None:  # closed by the parent process
        return Style(color=False, width=_WIDTH, unicode=True)
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    tty = sys.stdout.isatty()
    wanted = color == "always" or (color == "auto" and _wants_color(tty=tty))
    width = _terminal_width() if tty else _WIDTH
    return Style(color=wanted, width=width, unicode=encoding.startswith("utf") or encoding == "gb18030")


def _wants_color(*, tty: bool) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE", "0") != "0":
        return True
    return tty and os.environ.get("TERM") != "dumb"


def _terminal_width() -> int:
    try:
        return max(60, min(os.get_terminal_size(sys.stdout.fileno()).columns, 120))
    except OSError:
        return _WIDTH


def put(text: str) -> None:
    """Write to standard output; raises `UsageError` if it is closed.

    A reader that has seen enough, such as `head`, changes neither the messages that follow nor the exit code.
    """
    if sys.stdout is None:  # closed by the parent process
        raise UsageError(tr("standard output is closed"))
    with suppress(BrokenPipeError):
        sys.stdout.write(text)


def put_bytes(data: bytes) -> None:
    """Write bytes to standard output, whatever its encoding is, as `put` writes text."""
    put("")
    with suppress(BrokenPipeError):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def tell(text: str) -> None:
    """Print a message to standard error, each line with the prefix `clblint:` and control characters escaped."""
    if sys.stderr is None:  # standard error is closed; the exit code stays
        return
    style = Style(color=False, width=0, unicode=True)
    for line in text.splitlines():
        sys.stderr.write(f"clblint: {visible(line, style)}\n")
