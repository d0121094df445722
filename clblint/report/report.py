"""`Report`, `Style` and `Reporter`: the data that a reporter gets, and the interface of a reporter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from clblint.lint.finding import Finding
    from clblint.lint.severity import Severity
    from clblint.suppress.silenced import SuppressedFinding


class RuleInfo(NamedTuple):
    """The description of a rule for a report, whether it has findings or not.

    `severity` is the rule's own, before any configuration; `evidence` the letters of what it needs to see (`S` one
    Service, `X` several resources, `P` the cluster profile, `I` an inventory, `O` an older revision).
    """

    name: str
    pack: str
    severity: Severity
    evidence: str
    summary: str
    explanation: str
    help_text: str
    help_markdown: str
    since: str
    tags: tuple[str, ...]
    url: str


class Summary(NamedTuple):
    """The numbers of what was checked and what was left out.

    `balancers` are the Services that become a CLB, `nlbs` those that become an NLB, `not_ours` the LoadBalancer
    Services that something else handles, `templates` the paths of unrendered templates, `waiting` the cluster facts
    with the number of checks that need them, `fixed` the findings that were mended and are not among the others,
    `paths` the files that were checked, for formats that also name the clean ones, `partial` the calls of which the
    inventory holds only some pages, with how many of how many things, `objects` whether any Kubernetes object was seen.
    `suppressed` counts what suppressions and settings for paths left out, `baselined` what the baseline did, by
    severity, `gone` the entries of the baseline that do not occur any more, and `hidden` what is below the severity
    that is shown. `idle` says that no rule ran.
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


class Older(NamedTuple):
    """A file of an older revision: its own path, and the revision that has it."""

    path: str
    revision: str


class Report(NamedTuple):
    """One run, ready to be shown. `findings` are sorted, `rules` are all that were loaded.

    `silenced` are the findings that are not reported, with the reasons: only where they are asked for. `older` has the
    files of an older revision by the names that they are shown under, which are no paths: `HEAD:web.yaml`.

    `errors` are internal problems, already told on standard error. `source_line` gives a 1-based line without its
    terminator, or nothing when it is unknown. `source_text` gives the whole file as it was decoded, with its line
    terminators and its byte order mark left in place: fingerprints are counted over them.
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

    def own_path(self, path: str) -> str:
        """The path of a file itself, for formats that link to it."""
        return self.older[path].path if path in self.older else path


class Style(NamedTuple):
    """What the output can show: colours, cells in a line, and text other than ASCII."""

    color: bool
    width: int
    unicode: bool
    quiet: bool = False  # findings only


PLAIN = Style(color=False, width=0, unicode=True)  # for what is not shown on a terminal


class Reporter(NamedTuple):
    """A format: its name, and the function that writes a report in it (ending in a newline unless empty)."""

    name: str
    render: Callable[[Report, Style], str]
