"""Finds the CLB of a Service in the inventory: reused or created by the CCM (LB:Find, MA:isLoadBalancerReusable)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.ties import ID_LABEL, default_name
from clblint.kube.unrendered import is_unrendered

if TYPE_CHECKING:
    from clblint.inventory.inventory import Inventory
    from clblint.inventory.records import Clb, ClbListener, NamedKey
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service


def reused_clb(reuses: Fact[str], inventory: Inventory | None) -> Clb | None:
    """The CLB that the annotation names; None where it names none, or one that was not printed."""
    return inventory.clbs.get(reuses.value) if inventory is not None and reuses.holds else None


def made_clb(service: Service, inventory: Inventory | None) -> Clb | None:
    """The CLB that the CCM made for the Service: by its tag, its name, or the label that the CCM writes."""
    if inventory is None:
        return None
    name = default_name(service)
    found = inventory.by_owner.get(name) or inventory.by_name.get(name) or []
    if len(found) == 1:
        return found[0]
    label = service.labels.get(ID_LABEL)
    return inventory.clbs.get(label.value) if label is not None and label.given else None


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
