"""The problem of a port that gets another server group: one that the CCM makes, or that of another port."""

from __future__ import annotations

from clblint.api import NamedTuple, Problems, Reason, problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.api import Fact, PortPair


class Words(NamedTuple):
    """The messages, which name `port`, `before` and `after`, and the reason at the old value."""

    made: str  # the group is made
    there: str  # the group is there before the change
    reason: str


def another_group(pair: PortPair, before: Fact[Any], after: Fact[Any], words: Words) -> Problems:
    """Yield the problem at the new value; none if nothing is made and the listener is not the CCM's."""
    if pair.group_is_there is None or (pair.group_is_there and not pair.new.managed):
        return
    yield problem(
        words.there if pair.group_is_there else words.made,
        after,
        because=[Reason(before, words.reason)],
        seen="Normal EnsuredLoadBalancer after a short disturbance",
        fix="nothing, if it is meant: do it when little traffic runs",
        subject=f"port {pair.new.port.value}",
        port=pair.new.port.value,
        before=before.value,
        after=after.value,
    )
