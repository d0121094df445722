"""Which ports are to end TLS, and which target ports expect it, as far as the files tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clblint.api import NamedTuple, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.api import ContainerPort, Listener

_HTTPS = 443
_NUMBERS = frozenset({443, 8443})
_TLS = frozenset({"grpcs", "https", "mtls", "ssl", "tls", "wss"})
_PLAIN = frozenset({"grpc", "h2c", "http", "insecure", "metrics", "plain", "plaintext", "web", "ws"})
_AGAINST = frozenset({"no", "non", "not", "without"})  # in front of what says TLS


class TlsTarget(NamedTuple):
    """A target port that looks like TLS, and what makes it look so."""

    port: int | str
    because: tuple[Reason, ...]


def tls_target(listener: Listener) -> TlsTarget | None:
    """The target port of a listener, if it looks like one that expects TLS.

    The names of the container ports behind it decide where they say TLS or the opposite, else the name of the target
    itself; any other name leaves it to the number.
    """
    target = listener.service_port.target
    if not target.holds or target.value is None:
        return None
    ports = _container_ports(listener, target.value)
    if not ports and listener.balancer.back_ends.may_be_more:
        return None
    return _of_ports(target.value, ports) if all(_is_known(port, target.value) for port in ports) else None


def likely_tls_port(listeners: Sequence[Listener]) -> int | None:
    """The port that is probably to end TLS: 443, one that is named for it, or the first; None where no port is TCP.

    A number that is there as UDP, too, comes last: an item of `protocol-port` would be for both.
    """
    others = {one.port.value for one in listeners if not one.service_port.protocol.is_("TCP")}
    tcp = [one.service_port for one in listeners if one.service_port.protocol.is_("TCP")]
    ports = [port for port in tcp if port.port.value not in others] or tcp
    named = (port for port in ports if re.search(r"https|tls|ssl|443", f"{port.name.value} {port.port}"))
    known = next((port for port in ports if port.port.is_(_HTTPS)), None)
    found = known or next(named, None) or next(iter(ports), None)
    return found.port.value if found is not None else None


def _of_ports(target: int | str, ports: list[ContainerPort]) -> TlsTarget | None:
    says = [(port, _says_tls(port.name.value)) for port in ports]
    named = next((port for port, tls in says if tls), None)
    if named is not None:
        return TlsTarget(target, (Reason(named.name, "the container port behind it"),))
    if any(tls is False for _, tls in says):
        return None
    if not isinstance(target, str):
        return TlsTarget(target, ()) if target in _NUMBERS else None
    by_name = _says_tls(target)
    numbered = next((port for port in ports if port.number.one_of(*_NUMBERS)), None)
    if by_name is None and numbered is not None:
        return TlsTarget(target, (Reason(numbered.number, "the container port behind it"),))
    return TlsTarget(target, ()) if by_name else None


def _container_ports(listener: Listener, target: int | str) -> list[ContainerPort]:
    found = (port for workload in listener.balancer.workloads for port in workload.ports_for(target))
    return [port for port in found if port.protocol.may_be("TCP")]


def _is_known(port: ContainerPort, target: int | str) -> bool:
    """Whether a container port surely is the target, and has a name that can be read if it has one."""
    same = port.name.is_(target) or port.number.is_(target)
    return same and (port.name.holds or port.name.is_empty) and port.protocol.is_("TCP")


def _says_tls(name: str) -> bool | None:
    """Whether the name of a port says TLS, or the opposite; None where it says neither."""
    words = re.findall(r"[a-z]+(?:2c)?", name.lower())
    rests = {word.removeprefix("web").removesuffix("web") for word in words}
    if not _AGAINST.isdisjoint(words):
        return False
    if rests & _TLS or ("secure" in rests and ("web" in name.lower() or "http" in rests)):
        return True
    return False if _PLAIN & {*rests, *words} else None
