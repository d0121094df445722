"""The attributes of a new NLB that the API certainly refuses (NLB API CreateLoadBalancer, error codes).

An error of CreateLoadBalancer ends the sync, and no NLB exists (NB:Create).
"""

from __future__ import annotations

from clblint.balancer.refused_values import refused_value
from clblint.kube.quotes import unquoted
from clblint.nlb.instance import INTRANET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.source.located import Located

# Sent as written except for letter case; the CCM sets all others after the creation.
_AS_WRITTEN = ("address-type", "name", "resource-group-id", "ip-version", "bandwidth-package-id")


def refused_annotation(balancer: NetworkLoadBalancer) -> Located | None:
    """The first annotation that the API certainly refuses; None if there is none."""
    wrong = refused_value(balancer.annotations, _AS_WRITTEN, "nlb")
    return wrong if wrong is not None else next(_refused_zones(balancer), None)


def _refused_zones(balancer: NetworkLoadBalancer) -> Iterator[Located]:
    if unquoted(balancer.zone_maps.value) != balancer.zone_maps.value:
        yield balancer.zone_maps
    is_private = balancer.address_type.is_(INTRANET)
    for item in balancer.zone_mappings:
        if item.is_refused or item.rival is not None or item.is_too_many or (is_private and item.eip is not None):
            yield item.at
