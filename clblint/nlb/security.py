"""The security group that the CCM makes of `loadBalancerSourceRanges` for an NLB (NB:Update)."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network

from clblint.balancer.instance import DEFAULT_NAME
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.fact import Fact
    from clblint.nlb.model import NetworkLoadBalancer

SOURCE_RANGES_SINCE = "v2.14.0"
ACCEPT, DROP = "accept", "drop"
_ANYWHERE = "0.0.0.0/0"


class SecurityRule(NamedTuple):
    """A rule of the group that the CCM makes: `accept` or `drop`, the range it is for, and its priority."""

    policy: str
    source: str
    priority: str

    def parameters(self, description: str) -> dict[str, str]:
        """The item of `Permissions` of AuthorizeSecurityGroup."""
        return {
            "Policy": self.policy, "SourceCidrIp": self.source, "Priority": self.priority, "IpProtocol": "All",
            "PortRange": "-1/-1", "Description": description,
        }  # fmt: skip


class SourceRange(NamedTuple):
    """A range of `loadBalancerSourceRanges`, for which the CCM adds a rule to a security group."""

    balancer: NetworkLoadBalancer
    fact: Fact[str]

    @property
    def network(self) -> IPv4Network | IPv6Network | None:
        """The network without blanks and host bits; None if unknown or invalid."""
        text = self.fact.value.strip() if self.fact.readable else ""
        try:
            return ip_network(text, strict=False) if "/" in text else None
        except ValueError:
            return None

    @property
    def is_everyone(self) -> bool:
        """Whether it certainly admits all clients."""
        return self.network is not None and not self.network.prefixlen


class SourceRangesGroup(NamedTuple):
    """The security group that the CCM makes of `loadBalancerSourceRanges`, since v2.14.0."""

    balancer: NetworkLoadBalancer
    ranges: tuple[Fact[str], ...]

    @property
    def name(self) -> str:
        """Its name, with `{uid}` in it."""
        return f"k8s-nlb-{DEFAULT_NAME}"

    @property
    def description(self) -> str:
        """Its description, and that of its rules, with `{clusterId}` in it."""
        service = self.balancer.service
        return f"k8s.{service.namespace or 'default'}.{service.built_name.value}.{{clusterId}}"

    @property
    def rules(self) -> tuple[SecurityRule, ...]:
        """One rule for each range, and one that drops everything else of IPv4."""
        accepted = (SecurityRule(ACCEPT, fact.value, "1") for fact in self.ranges)
        return (*accepted, SecurityRule(DROP, _ANYWHERE, "100"))


def source_ranges_of(balancer: NetworkLoadBalancer) -> Iterator[SourceRange]:
    """Yield the ranges for which the CCM makes rules; none if it does not read them."""
    group = balancer.source_ranges_group
    for fact in group.ranges if group is not None else ():
        yield SourceRange(balancer, fact)
