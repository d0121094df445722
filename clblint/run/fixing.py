"""`--fix` and `--diff`: apply fixes, lint again, and repeat until nothing changes."""

from __future__ import annotations

import sys

from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.read import STDIN
from clblint.fix.amend import amend
from clblint.fix.diff import unified
from clblint.fix.write import check_writable, write
from clblint.i18n.language import ntr, tr
from clblint.report.terminal import paint, visible
from clblint.run.output import put, put_bytes, tell, terminal_style
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from clblint.engine.outcome import Outcome
    from clblint.lint.finding import Finding

    Read = Callable[[str], bytes]
    Lint = Callable[[Read], Outcome]

_MOST_ROUNDS = 20
_COLORS = {"-": "error", "+": "note"}


class FixOutcome(NamedTuple):
    """The remaining outcome after fixing, and the contents of changed files before and after.

    The keys are the paths as read (`-` for standard input). `refused` are findings whose fix was not applied, each with
    the reason; `errors` lead to exit code 2.
    """

    outcome: Outcome
    before: dict[str, bytes]
    after: dict[str, bytes]
    refused: tuple[tuple[Finding, str], ...]
    errors: tuple[str, ...]

    def reader(self, read: Read) -> Read:
        """A reader that gives the files in their fixed state."""
        return lambda path: self.after[path] if path in self.after else read(path)


class Fixer:
    """Applies fixes in memory; `lint` checks the files with a given reader.

    `paths` are the files that may be changed, by the path that they are reported under.
    """

    def __init__(self, lint: Lint, read: Read, paths: Mapping[str, str], *, unsafe: bool) -> None:
        self._lint = lint
        self._read = read
        self._paths = paths
        self._unsafe = unsafe
        self._before: dict[str, bytes] = {}
        self._after: dict[str, bytes] = {}
        self._locked: set[str] = set()
        self._errors: list[str] = []

    def read(self, path: str) -> bytes:
        """The bytes of a file with the fixes made so far."""
        return self._after[path] if path in self._after else self._read(path)

    @property
    def takes_standard_input(self) -> bool:
        """Whether standard input is among the files."""
        return STDIN in self._paths.values()

    def lint(self) -> Outcome:
        """Lint the files with the fixes made so far."""
        return self._lint(self.read)

    def give_up(self, path: str) -> None:
        """Undo all fixes in a file and make no more there."""
        self._after.pop(path)

    def run(self, outcome: Outcome, *, writing: bool) -> FixOutcome:
        """Apply fixes until nothing changes any more; `outcome` is that of the unchanged files."""
        count = 0
        refused: list[tuple[Finding, str]] = []
        for _ in range(_MOST_ROUNDS):
            before = dict(self._after)
            made, refused = self._round(outcome.findings, writing=writing)
            if not made:
                return self._fixed(outcome, count, refused)
            fixed = self.lint()
            if broken := not_built_any_more(outcome, fixed):
                self._after = before
                self._errors.append(_harm_said(broken))
                return self._fixed(self.lint(), count, refused)
            count += made
            outcome = fixed
        self._errors.append(
            tr(
                "fixes still undo or trigger each other after {count} rounds, so none was applied; please report it",
                count=_MOST_ROUNDS,
            )
        )
        self._after.clear()
        return self._fixed(self.lint(), 0, [])

    def _fixed(self, outcome: Outcome, count: int, refused: list[tuple[Finding, str]]) -> FixOutcome:
        return FixOutcome(outcome._replace(fixed=count), self._before, self._after, tuple(refused), tuple(self._errors))

    def _round(self, findings: Iterable[Finding], *, writing: bool) -> tuple[int, list[tuple[Finding, str]]]:
        made = 0
        refused: list[tuple[Finding, str]] = []
        for path, found in self._by_file(findings).items():
            if writing and not self._may_write(path):
                continue
            data = self._judged(path)
            if data is None:
                continue
            amended = amend(Source(path, data), [finding.edits for finding in found])
            refused += [(found[number], why) for number, why in amended.refused]
            if amended.data != data:
                self._before.setdefault(path, data)
                self._after[path] = amended.data
                made += len(amended.made)
        return made, refused

    def _judged(self, path: str) -> bytes | None:
        """The bytes that the findings are about; None if the file on disk has changed since."""
        try:
            return self.read(path)
        except UsageError as error:
            self._errors.append(str(error))
            return None

    def _by_file(self, findings: Iterable[Finding]) -> dict[str, list[Finding]]:
        found: dict[str, list[Finding]] = {}
        for finding in findings:
            if finding.edits and (finding.safe or self._unsafe) and finding.path in self._paths:
                found.setdefault(self._paths[finding.path], []).append(finding)
        return found

    def _may_write(self, path: str) -> bool:
        if path == STDIN or path in self._before:
            return True
        if path not in self._locked:
            try:
                check_writable(path)
            except UsageError as error:
                self._locked.add(path)
                self._errors.append(str(error))
        return path not in self._locked


