"""Finds the settings for which the API surely refuses to create a server group of an NLB (NLB API).

The NLB exists then.
"""

from __future__ import annotations

from clblint.balancer.refused_values import refused_value
from clblint.nlb.options import BY_SUFFIX, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from clblint.balancer.annotations import Annotations
    from clblint.kube.fact import Fact
    from clblint.nlb.server_groups import NetworkServerGroup


def refused_of_group(group: NetworkServerGroup) -> Fact[str] | None:
    """The first setting for which the API surely refuses to create the group; None if there is none."""
    annotations, sent = group.balancer.annotations, group.settings
    scheduler = annotations.get("scheduler")
    if group.protocol.is_("SCTP"):
        return group.protocol
    if "Scheduler" in sent and group.protocol.is_not("UDP") and scheduler.value.lower() == "qch":
        return scheduler
    return refused_of(annotations, sent)


def refused_of(annotations: Annotations, sent: Collection[str]) -> Fact[str] | None:
    """The first of the parameters sent that has a refused value; of a number that is cut to 32 bits the rest counts."""
    read = (suffix for suffix, option in BY_SUFFIX.items() if option.parameter in sent)
    whole = [suffix for suffix in read if wrapped(suffix, annotations.get(suffix)) is None]
    return refused_value(annotations, whole, "nlb")
