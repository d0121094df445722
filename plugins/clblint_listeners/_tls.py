"""Which target ports expect TLS, as far as the files tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clblint.api import Reason

if TYPE_CHECKING:
    from clblint.api import ContainerPort, Listener, ServicePort

_NUMBERS = frozenset({443, 8443})
_NAMES = frozenset({"https", "tls", "ssl"})


class TlsTarget(NamedTuple):
    """A target port that looks like TLS, and what makes it look so."""

    port: int | str
    because: tuple[Reason, ...]


def tls_target(listener: Listener) -> TlsTarget | None:
    """The target port of a listener, if it looks like one that expects TLS.

    A container port of the pods behind it decides by its name where it has one; else the target's own name or number.
    """
    target = listener.service_port.target
    if not target.known or target.value is None:
        return None
    ports = _container_ports(listener, target.value)
    named = [port for port in ports if port.name.value and port.name.known]
    if named:
        tls = [port for port in named if _says_tls(port.name.value)]
        return _of(listener.service_port, tls[0]) if tls else None
    if isinstance(target.value, str):
        if _says_tls(target.value):
            return TlsTarget(target.value, ())
        return None
    return TlsTarget(target.value, ()) if target.value in _NUMBERS else None


def _of(port: ServicePort, found: ContainerPort) -> TlsTarget:
    value = port.target.value
    assert value is not None  # noqa: S101 - a container port was found by it
    return TlsTarget(value, (Reason(found.name, "the container port behind it"),))


def _container_ports(listener: Listener, target: int | str) -> list[ContainerPort]:
    return [
        port
        for workload in listener.balancer.workloads
        for _, port in workload.ports
        if target in (port.name.value, port.number.value)
    ]


def _says_tls(name: str) -> bool:
    return any(word in _NAMES for word in name.lower().split("-"))
