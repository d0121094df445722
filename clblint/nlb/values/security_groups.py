"""The items of `security-group-ids`, the security groups that an NLB joins."""

from __future__ import annotations

from clblint.nlb.values.network_items import NetworkItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.inventory.network import SecurityGroup


class SecurityGroupItem(NetworkItem):
    """An item of `security-group-ids`: nothing is trimmed."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """The id of the group."""
        return self.at.text

    @property
    def printed(self) -> SecurityGroup | None:
        """The group in the inventory; None if it lacks it."""
        inventory = self.balancer.inventory
        return inventory.security_groups.get(self.key) if inventory is not None else None

    @property
    def is_missing(self) -> bool:
        """Whether the inventory certainly lacks the group."""
        inventory = self.balancer.inventory
        return inventory is not None and inventory.security_groups.lacks(self.key)
