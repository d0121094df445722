"""Advice (pedantic findings) that no report shows: it is only counted, so it needs no texts, and mostly no place.

What makes two findings the same, one of which is dropped, is looked up only where two in a file could be.
"""

from __future__ import annotations

from clblint.kube.fact import Fact
from clblint.lint.finding import Finding
from clblint.lint.severity import Severity
from clblint.source.node import Node
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.objects import KubeObject
    from clblint.lint.problem import Problem
    from clblint.lint.rule import Rule

_ADVICE = Severity.PEDANTIC
_NOT_PLACED = Place("", Span(0, 0, 0, 0))


def is_mere_advice(rule: Rule, found: Problem) -> bool:
    """Whether a finding of ours is advice without edits; those of a third party may fail when details are made."""
    return rule.is_ours and not found.edits and rule.level(found) == _ADVICE


def as_advice(rule: Rule, owner: str, thing: KubeObject | None, found: Problem) -> Finding:
    """Advice as a finding without details; in place of these it has its node if that is in the file of `thing`."""
    at = found.at
    node = at.node if isinstance(at, Fact) else at
    if thing is not None and isinstance(node, Node) and node.origin.source is thing.node.origin.source:
        return Finding(_NOT_PLACED, rule.name, _ADVICE, owner, found.subject, (node,))
    return Finding(at.place, rule.name, _ADVICE, owner, found.subject, ())


def placed(found: Iterable[Finding]) -> list[Finding]:
    """Findings, all of them with their places."""
    return [_placed(one) if one.place is _NOT_PLACED else one for one in found]


def _placed(advice: Finding) -> Finding:
    node: Node = advice.details[0]  # type: ignore[index]
    return advice._replace(place=node.place, details=())


def without_counted(found: list[Finding]) -> tuple[list[Finding], int]:
    """The findings of a file without the advice that is surely no finding twice, and how much that is.

    It is none where a finding could be another one or be compared with others, as those with safe fixes are.
    """
    others = [one for one in found if one.place is not _NOT_PLACED]
    distinct = {(one.rule, one.object, one.subject) for one in found}
    if len(distinct) < len(found) or any(one.safe or not one.object for one in found):
        return found, 0
    return others, len(found) - len(others)
