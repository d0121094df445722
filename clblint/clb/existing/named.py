"""The access control lists and certificates that a Service refers to, looked up in the inventory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.values.items import items_of
from clblint.clb.values.classic_items import ClassicItem
from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.clb.model import ClassicLoadBalancer
    from clblint.inventory.inventory import Inventory
    from clblint.inventory.records import AccessList
    from clblint.source.place import Located


class EnforcedAcl(ClassicItem):
    """An item of `acl-id` whose list is switched on, on a load balancer of which there is an inventory."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """The id of the list."""
        return self.at.text

    @property
    def acl(self) -> AccessList | None:
        """The list as the inventory has it."""
        return self.balancer.inventory.acls.get(self.key) if self.balancer.inventory is not None else None

    @property
    def is_missing(self) -> bool:
        """Whether the inventory surely has no such list."""
        return self.balancer.inventory is not None and self.balancer.inventory.acls.lacks(self.key)


class NamedCertificate(NamedTuple):
    """A certificate of the https listeners that the CCM manages: where it is named, its id, and the inventory."""

    at: Located
    id: str
    inventory: Inventory


def enforced_acls(balancer: ClassicLoadBalancer) -> tuple[EnforcedAcl, ...]:
    """The lists that are sent and switched on; what is not is acl-inactive."""
    status = balancer.annotations.get("acl-status")
    if balancer.inventory is None or not status.is_("on") or not balancer.manages_listeners or not balancer.listeners:
        return ()
    return tuple(item for item in items_of(EnforcedAcl, balancer.annotations.get("acl-id"), balancer) if item.key)


def named_certificates(balancer: ClassicLoadBalancer) -> Iterator[NamedCertificate]:
    """The certificates that a load balancer has its https listeners use, the further ones by domain included."""
    inventory, listeners = balancer.inventory, balancer.listeners
    if inventory is None or not balancer.manages_listeners or not any(one.protocol.is_("https") for one in listeners):
        return
    named = balancer.annotations.get("cert-id")
    if named.readable:
        yield NamedCertificate(named, named.value, inventory)
    for extension in balancer.extensions:
        if extension.certificate and not extension.error:
            yield NamedCertificate(extension.parts[1], extension.certificate, inventory)
