"""The CLB that a Service has already, among those that were printed (LB:Find, MA:isLoadBalancerReusable)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.clb.model import LoadBalancer
    from clblint.inventory.records import Clb, ClbListener, NamedKey
    from clblint.kube.objects import Service

# Claims of a Service that was read from a cluster: the name of its own CLB, and its addresses.
OWNED, BOUND = "owned-clb", "bound-address"
ID_LABEL = "service.k8s.alibaba/loadbalancer-id"
_LONGEST_NAME = 32


def default_name(service: Service) -> str:
    """The name that the CCM gives to the CLB of a Service, and writes into its tag; empty without a UID (B 2.2)."""
    uid = service.uid
    return ("a" + uid.value.replace("-", ""))[:_LONGEST_NAME] if uid.given and uid.value else ""


def ties_of(service: Service) -> Iterator[tuple[str, str]]:
    """What ties a Service to its CLB, as claims."""
    name = default_name(service)
    if name:
        yield (OWNED, name)
    for address in service.status_ips:
        if address.given and address.value:
            yield (BOUND, address.value)


def reused_clb(balancer: LoadBalancer) -> Clb | None:
    """The CLB that the annotation names; None where it names none, or one that was not printed."""
    inventory, reuses = balancer.inventory, balancer.reuses
    return inventory.clbs.get(reuses.value) if inventory is not None and reuses.known and reuses.value else None


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


def is_of(service: Service, key: NamedKey | None) -> bool:
    """Whether the CCM made something for this Service, or may have: a namespace that is left out may be any."""
    if key is None or key.service != service.name.value:
        return False
    return service.namespace is None or key.namespace == service.namespace


def is_own(listener: ClbListener, clb: Clb, service: Service) -> bool:
    """Whether a listener of the CLB was made for this Service."""
    group = clb.group_of(listener)
    return is_of(service, listener.key) or is_of(service, group.key if group else None)