def not_built_any_more(before: Outcome, after: Outcome) -> list[str]:
    """The kustomizations that could be built before some fixes and cannot be with them."""
    builds = ((path, entry.build) for path, entry in before.known.items())
    known = (path for path, build in builds if build is not None and build.known)
    now = ((path, after.known[path].build if path in after.known else None) for path in known)
    return sorted(path for path, build in now if build is None or not build.known)


def _harm_said(roots: list[str]) -> str:
    path, more = roots[0], len(roots) - 1
    if not more:
        return tr("these fixes together break the build of {path}, so they were not applied", path=path)
    return tr(
        "these fixes together break the builds of {path} and {count} more, so they were not applied",
        path=path,
        count=more,
    )


def fix_files(fixer: Fixer, outcome: Outcome) -> FixOutcome:
    """Apply fixes and write the files; a file that cannot be written stays unchanged and keeps its findings."""
    fixed = fixer.run(outcome, writing=True)
    _tell_refused(fixed)
    errors = []
    for path, data in sorted(fixed.after.items()):
        try:
            if path != STDIN:
                for line in write(path, fixed.before[path], data):
                    tell(line)
        except UsageError as error:
            errors.append(str(error))
            fixer.give_up(path)
    if errors:
        outcome = fixer.lint()._replace(fixed=fixed.outcome.fixed)
        fixed = fixed._replace(outcome=outcome, errors=(*fixed.errors, *errors))
    if fixer.takes_standard_input:
        _pass_on(fixer.read(STDIN))
    return fixed


def tell_fixed(count: int) -> None:
    """Print the number of fixes to standard error."""
    if count:
        tell(ntr("{count} finding fixed", "{count} findings fixed", count))


def show_diff(fixer: Fixer, outcome: Outcome, color: str, *, quiet: bool) -> FixOutcome:
    """Print the fixes as a diff, and write nothing."""
    fixed = fixer.run(outcome, writing=False)
    style = terminal_style(color)
    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    for path, data in sorted(fixed.after.items()):
        for row in unified(path, _text(path, fixed.before[path]), _text(path, data)):
            shown = visible(row, style) if on_terminal else row
            put(paint(style, _COLORS[row[0]], shown) if row[:1] in _COLORS else shown)
            put("\n")
    _tell_refused(fixed)
    if fixed.after and not quiet:
        tell(_outlook(fixed))
    return fixed


def _outlook(fixed: FixOutcome) -> str:
    where = ntr("{count} file", "{count} files", len(fixed.after))
    return ntr(
        "{count} finding would be fixed in {files}",
        "{count} findings would be fixed in {files}",
        fixed.outcome.fixed,
        files=where,
    )


def _pass_on(data: bytes) -> None:
    """Write the text of standard input, fixed or not, to standard output, so that clblint works as a pipe filter."""
    put_bytes(data)


def _text(path: str, data: bytes) -> str:
    return Source(path, data).text


def _tell_refused(fixed: FixOutcome) -> None:
    for finding, why in fixed.refused:
        place = f"{finding.path}:{finding.place.span.line}"
        tell(tr("{place}: {rule} was not fixed: {why}", place=place, rule=finding.rule, why=tr(why)))
