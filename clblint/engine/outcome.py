"""`Outcome`: the result of a run."""

from __future__ import annotations

from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.digest import digest_of
from clblint.i18n.language import tr
from clblint.lint.severity import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from clblint.engine.cache import CacheEntry
    from clblint.engine.result import Count
    from clblint.files.codec import Plain
    from clblint.lint.finding import Finding
    from clblint.suppress.silenced import SuppressedFinding


class Outcome(NamedTuple):
    """The result of a run.

    The report filter sets `silenced` and `gone`, and the fields on severities unless `lint` was given the lowest one.

    Attributes:
        findings: the findings to report, in report order.
        counts: what each file contains, by path.
        errors: the files that could not be read and the rules that raised (exit code 2), as messages.
        partial: the API calls of which the inventory holds only some pages: call, items read, items in total.
        suppressions: by path, the suppressions as plain tuples.
        compared: path, and line and column, of the objects with an older revision.
        unnamed: the paths that the user did not name: their suppressions apply, but are never reported as unused.
        silenced: the suppressed findings.
        gone: the number of baseline entries that match no finding any more.
        fixed: the number of findings that `--fix` removed.
        hidden: the numbers of findings below the reported severity, by severity, the worst first.
        lower: these findings, without those that were only counted.
        counted: the number of pedantic findings that were only counted.
        known: the cache entries by path.
        idle: whether no rule was selected.
    """

    findings: tuple[Finding, ...]
    counts: dict[str, Count]
    errors: tuple[str, ...]
    partial: tuple[tuple[str, int, int], ...] = ()
    suppressions: dict[str, tuple[Plain, ...]] = {}  # noqa: RUF012 - nobody writes to it
    compared: frozenset[tuple[str, tuple[int, int]]] = frozenset()
    unnamed: frozenset[str] = frozenset()
    silenced: tuple[SuppressedFinding, ...] = ()
    gone: int = 0
    fixed: int = 0
    hidden: tuple[tuple[Severity, int], ...] = ()
    lower: Iterable[Finding] = ()
    counted: int = 0
    known: Mapping[str, CacheEntry] = {}
    idle: bool = False

    def reader(self, read: Callable[[str], bytes]) -> Callable[[str], bytes]:
        """A function that reads a file as it was checked; it raises `UsageError` for one that has changed since."""

        def judged(path: str) -> bytes:
            data = read(path)
            entry = self.known.get(path)
            if entry is not None and not entry.digest.startswith(digest_of(data)):
                raise UsageError(tr("{path}: has changed since it was read: run again", path=path))
            return data

        return judged

    @property
    def ungraded(self) -> Outcome:
        """The outcome with the findings of all severities that were not only counted."""
        findings = tuple(sorted((*self.findings, *self.lower), key=lambda finding: finding.sort_key))
        return self._replace(findings=findings, lower=()).hiding_also(()) if self.hidden else self

    def hiding_also(self, levels: Iterable[Severity]) -> Outcome:
        """The outcome that hides findings with these severities, besides those that were only counted."""
        return self._replace(hidden=_by_level([*levels, *[Severity.PEDANTIC] * self.counted]))

    @property
    def outlines(self) -> Iterator[bytes]:
        """Yield the outlines of the files of the run that tell something (see `clblint.kube.project.outline`)."""
        found = (self.known[path].outline for path in sorted(self.known))
        return (outline for outline in found if outline)


def _by_level(levels: Sequence[Severity]) -> tuple[tuple[Severity, int], ...]:
    """How often each severity is there, the worst first."""
    return tuple((level, levels.count(level)) for level in sorted(set(levels), reverse=True))
