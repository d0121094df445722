"""Functions that derive a fact from another one, with its position and origin."""

from __future__ import annotations

from clblint.kube.fact import Fact, Origin
from clblint.light import TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.located import Located

T = TypeVar("T")


def derived(fact: Fact[object], value: T) -> Fact[T]:
    """Another value with the place and the origin of a fact."""
    return Fact(value, fact.node, fact.origin, fact.key)


def defaulted(fact: Fact[object], value: T) -> Fact[T]:
    """A default positioned where a fact is omitted or empty."""
    return Fact(value, fact.node, Origin.DEFAULT, fact.key)


def unknowable(fact: Fact[object], value: T) -> Fact[T]:
    """An unknown value for messages, because a fact that it depends on is unknown."""
    origin = Origin.ELSEWHERE if fact.origin is Origin.ELSEWHERE else Origin.UNKNOWN
    return Fact(value, fact.node, origin, fact.key)


def part(fact: Fact[object], value: T, at: Located) -> Fact[T]:
    """A value positioned at a part of a fact, such as an item of a list."""
    return Fact(value, at, fact.origin, fact.key)
