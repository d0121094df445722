"""The requested attributes of a new CLB, and those that the API certainly refuses (CreateLoadBalancer, error codes).

An error of CreateLoadBalancer ends the sync, and no CLB exists (LB:Create).
"""

from __future__ import annotations

from clblint.balancer.refused_values import refused_value
from clblint.clb.address_type import PRIVATE, PUBLIC
from clblint.clb.instance import BY_USE_SINCE
from clblint.fast import NamedTuple
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.versions import known_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.kube.fact import Fact

_CHARGE_TYPE_READ, _ADDRESS_READ = "v2.4.0", "v2.7.0"
# Sent as they are written. A specification is not sent for a CLB that is billed by use, nor is a vSwitch for a classic
# network; protections and what is billed can be changed later.
_AS_WRITTEN = (
    "address-type", "charge-type", "name", "master-zoneid", "slave-zoneid", "instance-charge-type",
    "resource-group-id", "ip-version", "delete-protection", "modification-protection", "ip",
)  # fmt: skip


class Creation(NamedTuple):
    """A CLB that is to be created."""

    balancer: ClassicLoadBalancer

    @property
    def billed_by_use(self) -> Fact[str] | None:
        """The instance-charge-type, or its absence, that makes it PayByCLCU; None if it is not, or not certainly."""
        balancer = self.balancer
        fact = balancer.annotations.get("instance-charge-type")
        if balancer.is_reused or not fact.one_of("", "PayByCLCU"):
            return None
        if fact.is_empty and balancer.may_be_there:  # and is paid for as it was when it was made
            return None
        since = _CHARGE_TYPE_READ if fact.is_set else BY_USE_SINCE
        return None if known_older(balancer.cluster.ccm_version, since) else fact

    @property
    def refused_address(self) -> Fact[str] | None:
        """The private address requested for a public CLB; None if there is none."""
        address = self._unless_reused("ip")
        if address is None or self.balancer.address_type != PUBLIC:
            return None
        valid = not address.readable or catalogue().by_suffix("ip").is_valid(address.value)
        return address if valid and not known_older(self.balancer.cluster.ccm_version, _ADDRESS_READ) else None

    @property
    def refused_version(self) -> Fact[str] | None:
        """The IPv6 request of a private CLB, which only public ones support; None if there is none."""
        version = self._unless_reused("ip-version")
        is_refused = version is not None and version.is_("ipv6") and self.balancer.address_type == PRIVATE
        return version if is_refused else None

    @property
    def refused_charge(self) -> Fact[str] | None:
        """The request for fixed bandwidth billing of a public CLB that is billed by use; None if there is none."""
        charge = self.balancer.annotations.get("charge-type")
        if not charge.is_("paybybandwidth") or self.balancer.address_type != PUBLIC:
            return None
        return charge if self.billed_by_use is not None else None

    @property
    def refused(self) -> Fact[str] | None:
        """The first annotation for which the API certainly refused it, under any CCM; None if there is none.

        Without a billing annotation a CCM before v2.12.1 may have made it. The CCM sends a word in another letter case
        as it is, and the API documents the words in lower case only (an NLB's words are folded by the CCM).
        """
        said = self.balancer.annotations.get("instance-charge-type").is_set
        wrong = refused_value(self.balancer.annotations, _AS_WRITTEN, "clb")
        found = (wrong, self.refused_address, self.refused_version, self.refused_charge if said else None)
        return next((fact for fact in found if fact is not None), None)

    def _unless_reused(self, suffix: str) -> Fact[str] | None:
        fact = self.balancer.annotations.get(suffix)
        return fact if fact.is_set and not self.balancer.is_reused else None
