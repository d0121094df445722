"""The server groups that the CCM makes of an NLB, and what annotations say of them."""

from __future__ import annotations

from clblint.api import ports_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from clblint.api import Fact, NetworkLoadBalancer, NetworkServerGroup, Words

TCP_PROTOCOLS = ("TCP", "TCPSSL")
HTTP_DETAILS = ("health-check-uri", "health-check-domain", "health-check-method", "health-check-httpcode")


def means(fact: Fact[str], *words: str) -> bool:
    """Whether a text is known to be one of these words, in any letter case."""
    return fact.known and fact.value.lower() in words


def of_tcp(balancer: NetworkLoadBalancer) -> list[NetworkServerGroup]:
    """The groups of TCP and TCPSSL listeners that the CCM makes."""
    return [group for group in balancer.own_groups if group.protocol.one_of(*TCP_PROTOCOLS)]


def of_udp(balancer: NetworkLoadBalancer) -> list[NetworkServerGroup]:
    """The groups of UDP listeners that the CCM makes."""
    return [group for group in balancer.own_groups if group.protocol.is_("UDP")]


def checked_by(balancer: NetworkLoadBalancer, *kinds: str) -> bool:
    """Whether health-check-flag is on, and the groups are checked in one of these ways; TCP is the default."""
    if not means(balancer.annotations.get("health-check-flag"), "on"):
        return False
    kind = balancer.annotations.get("health-check-type")
    return means(kind, *kinds) or (kind.is_empty and "tcp" in kinds)


def named(groups: Sequence[NetworkServerGroup]) -> Words:
    """The Service ports of groups, as `port 80` or `ports 80 and 443`, with the protocol of one that is there twice."""
    among = [port for group in groups[:1] for port in group.balancer.service.ports]
    return ports_named((group.service_port for group in groups), among)


def given(balancer: NetworkLoadBalancer, suffixes: Container[str]) -> list[tuple[str, Fact[str]]]:
    """The annotations among these that have a value, readable or not, in the order in which they are written."""
    found = ((suffix, balancer.annotations.get(suffix)) for suffix in balancer.annotations if suffix in suffixes)
    return [(suffix, fact) for suffix, fact in found if fact.is_set]
