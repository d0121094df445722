"""Removes the server groups that are no longer wanted (NA:cleanup)."""

from __future__ import annotations

from clblint.change.nlb.groups import is_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.change.calls import SyncError
    from clblint.change.nlb.groups import GroupUpdate
    from clblint.change.nlb.remote import Remote
    from clblint.change.nlb.wanted import WantedGroup
    from clblint.nlb.model import NetworkLoadBalancer


def clean_groups(
    balancer: NetworkLoadBalancer, update: GroupUpdate, remote: Remote, wanted: list[WantedGroup]
) -> list[SyncError]:
    """Delete groups, empty the user's, or untag all if `preserve-lb-on-delete` is set; return the errors.

    An error while emptying or untagging stops it, an error while deleting does not.
    """
    kept = {one.id for one in wanted}
    left = [one for one in remote.groups if one.group.id not in kept]
    stale = []
    for group, is_users in left:
        errors: list[SyncError] = []
        if balancer.preserved.value:
            errors = update.untag(group)
        elif is_users or not is_named(group.name, balancer.key):
            errors = update.empty(group)
        else:
            stale.append(group)
        if errors:
            return errors
    return [error for group in stale for error in update.delete(group)]
