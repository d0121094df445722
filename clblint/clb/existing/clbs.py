"""The CLB that a Service has already, among those that were printed (LB:Find, MA:isLoadBalancerReusable)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.ties import ID_LABEL, default_name
from clblint.kube.unrendered import is_unrendered

if TYPE_CHECKING:
    from clblint.clb.model import LoadBalancer
    from clblint.inventory.records import Clb, ClbListener, NamedKey
    from clblint.kube.objects import Service


def reused_clb(balancer: LoadBalancer) -> Clb | None:
    """The CLB that the annotation names; None where it names none, or one that was not printed."""
    inventory, reuses = balancer.inventory, balancer.reuses
    return inventory.clbs.get(reuses.value) if inventory is not None and reuses.holds else None


def made_clb(balancer: LoadBalancer) -> Clb | None:
    """The CLB that the CCM made for the Service: by its tag, its name, or the label that the CCM writes."""
    inventory, service = balancer.inventory, balancer.service
    if inventory is None or balancer.is_reused:
        return None
    name = default_name(service)
    found = inventory.by_owner.get(name) or inventory.by_name.get(name) or []
    if len(found) == 1:
        return found[0]
    label = service.labels.get(ID_LABEL)
    return inventory.clbs.get(label.value) if label is not None and label.given else None


def reaching(balancer: LoadBalancer) -> bool | None:
    """Whether a listener of the reused CLB sends to a server group of the Service; None where nobody can tell."""
    clb = balancer.existing
    if clb is None:
        return None
    named = {group.vgroup_id.value for group in balancer.server_groups if group.vgroup_id.value}
    own = [group for group in clb.groups if group.id.value in named or is_of(balancer.service, group.key)]
    used = named | {group.id.value for group in own}
    if any(group.in_use for group in own) or any(listener.group_id.value in used for listener in clb.listeners):
        return True
    told = all(listener.names_no_group or clb.group_of(listener) for listener in clb.listeners)
    return False if clb.all_listeners and told else None


def back_ends_of_others(balancer: LoadBalancer, clb: Clb) -> int:
    """How many of the back ends of a CLB do not stand in server groups of the Service."""
    own = {group.vgroup_id.value for group in balancer.server_groups}
    mine = (group for group in clb.groups if group.id.value in own or is_of(balancer.service, group.key))
    return clb.back_ends - sum(group.back_ends or 0 for group in mine)


def made_for_it(balancer: LoadBalancer) -> bool:
    """Whether the CLB that is to be reused is the one that the CCM made for this very Service."""
    clb, service = balancer.existing, balancer.service
    if clb is None or clb.owner is None:
        return False
    label = service.labels.get(ID_LABEL)
    if label is not None and label.value == clb.id.value:
        return True
    known = {fact.value for fact in service.status_ips if fact.given} & {clb.address.value}
    return bool(known) or clb.owner.value == default_name(service)


def is_of(service: Service, key: NamedKey | None) -> bool:
    """Whether the CCM made something for this Service, or may have: a namespace that is left out may be any."""
    if key is None or service.name.is_empty:  # each time the API server makes up another
        return False
    name = service.built_name
    if name.is_not(key.service) or not (name.known or is_unrendered(name.value) or name.value in key.service):
        return False
    namespace = service.namespace
    return namespace is None or key.namespace == namespace or is_unrendered(namespace)


def is_own(listener: ClbListener, clb: Clb, service: Service) -> bool:
    """Whether a listener of the CLB was made for this Service."""
    group = clb.group_of(listener)
    return is_of(service, listener.key) or is_of(service, group.key if group else None)
