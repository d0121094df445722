"""The access control lists and certificates that a Service refers to, looked up in the inventory."""

from __future__ import annotations

from clblint.balancer.named import NamedCertificate
from clblint.balancer.values.item import items_of
from clblint.clb.values.classic_items import ClassicItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.inventory.inventory import Inventory
    from clblint.inventory.records import AccessList
    from clblint.source.located import Located


class EnforcedAcl(ClassicItem):
    """An item of `acl-id` whose list is switched on, on a load balancer with an inventory."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """The id of the list."""
        return self.at.text

    @property
    def acl(self) -> AccessList | None:
        """The list in the inventory; None if it lacks it."""
        return self.balancer.inventory.acls.get(self.key) if self.balancer.inventory is not None else None

    @property
    def is_missing(self) -> bool:
        """Whether the inventory certainly lacks the list."""
        return self.balancer.inventory is not None and self.balancer.inventory.acls.lacks(self.key)


def enforced_acls(balancer: ClassicLoadBalancer) -> tuple[EnforcedAcl, ...]:
    """The lists that the CCM sends and switches on; the rule acl-inactive handles the others."""
    status = balancer.annotations.get("acl-status")
    if balancer.inventory is None or not status.is_("on") or not balancer.manages_listeners or not balancer.listeners:
        return ()
    return tuple(item for item in items_of(EnforcedAcl, balancer.annotations.get("acl-id"), balancer) if item.key)


def named_certificates(balancer: ClassicLoadBalancer) -> tuple[NamedCertificate, ...]:
    """The certificates of the https listeners, those of `domain-extensions` included."""
    inventory, listeners = balancer.inventory, balancer.listeners
    if inventory is None or not balancer.manages_listeners or not any(one.protocol.is_("https") for one in listeners):
        return ()
    named = balancer.annotations.get("cert-id")
    further = (one for one in balancer.extensions if one.certificate and not one.error)
    found = [_certificate(named, named.value, inventory)] if named.readable else []
    found = [one._replace(replaces=_replaces(balancer, one.id, inventory)) for one in found]
    return (*found, *(_certificate(one.parts[1], one.certificate, inventory) for one in further))


def _certificate(at: Located, id_: str, inventory: Inventory) -> NamedCertificate:
    table = inventory.certificates
    return NamedCertificate(at, id_, "CLB", table.get(id_), table.lacks(id_), inventory.today)


def _replaces(balancer: ClassicLoadBalancer, id_: str, inventory: Inventory) -> bool:
    """Whether an existing listener has another certificate, which may still exist (LS:checkCertValidity)."""
    clb, https = balancer.current, (one for one in balancer.listeners if one.protocol.is_("https"))
    there = [found for one in https for found in (clb.listeners_on(one.shown_ports) if clb is not None else ())]
    used = [found.setting("ServerCertificateId") for found in there if found.protocol.value == "https"]
    return any(old.given and old.value not in {"", id_} and not inventory.certificates.lacks(old.value) for old in used)
