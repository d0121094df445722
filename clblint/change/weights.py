"""The weight of each back end of a server group, as far as the number of back ends is known."""

from __future__ import annotations

from clblint.balancer.back_ends import LOCAL
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.server_groups import ServerGroup
    from clblint.change.calls import ParamValue


def weight_of(group: ServerGroup, count: int | None, pods: int | None) -> ParamValue:
    """The weight of each of `count` back ends; `pods` is the number of pods per node."""
    kind, weight = group.weighting
    if not weight.known or not group.mode.known:
        return None
    if kind == "each":
        return str(weight.value)
    if kind == "pods":
        return phrase("number of pods") if pods is None else str(pods)
    if not weight.value:
        return "0"
    if count is None or pods is None:
        by_pods, total = group.mode.value == LOCAL, weight.value
        return phrase("{weight} in all, by pods" if by_pods else "{weight} in all, evenly", weight=total)
    return str(max(1, weight.value // max(1, count)))
