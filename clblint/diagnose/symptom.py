"""`--symptom`: puts the causes and advice first that fit a reported symptom, as `explain --event` ranks rules."""

from __future__ import annotations

from clblint.search.answers import Searcher
from clblint.search.event_texts import causes_in, fitting, rules_by_cause

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.diagnose.diagnosis import Cause
    from clblint.diagnose.report import DiagnosisReport
    from clblint.lint.rule import Rule


def put_first(report: DiagnosisReport, symptom: str, rules: Iterable[Rule]) -> DiagnosisReport:
    """The report with the causes and advice that fit a symptom before the others."""
    ranks = ranks_of(symptom, rules)

    def rank(cause: Cause) -> tuple[bool, int]:
        return cause.comes_next, ranks.get(cause.name, len(ranks))

    diagnoses = tuple(one._replace(advice=tuple(sorted(one.advice, key=rank))) for one in report.diagnoses)
    return report._replace(diagnoses=diagnoses, fitting=frozenset(ranks))


def ranks_of(symptom: str, rules: Iterable[Rule]) -> dict[str, int]:
    """The causes and advice that fit a symptom, with their rank, the likeliest 0."""
    found: dict[str, int] = {}
    for name in (*fitting(symptom), *causes_in(symptom)):
        found.setdefault(name, len(found))
    for _, answer in Searcher(rules).answers(symptom):
        for ranked in answer.rules:
            for cause, names in rules_by_cause().items():
                if ranked.rule in names:
                    found.setdefault(cause, len(found))
    return found
