"""How the CLB that belongs to a Service is found: by the name that the CCM gives it, or by its addresses."""

from __future__ import annotations

from clblint.kube.project.refs import Claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.objects import Service

# Claims of a Service that was read from a cluster: the name of its own CLB, and its addresses.
OWNED, BOUND = "owned-clb", "bound-address"
_LONGEST_NAME = 32


def default_name(service: Service) -> str:
    """The name that the CCM gives to the CLB of a Service, and writes into its tag; empty without a UID (B 2.2)."""
    uid = service.uid
    return ("a" + uid.value.replace("-", ""))[:_LONGEST_NAME] if uid.readable else ""


def claims_of_balancer(service: Service) -> Iterator[Claim]:
    """The claims of a Service on its CLB: the name that the CCM gives it, and its addresses."""
    name = default_name(service)
    if name:
        yield Claim(OWNED, name)
    for address in service.status_ips:
        if address.readable:
            yield Claim(BOUND, address.value)
