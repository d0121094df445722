"""The result of cleaning up a CLB whose Service is gone or no longer has the type LoadBalancer."""

from __future__ import annotations

from clblint.clb.model import ClassicLoadBalancer
from clblint.light import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.model import LoadBalancer
    from clblint.change.effect import Effect


class Cleanup(Enum):
    """The result of a clean-up."""

    FORBIDDEN = "the cluster forbids public CLBs: nothing is deleted while it does"
    FAILED = "it ends in an error, each time it is tried"
    OWN_FORGOTTEN = "with another id the CCM looks for another CLB, and the one that it made stays"
    LISTENERS_FORGOTTEN = "the same, and on a reused CLB the listeners and groups of the Service stay"
    GROUPS_FORGOTTEN = "the same, and on a reused CLB whose listeners are not managed the groups stay"
    EMPTIED = "the NLB stays with its server groups, and all of its listeners go"
    BACK_ENDS_FORGOTTEN = (
        "the reused NLB stays, and the back ends of the Service stay in groups that it no longer names"
    )
    UNTAGGED = "the reused NLB stays with the server groups of the Service, and its back ends stay in groups of yours"
    KEPT = "the CLB stays, and what the Service has on it goes"
    PERHAPS_KEPT = "the same, if an earlier revision was ever synced: the last one made nothing"
    DELETED = "the CLB goes with its address"
    PERHAPS_DELETED = "the same, if an earlier revision was ever synced"

    @property
    def forgets(self) -> bool:
        """Whether parts stay for good, because the CCM looks for another CLB."""
        return self in {Cleanup.OWN_FORGOTTEN, Cleanup.LISTENERS_FORGOTTEN, Cleanup.GROUPS_FORGOTTEN}


def cleanup_of(old: LoadBalancer, new: LoadBalancer | None, effect: Effect) -> Cleanup:
    """The result; `new` is the Service with its new type, None if it is gone."""
    last = new if new is not None else old
    if effect.error:
        return Cleanup.FORBIDDEN if isinstance(last, ClassicLoadBalancer) and last.is_forbidden else Cleanup.FAILED
    if new is not None and _names_another(old, new) and not _finds_groups(old):
        return _forgotten(old)
    if old.kind == "NLB" and last.preserved.value:
        return Cleanup.UNTAGGED if old.is_reused else Cleanup.EMPTIED
    if new is not None and old.kind == "NLB" and old.is_reused and effect.left:
        return Cleanup.BACK_ENDS_FORGOTTEN
    certain = effect.provided is None
    if old.is_reused or last.preserved.value:
        return Cleanup.KEPT if certain else Cleanup.PERHAPS_KEPT
    return Cleanup.DELETED if certain else Cleanup.PERHAPS_DELETED


def _forgotten(old: LoadBalancer) -> Cleanup:
    if not old.is_reused:
        return Cleanup.OWN_FORGOTTEN
    return Cleanup.LISTENERS_FORGOTTEN if old.manages_listeners else Cleanup.GROUPS_FORGOTTEN


def _finds_groups(old: LoadBalancer) -> bool:
    """Whether the CCM deletes its server groups on any load balancer: it finds those of NLBs by their tags."""
    return old.kind == "NLB" and old.is_reused


def _names_another(old: LoadBalancer, new: LoadBalancer) -> bool:
    """Whether the CCM looks for another CLB than that of the Service (LB:Find)."""
    before, after = old.reuses, new.reuses
    return before.differs(after) or (before.is_set and after.is_empty) or (before.is_empty and after.is_set)
