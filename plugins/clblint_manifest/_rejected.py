"""What the API server refuses, as a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Problem, Reason, problem

if TYPE_CHECKING:
    from clblint.api import FixEdit, Rejection


def rejected(rejection: Rejection, *edits: FixEdit | None) -> Problem:
    """The finding about one refused field."""
    return problem(
        rejection.message,
        rejection.at,
        because=[Reason(at, text) for at, text in rejection.because],
        **rejection.values,
        error=rejection.text,
        seen="the API server refuses it: {error}",
        fix=rejection.fix,
        subject=rejection.subject,
        edits=edits,
    )
