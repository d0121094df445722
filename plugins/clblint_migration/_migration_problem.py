"""Problems of a move, reported at the CLB while the move is planned, else at the NLB."""

from __future__ import annotations

from clblint.api import N_, Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Case, LostAnnotation, Problem


def told_of(lost: LostAnnotation, case: Case) -> Problem:
    """A case about an annotation of the CLB; in an edit at the annotations of the NLB, which leave it out.

    Its remedy is that of the table, unless the case has one.
    """
    now, key = lost.migration.now(lost.suffix), lost.key
    return case.at(
        lost.fact if now is None else now,
        because=[] if now is None else [Reason(lost.fact, "the CLB has it")],
        fix=lost.fate.instead or N_("remove the line"),
        subject=key,
        key=key,
        value=lost.fact.value,
    )
