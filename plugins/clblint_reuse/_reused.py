"""What is said about load balancers and server groups that are reused."""

from __future__ import annotations

from clblint.api import known_older, phrase, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, GroupItem, LoadBalancer, Text

_NO = frozenset({"0", "disable", "disabled", "f", "false", "n", "no", "none", "off"})
_AROUND = " \t\r\n\"'"


def reused(balancer: LoadBalancer) -> Fact[str] | None:
    """The id of the CLB that is reused, be it one that cannot be known; None where none is."""
    fact = balancer.reuses
    return fact if fact.is_set else None


def the_reused(balancer: LoadBalancer) -> Text:
    """The load balancer that is reused, in a sentence: by its id where that can be read."""
    found, kind = balancer.reuses, balancer.kind
    return (
        phrase("the reused {kind} {id}", kind=kind, id=found.value)
        if found.readable
        else phrase("a reused {kind}", kind=kind)
    )


def preserve_of(balancer: LoadBalancer) -> Fact[str] | None:
    """What has the CLB preserved, whatever it says; None where nothing does, or where the CCM is too old to read it."""
    fact = balancer.annotations.get("preserve-lb-on-delete")
    if not fact.is_set or known_older(balancer.cluster.ccm_version, "v2.10.0"):
        return None
    return fact


def loses_ip_version(balancer: LoadBalancer) -> bool:
    """Whether the CCM compares the CLB of a deleted Service with a model without IP version; if nobody declares which.

    v2.1.0 to v2.4.0 do, and v2.12.4 and later; v2.4.4 to v2.11.2 leave a deletion before they compare, and those of
    v1.9.3 delete in another way. The change that brought it back is of 2025-08, between v2.11.4 and v2.12.1.
    """
    version = balancer.cluster.ccm_version
    if known_older(version, "v2.4.2"):
        return not known_older(version, "v2.0.1")
    return not known_older(version, "v2.12.1")


def says_no(text: str) -> bool:
    """Whether a text is how people switch something off, in quotes too many as well."""
    return text.strip(_AROUND).lower() in _NO


def is_unknown(item: GroupItem) -> bool:
    """Whether the port of an item is none of the Service's; not where its ports cannot be known."""
    service, number = item.balancer.service, item.key.strip()
    if not service.ports or not (number.isascii() and number.isdigit()):
        return False
    is_padded = number != str(whole(number))  # 080, which the CCM compares as text
    return is_padded or (service.has_known_ports and number not in service.ports_by_number)
