"""What stands in the annotations for listeners, and which listeners take it."""

from __future__ import annotations

from clblint.api import catalogue, listed, numbers_of, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.api import ClassicListener, ClassicLoadBalancer, Fact, LoadBalancer, Words

L4, L7 = frozenset({"tcp", "udp"}), frozenset({"http", "https"})
_COUNTERPARTS = {
    "sticky-session": "persistence-timeout",
    "persistence-timeout": "sticky-session",
    "health-check-flag": "health-check-switch",
    "health-check-switch": "health-check-flag",
    "health-check-timeout": "health-check-connect-timeout",
    "health-check-connect-timeout": "health-check-timeout",
}


def kept(balancer: ClassicLoadBalancer, protocols: frozenset[str]) -> list[ClassicListener]:
    """The `kept_listeners` of these protocols."""
    return [listener for listener in balancer.kept_listeners if listener.protocol.value in protocols]


def given(balancer: LoadBalancer, suffix: str) -> Fact[str] | None:
    """What an annotation sets, be it unreadable; None where it is absent or empty, or a 0 that is never sent.

    None, too, for a switch that cannot be read: it may be off.
    """
    if not balancer.annotations.has(suffix):
        return None
    fact = balancer.annotations.get(suffix)
    if not fact.readable:
        return fact if fact.is_set and catalogue().by_suffix(suffix).accepts().kind != "flag" else None
    unset = not fact.value.strip("+-0") and catalogue().by_suffix(suffix).zero_is_unset(fact.value)
    return None if unset else fact


def lacks(balancer: LoadBalancer, suffix: str) -> bool:
    """Whether an annotation is left out, or counts as left out."""
    fact = balancer.annotations.get(suffix)
    return fact.is_empty or (fact.readable and given(balancer, suffix) is None)


def number(fact: Fact[str] | None, suffix: str) -> int | None:
    """A whole number that the annotation takes."""
    if (
        fact is None
        or not fact.readable
        or not fact.value.isdecimal()
        or not catalogue().by_suffix(suffix).is_valid(fact.value)
    ):
        return None
    return whole(fact.value)


def ports_of(listeners: Iterable[ClassicListener]) -> Words:
    """Their ports, as a list."""
    return listed(numbers_of(listeners) or ["?"])


def protocols_of(listeners: Iterable[ClassicListener]) -> Words:
    """Their protocols, each once."""
    return listed(dict.fromkeys(listener.protocol.value for listener in listeners))


def counterpart_of(suffix: str, protocols: Iterable[str]) -> str:
    """The annotation that does the same for listeners of other protocols; empty where they have none."""
    found = _COUNTERPARTS.get(suffix, "")
    return found if found and not set(catalogue().by_suffix(found).protocols).isdisjoint(protocols) else ""
