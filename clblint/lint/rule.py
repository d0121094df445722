"""What a rule is: a name, a subject, a severity, a page and a check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.lint.problem import Problem
    from clblint.lint.severity import Severity

    Check = Callable[[Any], Iterator[Problem]]


class Rule(NamedTuple):
    """One rule.

    `on` is the type of the subject that `check` is handed, one at a time. `evidence` says what it needs to know:
    S one Service, X several resources, P the cluster profile, I an inventory, O an older revision. `page` is the
    documentation and the test at once (see `clblint.pages`).
    """

    name: str
    on: type
    severity: Severity
    evidence: str
    since: str
    opt_in: bool
    tags: tuple[str, ...]
    page: str
    check: Check
    pack: str = ""
    configured: bool = False

    def level(self, found: Problem) -> Severity:
        """The severity of a problem: the configured one, else that of the case, else the rule's."""
        return self.severity if self.configured or found.severity is None else found.severity


def rule(  # noqa: PLR0913 - what a rule is, all but its name by name
    name: str,
    *,
    on: type,
    severity: Severity,
    page: str | None,
    evidence: str = "S",
    since: str = "0.1",
    opt_in: bool = False,
    tags: tuple[str, ...] = (),
) -> Callable[[Check], Rule]:
    """Make a rule of the function below: it gets one subject and yields its problems."""

    def make(check: Check) -> Rule:
        pack = check.__module__.partition(".")[0]
        return Rule(name, on, severity, evidence, since, opt_in, tags, page or "", check, pack)

    return make
