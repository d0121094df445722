"""Subjects on settings without effect: options of nodes if pods are the back ends, fields that are for kube-proxy."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.back_ends import BackEnds
    from clblint.balancer.model import LoadBalancer
    from clblint.kube.fact import Fact

# The fields of `proxy_fields`, none of which most Services have.
_OF_PROXY = frozenset({"externalIPs", "internalTrafficPolicy", "loadBalancerIP", "trafficDistribution"})


class NodeOption(NamedTuple):
    """A setting about nodes, without effect if the back ends are pods (BE:setTrafficPolicy)."""

    name: str
    fact: Fact[str]
    back_ends: BackEnds


class ProxyField(NamedTuple):
    """A Service field that kube-proxy reads or once read, and the CCM does not."""

    name: str
    fact: Fact[object]
    balancer: LoadBalancer

    @property
    def is_address(self) -> bool:
        """Whether it asks for an address other than the assigned one."""
        return self.name == "loadBalancerIP"


def node_options(balancer: LoadBalancer) -> Iterator[NodeOption]:
    """Yield the settings of a Service about nodes, without a label at which the CCM gives up for any back ends."""
    back_ends = balancer.back_ends
    label, unscheduled = (back_ends.annotations.get(name) for name in ("backend-label", "remove-unscheduled-backend"))
    policy = back_ends.service.external_traffic_policy
    if label.is_set and not any(item.error for item in balancer.label_items):
        yield NodeOption("backend-label", label, back_ends)
    if unscheduled.is_("on"):
        yield NodeOption("remove-unscheduled-backend", unscheduled, back_ends)
    if policy.is_("Local"):
        yield NodeOption("externalTrafficPolicy", policy, back_ends)


def proxy_fields(balancer: LoadBalancer) -> Iterator[ProxyField]:
    """Yield the set fields that the CCM does not read; only the first external address."""
    service = balancer.service
    if not service.may_have(_OF_PROXY):  # as nearly always
        return
    if _asks_for_address(service.load_balancer_ip):
        yield ProxyField("loadBalancerIP", service.load_balancer_ip, balancer)
    for first in filter(_asks_for_address, service.external_ips[:1]):
        yield ProxyField("externalIPs", first, balancer)
    if service.internal_traffic_policy.is_("Local"):
        yield ProxyField("internalTrafficPolicy", service.internal_traffic_policy, balancer)
    if service.traffic_distribution.is_set:
        yield ProxyField("trafficDistribution", service.traffic_distribution, balancer)


def _asks_for_address(fact: Fact[str]) -> bool:
    return fact.is_set and bool(fact.value)
