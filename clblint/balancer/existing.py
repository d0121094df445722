"""Finds the load balancer of a Service in the inventory: reused, or made by the CCM (LB:Find, NB:Find)."""

from __future__ import annotations

from clblint.balancer.listeners import have_common_ports
from clblint.balancer.ownership import default_name
from clblint.kube.unrendered import is_unrendered
from clblint.kube.well_known import ID_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.inventory.inventory import Balancers
    from clblint.inventory.records import BalancerRecord, ListenerRecord, NamedKey
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service

    B = TypeVar("B", bound="BalancerRecord")


def reused_one(reuses: Fact[str], printed: Balancers[B]) -> B | None:
    """The load balancer that the annotation names; None if it names none or the inventory lacks it."""
    return printed.get(reuses.value) if reuses.holds else None


def made_one(service: Service, printed: Balancers[B]) -> B | None:
    """The load balancer that the CCM made for the Service, found by its tag, its name or the label of the Service."""
    name = default_name(service)
    found = printed.by_owner.get(name) or printed.by_name.get(name) or []
    if len(found) == 1:
        return found[0]
    label = service.labels.get(ID_LABEL)
    return printed.get(label.value) if label is not None and label.given else None


def unless_refused(balancer: LoadBalancer, current: B | None) -> B | None:
    """The load balancer that the controller of a Service updates; None if there is none, or it may not be reused."""
    return None if current is None or (balancer.is_reused and current.marked is not None) else current


def is_of(service: Service, key: NamedKey | None) -> bool:
    """Whether a CCM name may be for this Service; a missing namespace of the Service may be any."""
    if key is None or service.name.is_empty:  # the API server generates another one each time
        return False
    name = service.built_name
    if name.is_not(key.service) or not (name.known or is_unrendered(name.value) or name.value in key.service):
        return False
    namespace = service.namespace
    return namespace is None or key.namespace == namespace or is_unrendered(namespace)


def is_own(listener: ListenerRecord, printed: BalancerRecord, service: Service) -> bool:
    """Whether a listener was made for this Service."""
    group = printed.group_of(listener)
    return is_of(service, listener.key) or is_of(service, group.key if group else None)


def listeners_in_the_way(listener: Listener) -> list[ListenerRecord]:
    """The listeners of others on a reused load balancer beside which the API refuses to create one.

    The CCM takes over a listener of the same protocol on the same ports, and creates none (NA:isListenerPortMatch).
    """
    found = listener.balancer.existing
    if found is None or found.marked is not None or not _is_known(listener):
        return []
    there = [one for one in found.listeners if one.protocol.value and have_common_ports(one.span, listener.span)]
    if any(one.span == listener.span and listener.protocol.is_(one.protocol.value) for one in there):
        return []
    clashing = (one for one in there if _is_udp(one.protocol.value) == _is_udp(listener.protocol.value))
    return [one for one in clashing if not is_own(one, found, listener.service)]


def _is_known(listener: Listener) -> bool:
    """Whether the CCM certainly wants a listener, with known ports and protocol."""
    return listener.managed and listener.supported and listener.protocol.known and listener.span is not None


def _is_udp(protocol: str) -> bool:
    """Whether a listener is a UDP listener; all other protocols run over TCP, and so share the TCP ports."""
    return protocol.lower() == "udp"


def made_for_it(balancer: LoadBalancer) -> bool:
    """Whether the reused load balancer is the one that the CCM made for this Service."""
    printed, service = balancer.existing, balancer.service
    if printed is None or printed.owner is None:
        return False
    label = service.labels.get(ID_LABEL)
    if label is not None and label.value == printed.id.value:
        return True
    shown = {fact.value for fact in (*service.status_ips, *service.status_hostnames) if fact.readable}
    return printed.shown.value in shown or printed.owner.value == default_name(service)


def back_ends_of_others(balancer: LoadBalancer, printed: BalancerRecord) -> int:
    """The number of back ends of a load balancer that are not in server groups of the Service."""
    own = {group.vgroup_id.value for group in balancer.server_groups}
    mine = (group for group in printed.groups if group.id.value in own or is_of(balancer.service, group.key))
    return printed.back_ends - sum(group.back_ends or 0 for group in mine)


def refused_reuse(balancer: LoadBalancer) -> str:
    """The error of the CCM that refuses to reuse a load balancer which it made itself.

    The sources are MA:isLoadBalancerReusable and NA:isNLBReusable.
    """
    before = "alicloud: " if balancer.kind == "CLB" else "apply model error: update nlb attribute error: "
    why = "can not reuse loadbalancer created by kubernetes."
    return f"{before}the loadbalancer {balancer.reuses.value} can not be reused, {why}"
