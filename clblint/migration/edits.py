"""`migrations_in`: the moves from a CLB to an NLB among the changes between two revisions."""

from __future__ import annotations

from clblint.balancer.handling import CLB, NLB
from clblint.change.matching import face
from clblint.light import cast
from clblint.migration.migration import Migration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.change.change import Change
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.nlb.model import NetworkLoadBalancer


def migrations_in(changes: Sequence[Change]) -> Iterator[Migration]:
    """Yield the moves that changes make: each NLB with the CLB of the same name, or of the same ports and selector.

    A CLB whose Service is gone comes first: that Service was renamed.
    """
    before = [change for change in changes if _is(change.old, CLB)]
    fresh = [change for change in changes if _is(change.new, NLB) and _can_be_judged(change)]
    for change in fresh:
        if _is(change.old, CLB):
            yield _migration(change.old, change.new, gone=False)
        elif change.old is None and change.service.selector:
            alike = [one for one in before if one.old and face(one.old.service) == face(change.service)]
            for one in sorted(alike, key=lambda one: one.new is not None)[:1]:
                yield _migration(one.old, change.new, gone=one.new is None)


def _is(balancer: LoadBalancer | None, kind: str) -> bool:
    return balancer is not None and balancer.handled_by.is_(kind)


def _can_be_judged(change: Change) -> bool:
    return change.can_be_judged and change.new is not None and change.new.rejection is None


def _migration(old: LoadBalancer | None, new: LoadBalancer | None, *, gone: bool) -> Migration:
    return Migration(old=cast("ClassicLoadBalancer", old), new=cast("NetworkLoadBalancer", new), gone=gone)
