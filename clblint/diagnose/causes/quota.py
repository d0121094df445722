"""Back ends against the quota of a load balancer: as many as there are now, summed over all Services on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.diagnose.back_ends import becomes_back_end
from clblint.diagnose.causes.making import cause, seen_of
from clblint.diagnose.diagnosis import CERTAIN, field_of
from clblint.diagnose.service import ENI
from clblint.i18n.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.diagnosis import Cause, Evidence
    from clblint.diagnose.failures import Failure
    from clblint.diagnose.service import LiveService

_GROUPS = 50  # server groups that an ECS instance may be in, unless that was raised
QUOTA = 200  # back ends of a CLB, unless it was raised


def back_end_count(service: LiveService) -> int:
    """How many back ends the server groups of a Service need now: its pods, or nodes, times its ports."""
    ports = len(service.ports)
    if service.back_end_type == ENI:
        return ports * len(service.ready)
    if service.is_local:
        return ports * len({one.node for one in service.ready if becomes_back_end(service, one)})
    return ports * len(service.labelled)


def quota_cause(service: LiveService, failure: Failure) -> Cause:
    """The quota is used up: the numbers as they are now, if what they are made of was collected."""
    if not _is_counted(service):
        message = phrase("The load balancer takes {quota} back ends unless that was raised.", quota=QUOTA)
        do = (phrase("raise the quota of back ends in the quota center, or give the Service fewer of them"),)
        return cause("backend-quota", message, CERTAIN, seen_of(service, failure), do, ("quota",))
    sharing = service.sharing_services
    own, others = back_end_count(service), sum(map(back_end_count, sharing))
    ports = len(service.ports)
    if sharing:
        message = phrase(
            "The load balancer takes {quota} back ends unless that was raised. Needed now: {own} by this Service, "
            "{others} by others on it ({count}).",
            quota=QUOTA,
            own=own,
            count=len(sharing),
            others=others,
        )
    elif service.back_end_type == ENI:
        message = phrase(
            "The load balancer takes {quota} back ends unless that was raised. Needed now: {own} (ready pods: {pods}, "
            "ports: {ports}).",
            quota=QUOTA,
            pods=len(service.ready),
            ports=ports,
            own=own,
        )
    else:
        message = phrase(
            "The load balancer takes {quota} back ends unless that was raised. Needed now: {own} (nodes: {nodes}, "
            "ports: {ports}).",
            quota=QUOTA,
            nodes=own // max(1, ports),
            ports=ports,
            own=own,
        )
    do = (
        *(
            (phrase("the snapshot shows less than that: look for further server groups on it, and a lower quota"),)
            if own + others <= QUOTA
            else ()
        ),
        *(
            ()
            if service.is_local or service.back_end_type == ENI
            else (
                phrase(
                    "externalTrafficPolicy: Local takes only the nodes that run pods ({count} now)",
                    count=len({one.node for one in service.ready}),
                ),
                phrase("or fewer nodes by the annotation backend-label"),
            )
        ),
        *((phrase("give the Service a load balancer of its own"),) if sharing else ()),
        phrase("or raise the quota of back ends in the quota center"),
    )
    seen = [
        field_of(one.thing, phrase("needs {count} back ends of the same load balancer", count=back_end_count(one)))
        for one in sharing[:5]
    ]
    seen += _uses_of_a_node(service)
    return cause("backend-quota", message, CERTAIN, [*seen_of(service, failure), *seen], do, ("quota",))


def _is_counted(service: LiveService) -> bool:
    """Whether the snapshot shows how many back ends a Service needs: its endpoints, its nodes, or both."""
    if service.only_reported or ((service.back_end_type == ENI or service.is_local) and service.endpoints is None):
        return False
    return service.back_end_type == ENI or service.cluster.nodes_known


def _uses_of_a_node(service: LiveService) -> Iterator[Evidence]:
    """Yield in how many server groups each node is, if they are more than an ECS instance may be in."""
    found = [one for one in service.all_services.by_name.values() if one.address and not one.is_nlb]
    whole = [one for one in found if one.back_end_type != ENI and not one.is_local]
    groups = sum(len(one.ports) for one in whole)
    if groups > _GROUPS and service.labelled:
        text = phrase(
            "each node is in {groups} server groups ({count} Services); an ECS instance may be in {most}",
            groups=groups,
            count=len(whole),
            most=_GROUPS,
        )
        yield field_of(service.labelled[0], text)
