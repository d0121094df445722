"""What may be asked of a fact, and what is answered where nothing is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.kube.clusters.profile import Unwritten
from clblint.kube.fact import Fact, Origin

if TYPE_CHECKING:
    from collections.abc import Callable

AT = Unwritten("svc.yaml")
GIVEN, EMPTY = Fact("on", AT), Fact("", AT)
LEFT_OUT, DEFAULT = Fact("", AT, Origin.DEFAULT), Fact("on", AT, Origin.DEFAULT)
UNKNOWN, ELSEWHERE = Fact("${X}", AT, Origin.UNKNOWN), Fact("on", AT, Origin.ELSEWHERE)
ALL = (GIVEN, EMPTY, LEFT_OUT, DEFAULT, UNKNOWN, ELSEWHERE)


@pytest.mark.parametrize(
    ("question", "yes"),
    [
        (lambda fact: fact.is_("on"), [GIVEN, DEFAULT]),
        (lambda fact: fact.is_not("on"), [EMPTY, LEFT_OUT]),
        (lambda fact: fact.may_be("on"), [GIVEN, DEFAULT, UNKNOWN, ELSEWHERE]),
        (lambda fact: fact.one_of("on", "off"), [GIVEN, DEFAULT]),
        (lambda fact: fact.none_of("on", "off"), [EMPTY, LEFT_OUT]),
        (lambda fact: fact.equals(GIVEN), [GIVEN, DEFAULT]),
        (lambda fact: fact.differs(GIVEN), [EMPTY, LEFT_OUT]),
        (lambda fact: fact.equals(UNKNOWN), []),
        (lambda fact: fact.differs(UNKNOWN), []),
        (lambda fact: fact.present, [GIVEN, EMPTY, UNKNOWN]),
        (lambda fact: fact.is_set, [GIVEN, UNKNOWN]),
        (lambda fact: fact.readable, [GIVEN]),
        (lambda fact: fact.is_empty, [EMPTY, LEFT_OUT]),
        (lambda fact: fact.holds, [GIVEN, DEFAULT]),
    ],
)
def test_a_question_is_answered_with_no_where_nothing_is_known(
    question: Callable[[Fact[str]], bool], yes: list[Fact[str]]
) -> None:
    assert [fact for fact in ALL if question(fact)] == yes


@pytest.mark.parametrize("fact", ALL)
def test_a_fact_is_neither_true_nor_false(fact: Fact[str]) -> None:
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(fact)
