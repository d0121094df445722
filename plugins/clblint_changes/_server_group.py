"""The problem of a change after which the CCM makes a server group anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.api import Problem, Reason, problem

if TYPE_CHECKING:
    from clblint.api import Fact, PortPair


def made_anew(pair: PortPair, before: Fact[Any], after: Fact[Any], message: str, reason: str) -> Problem:
    """The problem at the new value; `message` names `port`, `before` and `after`, `reason` stands at the old value."""
    return problem(
        message,
        after,
        because=[Reason(before, reason)],
        seen="Normal EnsuredLoadBalancer after a short disturbance",
        fix="nothing, if it is meant: do it when little traffic runs",
        subject=f"port {pair.new.port.value}",
        port=pair.new.port.value,
        before=before.value,
        after=after.value,
    )
