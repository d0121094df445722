"""Finds the load balancer of a Service in the inventory: reused, or made by the CCM (LB:Find, NB:Find)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from clblint.balancer.ties import ID_LABEL, default_name
from clblint.inventory.records import BalancerRecord
from clblint.kube.unrendered import is_unrendered

if TYPE_CHECKING:
    from clblint.inventory.inventory import Balancers
    from clblint.inventory.records import NamedKey
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service

B = TypeVar("B", bound=BalancerRecord)


def reused_one(reuses: Fact[str], printed: Balancers[B]) -> B | None:
    """The load balancer that the annotation names; None where it names none, or one that was not printed."""
    return printed.get(reuses.value) if reuses.holds else None


def made_one(service: Service, printed: Balancers[B]) -> B | None:
    """The load balancer that the CCM made for the Service: by its tag, its name, or the label that the CCM writes."""
    name = default_name(service)
    found = printed.by_owner.get(name) or printed.by_name.get(name) or []
    if len(found) == 1:
        return found[0]
    label = service.labels.get(ID_LABEL)
    return printed.get(label.value) if label is not None and label.given else None


def is_of(service: Service, key: NamedKey | None) -> bool:
    """Whether the CCM made something for this Service, or may have: a namespace that is left out may be any."""
    if key is None or service.name.is_empty:  # each time the API server makes up another
        return False
    name = service.built_name
    if name.is_not(key.service) or not (name.known or is_unrendered(name.value) or name.value in key.service):
        return False
    namespace = service.namespace
    return namespace is None or key.namespace == namespace or is_unrendered(namespace)


def made_for(service: Service, printed: BalancerRecord | None) -> bool:
    """Whether the CCM made a load balancer for this very Service, as its tag or the label of the Service say."""
    if printed is None or printed.owner is None:
        return False
    label = service.labels.get(ID_LABEL)
    return printed.owner.value == default_name(service) or (label is not None and label.value == printed.id.value)
