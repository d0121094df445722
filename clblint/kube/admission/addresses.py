"""The API server's validation of the addresses in a Service."""

from __future__ import annotations

from clblint.i18n.text import N_
from clblint.kube.admission.rejection import Rejection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service

_PARTS, _LAST_BYTE, _BITS = 4, 255, 32


def rejected_addresses(service: Service) -> Iterator[Rejection]:
    """Yield the addresses and ranges that are none."""
    for item in service.source_ranges:
        if item.given and not _is_cidr(item.value.strip()):
            yield _refused_range(item)
    own = service.cluster_ip
    if own.readable and own.value != "None" and not _is_address(own.value):
        yield _refused_address(own, "clusterIP", "clusterIPs[0]")
    for position, item in enumerate(service.external_ips):
        if item.given and not _is_address(item.value):
            yield _refused_address(item, "externalIPs", f"externalIPs[{position}]")


def _refused_range(item: Fact[str]) -> Rejection:
    return Rejection(
        N_("{range} in loadBalancerSourceRanges is not an address range, and the API server refuses the Service"),
        item,
        'spec.LoadBalancerSourceRanges: Invalid value: "[{range}]": must be a list of IP ranges. For example, '
        "10.240.0.0/24,10.250.0.0/24",
        N_("write it as address/length, one address as /32"),
        f"range {item.value}",
        {"range": item.value},
    )


def _refused_address(item: Fact[str], field: str, path: str) -> Rejection:
    return Rejection(
        N_("{address} in {field} is not an IP address, and the API server refuses the Service"),
        item,
        'spec.{path}: Invalid value: "{address}": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        N_("write an IPv4 or IPv6 address, without length or port"),
        f"{field} {item.value}",
        {"address": item.value, "field": field, "path": path},
    )


def _is_address(text: str) -> bool:
    import ipaddress  # noqa: PLC0415 - few Services have addresses

    try:
        ipaddress.ip_address(text)
    except ValueError:
        return _is_padded(text)
    return "%" not in text


def _is_cidr(text: str) -> bool:
    import ipaddress  # noqa: PLC0415 - few Services have ranges

    address, _, length = text.partition("/")
    if not _is_at_most(length, _LAST_BYTE):
        return False
    try:
        ipaddress.ip_interface(text)
    except ValueError:
        return _is_padded(address) and _is_at_most(length, _BITS)
    return True


def _is_padded(address: str) -> bool:
    """Whether it is an IPv4 address, also with leading zeros, which Kubernetes accepts."""
    parts = address.split(".")
    return len(parts) == _PARTS and all(_is_at_most(part, _LAST_BYTE) for part in parts)


def _is_at_most(text: str, most: int) -> bool:
    """Whether it is a number of ASCII digits of at most `most`; leading zeros are allowed."""
    digits = text.lstrip("0") or text[:1]
    return digits.isascii() and digits.isdigit() and len(digits) <= len(str(most)) and int(digits) <= most
