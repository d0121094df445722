"""`Report`, `Style` and `Reporter`: the input and the interface of a reporter."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from clblint.lint.finding import Finding
    from clblint.lint.severity import Severity
    from clblint.report.enclosures import Older, Pictures
    from clblint.report.rule_info import RuleInfo
    from clblint.suppress.silenced import SuppressedFinding


class Summary(NamedTuple):
    """The numbers of what was checked, and of what was not checked or is not shown.

    Attributes:
        files: the number of files that were checked.
        services: the number of Services in them.
        balancers: the Services that the CLB controller handles.
        workloads: the number of workloads.
        templates: the paths of unrendered templates, which were not checked.
        not_ours: the LoadBalancer Services that another controller handles.
        suppressed: the number of findings that suppressions and settings for paths cover.
        waiting: the undeclared cluster facts, each with the number of checks that need it.
        paths: the files that were checked, for formats that also name files without findings.
        partial: the API calls of which the inventory lacks pages, with the items that it holds and the total.
        objects: whether any file holds a Kubernetes object.
        baselined: the findings in the baseline, by severity.
        gone: the entries of the baseline that no longer occur.
        fixed: the findings that were fixed.
        hidden: the findings below the lowest severity that is shown, by severity.
        idle: whether no rule ran.
        nlbs: the Services that the NLB controller handles.
    """

    files: int
    services: int
    balancers: int
    workloads: int
    templates: tuple[str, ...]
    not_ours: int
    suppressed: int = 0
    waiting: tuple[tuple[str, int], ...] = ()
    paths: tuple[str, ...] = ()
    partial: tuple[tuple[str, int, int], ...] = ()
    objects: bool = True
    baselined: tuple[tuple[str, int], ...] = ()
    gone: int = 0
    fixed: int = 0
    hidden: tuple[tuple[str, int], ...] = ()
    idle: bool = False
    nlbs: int = 0


def _no_pictures(_wanted: Iterable[str]) -> Pictures:
    from clblint.report.enclosures import Pictures  # noqa: PLC0415 - few reports show any

    return Pictures({}, 0)


class Report(NamedTuple):
    """The result of one run: the sorted findings, all rules that were loaded, and the summary.

    `silenced` are the suppressed findings, if they are to be shown. `older` are the files of an older revision, by
    the names under which they are shown (`HEAD:web.yaml`). `errors` are internal errors, already printed to standard
    error. `pictures` draws the plans of Services, those with the given ids first.

    `source_line` returns a line of a file by its 1-based number, without its terminator; empty if it is unknown.
    `source_text` returns a decoded file with its line terminators and its byte order mark, which are part of
    fingerprints; None if it is unknown.
    """

    findings: tuple[Finding, ...]
    rules: tuple[RuleInfo, ...]
    summary: Summary
    fail_on: Severity | None
    errors: tuple[str, ...]
    version: str
    source_line: Callable[[str, int], str]
    source_text: Callable[[str], str | None]
    silenced: tuple[SuppressedFinding, ...] = ()
    older: Mapping[str, Older] = {}
    pictures: Callable[[Iterable[str]], Pictures] = _no_pictures

    def own_path(self, path: str) -> str:
        """The path of a file without the name of its revision, for formats that link to files."""
        return self.older[path].path if path in self.older else path


class Style(NamedTuple):
    """The capabilities of the output: colours, cells in a line, and characters other than ASCII."""

    color: bool
    width: int
    unicode: bool
    quiet: bool = False  # findings only


PLAIN = Style(color=False, width=0, unicode=True)  # for output that is not for a terminal


class Reporter(NamedTuple):
    """A format: its name, and the function that renders a report; the result ends in a newline unless it is empty.

    `pieces` yields the same text in pieces, so that a long one is never in memory as a whole.
    """

    name: str
    render: Callable[[Report, Style], str]
    pieces: Callable[[Report, Style], Iterable[str]] | None = None

    def parts(self, report: Report, style: Style) -> Iterable[str]:
        """The text of a report, in pieces if the format has them."""
        return self.pieces(report, style) if self.pieces is not None else [self.render(report, style)]
