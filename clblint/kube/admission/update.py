"""The API server's validation of the update of a Service (ValidateServiceUpdate)."""

from __future__ import annotations

from clblint.i18n.text import N_
from clblint.kube.admission.rejection import Rejection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.objects import Service


def rejected_update(old: Service, new: Service) -> Rejection | None:
    """The change of an immutable field of a Service that stays a LoadBalancer; None if the update is accepted."""
    before, after = old.load_balancer_class, new.load_balancer_class
    if not (old.type.value == new.type.value == "LoadBalancer" and before.known and after.known):
        return None
    if before.value == after.value:
        return None
    return Rejection(
        N_("loadBalancerClass changes on a live Service: the API server refuses it"),
        after,
        'spec.loadBalancerClass: Invalid value: "{value}": may not change once set',
        N_("put the class back as it was, or make a second Service with the other class"),
        "loadBalancerClass",
        {"value": after.value},
        ((before, N_("the class before the change")),),
    )
