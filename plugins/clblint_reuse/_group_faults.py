"""What is wrong with an item of `vgroup-port`, and what it was meant to be."""

from __future__ import annotations

from clblint.api import N_, Case, Severity, remove, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import FixEdit, GroupItem

IGNORED = N_("no event: ignored")
_PARTS = 2
_NOW = N_('SyncLoadBalancerFailed: "{error}"')
_LATER = N_('SyncLoadBalancerFailed: "{error}" as of the second sync; the Service cannot be deleted')
# By whether a load balancer is reused.
_EMPTY = {
    True: Case("an item of vgroup-port is empty, and the CCM gives up on the Service", _NOW),
    False: Case("an item of vgroup-port is empty, and the CCM gives up on the Service as of the second sync", _LATER),
}
_NO_COLON = {
    True: Case("{item} in vgroup-port has no colon, and the CCM gives up on the Service", _NOW),
    False: Case(
        "{item} in vgroup-port has no colon, and the CCM gives up on the Service as of the second sync", _LATER
    ),
}
_NO_GROUP = N_("{item} in vgroup-port names no server group, so it never applies")
_NO_NUMBER = N_("{item} in vgroup-port has no port number behind the colon, so it never applies")
_MORE = N_("what stands behind the second colon of {item} in vgroup-port is not read")


def fault_of(item: GroupItem) -> Case | None:
    """What is wrong with an item; None where nothing is, or where nlb-vgroup-blocks-deletion says it."""
    if item.port is None:
        if item.balancer.kind == "NLB" and not _stops(item):
            return None
        return (_NO_COLON if item.at.text.strip() else _EMPTY)[item.balancer.is_reused]
    if item.names_nobody:
        return None
    if not item.group.text.strip():
        return Case(_NO_GROUP, IGNORED, severity=Severity.WARNING)
    if not item.port.text.strip().isdigit():
        return Case(_NO_NUMBER, IGNORED, severity=Severity.WARNING)
    return Case(_MORE, IGNORED, severity=Severity.WARNING) if len(item.parts) > _PARTS else None


def _stops(item: GroupItem) -> bool:
    """Whether the CCM gives up at an item while it looks for the group of a port."""
    return any(group.choice.error and group.choice.item is item for group in item.balancer.server_groups)


def meant(item: GroupItem) -> list[FixEdit | None]:
    """Take an empty item away, and turn one round that stands the wrong way."""
    words = [part.text.strip() for part in item.parts]
    if words == [""]:
        return [remove(item.at)]
    if len(words) == _PARTS and words[0].isdigit() and words[1] and not words[1].isdigit():
        return [replace(item.at, f"{words[1]}:{words[0]}")]
    return []
