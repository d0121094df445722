"""What the API server refuses, as a finding."""

from __future__ import annotations

from clblint.api import Problem, Reason, problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.api import FixEdit, Rejection


def rejected(rejection: Rejection, *edits: FixEdit | None) -> Problem:
    """The finding about one refused field."""
    values: dict[str, Any] = {
        name: '""' if value == "" else value for name, value in rejection.values.items()
    }  # to be seen
    return problem(
        rejection.message,
        rejection.at,
        because=[Reason(at, text) for at, text in rejection.because],
        **values,
        error=rejection.text,
        seen="the API server refuses it: {error}",
        fix=rejection.fix,
        subject=rejection.subject,
        edits=edits,
    )
