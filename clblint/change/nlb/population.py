"""The nodes and pods of a cluster, as far as they become back ends."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Node(NamedTuple):
    """A node that may be a back end.

    `instance` and `address` are empty if the CCM cannot read them from the provider id and the addresses of the node.
    A label makes it `excluded`; a `virtual` node runs only pods with addresses of their own.
    """

    name: str
    instance: str
    address: str
    labels: Mapping[str, str] = {}
    excluded: bool = False
    virtual: bool = False
    unschedulable: bool = False
    provider: str = ""
    has_addresses: bool = True


class Pod(NamedTuple):
    """A ready pod: its address, its node (empty if not known), its network interface (empty if there is none)."""

    address: str
    node: str
    interface: str
    ipv6: bool = False


class Population(NamedTuple):
    """The nodes, and the pods that a Service selects.

    `named_ports` are the numbers of container ports by name; the pods have no other named ports.
    """

    nodes: tuple[Node, ...]
    pods: tuple[Pod, ...]
    named_ports: Mapping[str, str]
