"""The new load balancer as it will be in the cloud: with the values that it keeps although the manifest lost them.

A finding about a new load balancer of a manifest need not hold for an existing one.
"""

from __future__ import annotations

from clblint.build import with_annotations, with_given_node_ports
from clblint.change.kept import stale_values
from clblint.change.nlb.change import network_changes
from clblint.change.node_ports import NO_NODE_PORT, NodePorts
from clblint.clb.options import BY_SUFFIX, NUMBER, Option
from clblint.clb.settings import is_unset
from clblint.nlb.options import BY_SUFFIX as NETWORK_OPTIONS
from clblint.nlb.options import CHECK, CHECK_OPTIONS, DRAIN_TIMEOUT, GROUP_OPTIONS, is_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.change.change import Change
    from clblint.change.edits import AnnotationEdit
    from clblint.change.nlb.change import NetworkChange
    from clblint.kube.fact import Fact
    from clblint.nlb.server_groups import NetworkServerGroup

_SWITCHES = {"acl-id": "acl-status", "acl-type": "acl-status"}
_OF_GROUPS = frozenset(option.suffix for option in GROUP_OPTIONS)


def with_kept_values(change: Change) -> LoadBalancer | None:
    """The new load balancer with the values and the node ports that it keeps; None if it keeps none.

    A value is not kept if a new listener or server group gets its default: findings about the default hold there.
    """
    if change.pair is None:
        return None
    options = NETWORK_OPTIONS if change.both is None else BY_SUFFIX
    unknown = (edit for edit in change.edits if edit.removed and edit.suffix in options)
    values = {edit.suffix: edit.before for edit in unknown if not edit.before.known}
    values |= {one.edit.suffix: one.edit.before for one in stale_values(change)}
    values |= {edit.suffix: edit.before for edit in change.edits if _counts_as_unset(edit, change)}
    for edited in network_changes(change):
        values.update(_of_groups(edited))
    kept = {
        suffix: fact
        for suffix, fact in values.items()
        if _is_kept_everywhere(suffix, change) and not _was_off(suffix, change.pair[0])
    }
    new = with_annotations(change.pair[1], kept) if kept else None
    return with_given_node_ports(new or change.pair[1]) if _keeps_node_ports(*change.pair) else new


def _counts_as_unset(edit: AnnotationEdit, change: Change) -> bool:
    """Whether the new value is a 0 that the CCM never sends for a CLB (int-zero-ignored says so)."""
    option = BY_SUFFIX.get(edit.suffix) if change.both is not None else None
    return option is not None and option.kind == NUMBER and edit.after.known and is_unset(option, edit.after)


def _keeps_node_ports(old: LoadBalancer, new: LoadBalancer) -> bool:
    """Whether the API server stops allocating node ports, and every port has one already."""
    if not (old.allocates_node_ports.holds and new.allocates_node_ports.is_empty):
        return False
    stored = NodePorts()
    for side in (old, new):
        stored.allocate(side, {})
    return all(stored.get(port) != NO_NODE_PORT for port in new.service.ports)


def _was_off(suffix: str, old: LoadBalancer) -> bool:
    """Whether the switch of a detail was off, so that the kept value has no effect."""
    switch = old.annotations.get(_SWITCHES.get(suffix, ""))
    return suffix in _SWITCHES and switch.known and not is_on(switch.value)


def _is_kept_everywhere(suffix: str, change: Change) -> bool:
    """Whether no new listener or server group gets the default of an option."""
    if change.pair is None or (suffix in _OF_GROUPS and change.both is None):
        return change.makes_groups is False
    option = (BY_SUFFIX if change.both is not None else NETWORK_OPTIONS).get(suffix)
    protocols = option.protocols if isinstance(option, Option) else None
    kept = {id(pair.new) for pair in change.ports if pair.old.protocol.equals(pair.new.protocol)}
    users = [one for one in change.pair[1].listeners if protocols is None or one.protocol.value in protocols]
    return option is None or (all(id(one) in kept for one in users) and _is_alike(option.parameter, change))


def _is_alike(parameter: str, change: Change) -> bool:
    """Whether all listeners that stay have the same setting, as far as the inventory has them."""
    printed = (change.printed(pair, parameter) for pair in change.kept)
    return len({fact.value for fact in printed if fact is not None}) <= 1


def _of_groups(change: NetworkChange) -> Iterator[tuple[str, Fact[str]]]:
    """Yield the settings of server groups that look like defaults, but that no annotation changes."""
    for before, after in change.kept_groups:
        flag = change.edit(CHECK.suffix)
        if flag is not None and flag.removed and _has_special_check(before) and not _is_checked_anew(change):
            yield CHECK.suffix, flag.before  # without it the CCM reads no details and leaves them as they are
        timeout = before.option(DRAIN_TIMEOUT.suffix)
        if after.option(DRAIN_TIMEOUT.suffix).is_("0") and timeout.is_not("0"):  # the CCM never sends 0 in an update
            yield DRAIN_TIMEOUT.suffix, timeout


def _is_checked_anew(change: NetworkChange) -> bool:
    """Whether a detail of the health checks gets another value that the CCM does not send."""
    edits = (change.edit(option.suffix) for option in CHECK_OPTIONS)
    return any(edit is not None and not edit.removed for edit in edits)


def _has_special_check(group: NetworkServerGroup) -> bool:
    return any(group.option(option.suffix).value.lower() != option.default.lower() for option in CHECK_OPTIONS)
