"""The symptoms of a port without working back ends."""

from __future__ import annotations

from clblint.api import N_, listed
from clblint_backends._symptoms import told_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.api import BackEnds, ContainerPort, Words, Workload

_REFUSED = N_("no event: the nodes are back ends, and their node port refuses every connection")


def without_pods(back_ends: BackEnds) -> str:
    """The symptoms of a Service without pods."""
    return _REFUSED if back_ends.ports and back_ends.mode.is_("cluster") else told_of(back_ends).empty


def names_of(workloads: Iterable[Workload]) -> Words:
    """Workloads as people name them."""
    return listed(dict.fromkeys(f"{workload.kind}/{workload.name.value}" for workload in workloads))


def ports_of(ports: Iterable[ContainerPort]) -> Words:
    """Container ports as a list of names and numbers."""
    shown = (f"{port.name.value}={port.number.value}" if port.name.value else str(port.number.value) for port in ports)
    return listed(dict.fromkeys(shown))
