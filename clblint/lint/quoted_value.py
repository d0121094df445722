"""`problem_of_quotes`: the problem of a value that contains its own quotes, shared by many rules."""

from __future__ import annotations

from clblint.i18n.text import phrase
from clblint.kube.quotes import quoted, unquoted
from clblint.lint.editing import replace
from clblint.lint.problem import problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from clblint.kube.fact import Fact
    from clblint.lint.problem import Problems, Reason
    from clblint.lint.severity import Severity


def is_quoted(fact: Fact[str]) -> bool:
    """Whether a value, or items of a list, begin and end with quotes of their own."""
    return fact.readable and unquoted(fact.value) != fact.value


def problem_of_quotes(  # noqa: PLR0913 - the parts of a finding, by name
    fact: Fact[str],
    name: str,
    *,
    because: Iterable[Reason] = (),
    comes_of_it: str,
    seen: str,
    severity: Severity | None = None,
    **values: Any,  # noqa: ANN401 - shown as text
) -> Problems:
    """Yield a problem if a value begins and ends with quotes; `comes_of_it` is the consequence.

    `values` are what the texts name.
    """
    if not is_quoted(fact):
        return
    bare = unquoted(fact.value)
    yield problem(
        "{name} is {value}, and the quotes are part of the value: {outcome}",
        fact,
        because=because,
        name=name,
        value=quoted(fact.value),
        bare=bare,
        outcome=phrase(comes_of_it, **values),
        seen=seen,
        fix='write "{bare}", without the quotes inside the quotes',
        subject=name,
        severity=severity,
        edits=[replace(fact, bare)],
        **values,
    )
