"""What identifies the CLB of a Service: the name that the CCM gives it, its addresses, its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.kube.project.refs import Claim

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


def ties_of(service: Service) -> Iterator[Claim]:
    """What ties a Service to its CLB, as claims."""
    name = default_name(service)
    if name:
        yield Claim(OWNED, name)
    for address in service.status_ips:
        if address.readable:
            yield Claim(BOUND, address.value)
