"""Parses `zone-maps`, the zones of an NLB with their vSwitches and addresses (NB:parseZoneMappings)."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address

from clblint.light import Enum
from clblint.nlb.values.network_items import NetworkItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.values.slices import ValueSlice

_LEAST, _ALL = 2, 4
_MOST_ZONES = 10
_VSWITCH, _EIP = "vsw-", "eip-"
_WIDE = "\uff1a"


class ZoneFault(Enum):
    """The fault of an item; the CCM gives up at the first three, and the API refuses all others but the last."""

    EMPTY = "nothing between two commas"
    NO_VSWITCH = "no colon"
    WIDE = "a full-width colon, as Chinese input methods write it"
    SWAPPED = "the vSwitch in front of the zone"
    EMPTY_PART = "no zone, or no vSwitch"
    EIP_EARLY = "an EIP where the address is expected"
    NO_ADDRESS = "something else where the address is expected"
    NO_EIP = "something else where the EIP is expected"
    BLANK = "a blank inside a part"
    DROPPED = "more than four parts"


class ZoneMapping(NetworkItem):
    """An item of `zone-maps`, `cn-hangzhou-k:vsw-abc:192.168.0.5:eip-abc`; address and EIP may be left out.

    The CCM trims nothing, checks only the number of parts, and drops parts after the fourth.
    """

    __slots__ = ()

    @property
    def counts(self) -> bool:
        """Whether it is well-formed."""
        return not self.error

    @property
    def zone(self) -> ValueSlice:
        """The zone: the part before the first colon."""
        return self.parts[0]

    @property
    def vswitch(self) -> ValueSlice | None:
        """The vSwitch; None if there is no colon."""
        return self._part(1)

    @property
    def address(self) -> ValueSlice | None:
        """The requested private IPv4 address; None if there is none, or it is empty."""
        return self._filled(2)

    @property
    def eip(self) -> ValueSlice | None:
        """The allocation id of an EIP; None if there is none, or it is empty."""
        return self._filled(3)

    @property
    def dropped(self) -> tuple[ValueSlice, ...]:
        """The parts that the CCM ignores."""
        return self.parts[_ALL:]

    @property
    def fault(self) -> ZoneFault | None:
        """Its fault, ignoring blanks around its parts; None if it has none."""
        texts = [part.text.strip() for part in self.parts]
        if len(texts) < _LEAST:
            return _fault_of_undivided(texts[0])
        zone, vswitch = texts[:_LEAST]
        if zone.startswith(_VSWITCH) and vswitch and not vswitch.startswith(_VSWITCH):
            return ZoneFault.SWAPPED
        if not zone or not vswitch:
            return ZoneFault.EMPTY_PART
        return _fault_of_addresses(*[*texts[_LEAST:_ALL], "", ""][:_LEAST]) or self._further_fault(texts)

    def _further_fault(self, texts: list[str]) -> ZoneFault | None:
        if any(len(text.split()) > 1 for text in texts[:_ALL]):
            return ZoneFault.BLANK
        return ZoneFault.DROPPED if self.dropped else None

    @property
    def is_refused(self) -> bool:
        """Whether the API refuses it by itself, blanks around its parts included."""
        blank = any(part.text != part.text.strip() for part in self.parts[:_ALL])
        return blank or self.fault not in {None, ZoneFault.DROPPED}

    @property
    def rival(self) -> ZoneMapping | None:
        """An item before it with the same zone or the same vSwitch: an NLB has one vSwitch in each zone."""
        return self.first if self.first is not None else self.of_same_vswitch

    @property
    def of_same_vswitch(self) -> ZoneMapping | None:
        """The first item with its vSwitch, if that is another one."""
        first = self.balancer.first_of_vswitch.get(self.vswitch.text.strip()) if self.vswitch is not None else None
        return first if first is not self else None

    @property
    def is_too_many(self) -> bool:
        """Whether it is the first one beyond those that an NLB may have."""
        return self.position == _MOST_ZONES

    @property
    def error(self) -> str:
        """The error with which the CCM gives up at this item; empty if it does not."""
        if len(self.parts) >= _LEAST:
            return ""
        whole = self.at.fact.value
        return f"ZoneMapping format error, expect [zone-a:vsw-id-1,zone-b:vsw-id-2], got {whole}"

    @property
    def parameters(self) -> dict[str, str]:
        """The item of `ZoneMappings` as sent (NPB:CreateNLB), without empty parts."""
        vswitch = self.vswitch.text if self.vswitch is not None else ""
        sent = {"ZoneId": self.zone.text, "VSwitchId": vswitch}
        if self.address is not None:
            sent["PrivateIPv4Address"] = self.address.text
        if self.eip is not None:
            sent["AllocationId"] = self.eip.text
        return sent

    def _part(self, number: int) -> ValueSlice | None:
        return self.parts[number] if len(self.parts) > number else None

    def _filled(self, number: int) -> ValueSlice | None:
        found = self._part(number)
        return found if found is not None and found.text else None


def _fault_of_undivided(text: str) -> ZoneFault:
    """The fault of an item without a colon."""
    if _WIDE in text:
        return ZoneFault.WIDE
    return ZoneFault.NO_VSWITCH if text else ZoneFault.EMPTY


def _fault_of_addresses(address: str, eip: str) -> ZoneFault | None:
    """The fault of the third and fourth part, either of which may be empty."""
    if address.startswith(_EIP):
        return ZoneFault.EIP_EARLY
    if address and not _is_ipv4(address):
        return ZoneFault.NO_ADDRESS
    return ZoneFault.NO_EIP if eip and not eip.startswith(_EIP) else None


def _is_ipv4(text: str) -> bool:
    try:
        IPv4Address(text)
    except AddressValueError:
        return False
    return True
