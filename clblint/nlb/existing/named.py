"""The certificates that a Service refers to for its NLB, looked up in the inventory."""

from __future__ import annotations

from clblint.balancer.named import NamedCertificate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.values.slices import ValueSlice
    from clblint.inventory.inventory import Inventory
    from clblint.nlb.model import NetworkLoadBalancer


def named_certificates(balancer: NetworkLoadBalancer) -> tuple[NamedCertificate, ...]:
    """The server certificates of tcpssl listeners, those for further host names included.

    No list in the inventory has the certificates of authorities (`cacert-id`).
    """
    listener = next((one for one in balancer.listeners if one.is_tcpssl), None)
    inventory = balancer.inventory
    if inventory is None or listener is None or not balancer.manages_listeners:
        return ()
    named = (*listener.certificates, *listener.additional_certificates)
    return tuple(_certificate(one, inventory) for one in named if one.text.strip())


def _certificate(named: ValueSlice, inventory: Inventory) -> NamedCertificate:
    """A certificate; the inventory has its id without the region suffix."""
    table, number = inventory.cas_certificates, named.text.strip().partition("-")[0]
    return NamedCertificate(named, named.text, "NLB", table.get(number), table.lacks(number), inventory.today)
