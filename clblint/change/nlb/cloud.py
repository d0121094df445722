"""The simulated cloud of NLBs: load balancers, listeners, server groups and security groups after earlier syncs.

Unlike that of CLBs it is one for all Services, since server groups are found by their tags, whatever NLB they are for.
A value of None is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.kube.objects import Service

    Texts = dict[str, str]
    ListenerKey = tuple[str, str]  # protocol, and port or range as the CCM writes it
    PortKey = tuple[str, int]

ECS, ENI, IP = "Ecs", "Eni", "Ip"
OWN = "{nlb}"  # the id of an NLB that the CCM makes


class Server(NamedTuple):
    """A server of a group: a node, a network interface or an address. `weight` is None if it is not known.

    Two servers are one if type, id and address are equal; port and weight may differ (NG:isServerEqual).
    """

    kind: str
    id: str
    address: str
    port: str
    weight: str | None
    description: str

    @property
    def identity(self) -> tuple[str, str, str]:
        """What tells it from others in its group."""
        return self.kind, self.id, "" if self.kind == ECS else self.address


class CloudGroup:
    """A server group: its id, its name, the parameters that were set, its servers, and the Service that made it."""

    def __init__(self, id_: str, name: str, params: Texts, owner: str) -> None:
        self.id = id_
        self.name = name
        self.params = params
        self.owner = owner  # empty for a group of the user's
        self.servers: dict[tuple[str, str, str], Server] = {}


class CloudListener:
    """A listener: the parameters that were set, the id of its group, and its additional certificates."""

    def __init__(self, name: str, params: Texts, group: str) -> None:
        self.name = name
        self.params = params
        self.group = group
        self.additional: list[str] = []
        self.running = True


class CloudNlb:
    """An NLB: its attributes, zones, tags, security groups, and its listeners by protocol and ports."""

    def __init__(self, id_: str, attributes: Texts, zones: list[Texts], tags: Texts) -> None:
        self.id = id_
        self.attributes = attributes
        self.zones = zones
        self.tags = tags
        self.security_groups: list[str] = []
        self.listeners: dict[ListenerKey, CloudListener] = {}


class CloudNode(NamedTuple):
    """A node: its id, empty if its provider id cannot be read, and its internal address, empty if it has none.

    A virtual node runs pods that are reached by their own addresses; an excluded one is no back end.
    """

    name: str
    id: str
    address: str
    provider_id: str = ""
    has_addresses: bool = True
    virtual: bool = False
    excluded: bool = False
    unschedulable: bool = False
    labels: Mapping[str, str] = {}


class CloudPod(NamedTuple):
    """A ready pod: its address, the node that it runs on (None if its endpoint names none), its network interface."""

    address: str
    node: str | None
    interface: str | None
    ipv6: bool = False


class Around(NamedTuple):
    """What is known of the cluster: nodes and pods (None if not), node ports, and numbers of container ports by name.

    `created` are attributes that every NLB has which the CCM creates, `group` parameters of its groups.
    """

    nodes: tuple[CloudNode, ...] | None = None
    pods: tuple[CloudPod, ...] | None = None
    node_ports: Mapping[PortKey, int] = {}
    named_ports: Mapping[str, str] = {}
    resource_group: str = ""
    created: Mapping[str, str] = {}
    batch: int = 40


class ServiceState:
    """What syncs have left on a Service: the NLB in its status, and its last good fingerprint (the hash label)."""

    def __init__(self) -> None:
        self.bound = ""
        self.synced: object = None
        self.security_group = ""  # the label with the id of the group of source ranges


class NetworkCloud:
    """All NLBs, server groups, and security groups of the CCM by the Service that they are for."""

    def __init__(self, around: Around = Around()) -> None:  # noqa: B008 - it is immutable
        self.around = around
        self.nlbs: dict[str, CloudNlb] = {}
        self.own: dict[str, str] = {}  # the id of the NLB that the CCM made, by Service
        self.groups: dict[str, CloudGroup] = {}
        self.missing: frozenset[str] = frozenset()
        self.rules: dict[str, set[tuple[str, str]]] = {}  # of the group of source ranges, by Service
        self.services: dict[str, ServiceState] = {}

    def state_of(self, service: Service) -> ServiceState:
        """The state of a Service."""
        return self.services.setdefault(key_of(service), ServiceState())

    def new_id(self) -> str:
        """The id of an NLB that the CCM makes."""
        count = len(set(self.own.values()))
        return f"{{nlb:{count + 1}}}" if count else OWN

    def add_group(self, name: str, params: Texts, owner: str) -> CloudGroup:
        """Make a server group."""
        id_ = f"group {name}"
        while id_ in self.groups:
            id_ += "'"
        made = CloudGroup(id_, name, params, owner)
        self.groups[made.id] = made
        return made


def key_of(service: Service) -> str:
    """A Service by namespace and name."""
    return f"{service.namespace or 'default'}/{service.built_name.value}"
