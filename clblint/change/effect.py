"""`Effect`: what the CCM does for a change of one Service."""

from __future__ import annotations

from clblint.change.calls import STATUS_STAGE
from clblint.fast import NamedTuple
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.change.calls import ApiCall, SyncError
    from clblint.i18n.text import Text

CREATE, UPDATE, DELETE, NONE, REFUSED = "create", "update", "delete", "none", "refused"
CREATIONS = frozenset({"CreateLoadBalancer", "nlb:CreateLoadBalancer"})
# The stages of a sync in their order: before any call that changes something, ..., when all else is done.
BEFORE, CREATION, INSTANCE, GROUPS, LISTENERS, STATUS = range(-1, 5)
EARLIER = phrase("an earlier revision was ever synced")


class LeftBehind(NamedTuple):
    """What remains on a load balancer that the Service no longer uses; `id` is empty for one that the CCM made.

    `on` is the kind of that load balancer, `clb` or `nlb`; empty for server groups of NLBs, which exist by themselves.
    """

    id: str
    about: tuple[Text, ...]
    on: str = "clb"


class Effect(NamedTuple):
    """What the CCM does for a change: the API calls, and the error that it ends with, if any.

    `error` is the full text of the error; `refused` are its parts with their positions. `unclear` is the reason why the
    effect cannot be known. `left` is what remains on load balancers no longer used. `provided` is the condition for the
    calls, if they are not certain, or for what is unclear.
    """

    kind: str
    calls: tuple[ApiCall, ...]
    refused: tuple[SyncError, ...]
    error: str
    unclear: Text | None = None
    left: tuple[LeftBehind, ...] = ()
    provided: Text | None = None


def stage_of_error(calls: Iterable[ApiCall], refused: Sequence[SyncError]) -> int:
    """The stage of a sync at which its error occurs, as far as a refusal of the API may come before it."""
    if refused and refused[-1].stage == STATUS_STAGE:
        return STATUS
    return INSTANCE if any(call.action in CREATIONS for call in calls) else BEFORE


NOTHING = Effect(NONE, (), (), "")


def both(one: Effect, other: Effect) -> Effect:
    """The effect of two controllers, one after the other, with the first error."""
    if NOTHING in (one, other):
        return one if other == NOTHING else other
    kinds = {one.kind, other.kind}
    kind = next((kind for kind in (REFUSED, CREATE, UPDATE, DELETE) if kind in kinds), NONE)
    return Effect(
        kind,
        one.calls + other.calls,
        one.refused + other.refused,
        one.error or other.error,
        left=one.left + other.left,
        provided=one.provided or other.provided,
    )
