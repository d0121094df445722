"""Counts the back ends of a load balancer against its quota, summed over all Services on it."""

from __future__ import annotations

from clblint.clb.model import ClassicLoadBalancer
from clblint.diagnose.back_ends import becomes_back_end
from clblint.diagnose.causes.making import cause, seen_of
from clblint.diagnose.diagnosis import CERTAIN, field_of
from clblint.diagnose.service import ENI
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.diagnosis import Cause, Evidence
    from clblint.diagnose.failures import Failure
    from clblint.diagnose.service import LiveService
    from clblint.i18n.text import Text, Value

_GROUPS = 50  # server groups that an ECS instance may be in, unless that was raised
_MOST_OTHERS = 5  # Services on the same load balancer that are shown


def back_end_count(service: LiveService) -> int:
    """How many back ends the server groups of a Service need now: its pods, or nodes, times its ports."""
    ports = len(service.ports)
    if service.back_end_type == ENI:
        return ports * len(service.ready)
    if service.is_local:
        return ports * len({one.node for one in service.ready if becomes_back_end(service, one)})
    return ports * len(service.labelled)


def quota_cause(service: LiveService, failure: Failure) -> Cause:
    """The quota is used up; with the present numbers, if the snapshot has all that they count."""
    unknown = () if service.cluster.declared_quota else ("quota",)
    if not _is_counted(service):
        do: tuple[Value, ...] = (
            phrase("raise the quota of back ends in the quota center, or give the Service fewer of them"),
        )
        return cause("backend-quota", _limit(service), CERTAIN, seen_of(service, failure), do, unknown)
    message = phrase("{limit} {needed}", limit=_limit(service), needed=_needed(service))
    seen = (*seen_of(service, failure), *_uses_by_others(service), *_uses_of_a_node(service))
    return cause("backend-quota", message, CERTAIN, seen, tuple(_remedies(service)), unknown)


def _quota(service: LiveService) -> int:
    """How many back ends the load balancer takes: as declared, else the default of a CLB or an NLB."""
    if service.cluster.declared_quota:
        return service.cluster.declared_quota
    if service.is_nlb:
        from clblint.nlb.model import NetworkLoadBalancer  # noqa: PLC0415 - most Services have a CLB

        return NetworkLoadBalancer.usual_quota
    return ClassicLoadBalancer.usual_quota


def _limit(service: LiveService) -> Text:
    if service.cluster.declared_quota:
        return phrase("The load balancer takes {quota} back ends, as declared.", quota=_quota(service))
    return phrase("The load balancer takes {quota} back ends unless that was raised.", quota=_quota(service))


def _needed(service: LiveService) -> Text:
    sharing, own, ports = service.sharing_services, back_end_count(service), len(service.ports)
    if sharing:
        return phrase(
            "Needed now: {own} by this Service, {others} by others on it ({count}).",
            own=own,
            others=_needed_by_others(service),
            count=len(sharing),
        )
    if service.back_end_type == ENI:
        pods = len(service.ready)
        return phrase("Needed now: {own} (ready pods: {pods}, ports: {ports}).", own=own, pods=pods, ports=ports)
    nodes = own // max(1, ports)
    return phrase("Needed now: {own} (nodes: {nodes}, ports: {ports}).", own=own, nodes=nodes, ports=ports)


def _needed_by_others(service: LiveService) -> int:
    return sum(map(back_end_count, service.sharing_services))


def _remedies(service: LiveService) -> Iterator[Text]:
    """Yield what to do, the most likely first."""
    if back_end_count(service) + _needed_by_others(service) <= _quota(service):
        yield phrase("the snapshot shows less than that: look for further server groups on it, and a lower quota")
    if not service.is_local and service.back_end_type != ENI:
        yield phrase(
            "externalTrafficPolicy: Local takes only the nodes that run pods ({count} now)",
            count=len({one.node for one in service.ready}),
        )
        yield phrase("or fewer nodes by the annotation backend-label")
    if service.sharing_services:
        yield phrase("give the Service a load balancer of its own")
    yield phrase("or raise the quota of back ends in the quota center")


def _uses_by_others(service: LiveService) -> Iterator[Evidence]:
    """Yield how many back ends the other Services on the load balancer need."""
    for one in service.sharing_services[:_MOST_OTHERS]:
        yield field_of(
            one.thing, phrase("needs {count} back ends of the same load balancer", count=back_end_count(one))
        )


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
