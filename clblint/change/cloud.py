"""The simulated cloud of one Service: CLBs, listeners and server groups after earlier syncs.

A value of None is not known.
"""

from __future__ import annotations

import copy

from clblint.balancer.existing import is_of
from clblint.balancer.instance import CLUSTER_TAG, DEFAULT_NAME, OWNER_TAG
from clblint.change.node_ports import NodePorts
from clblint.clb.existing.drift import ATTRIBUTES
from clblint.clb.instance import PAY_BY_SPEC
from clblint.fast import NamedTuple
from clblint.inventory.records import named_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.change.calls import ParamValue, Texts
    from clblint.change.chosen import Chosen
    from clblint.change.nlb.cloud import NetworkState
    from clblint.change.node_ports import PortKey
    from clblint.inventory.records import Clb as Exported
    from clblint.kube.objects import Service

REUSED_TAG = "kubernetes.reused.by.user"
OWNER_TAG_NAMES = frozenset({OWNER_TAG, CLUSTER_TAG})
MARKS = OWNER_TAG_NAMES | {REUSED_TAG}
INTERNET = "internet"
_WORDS = {"AddressType": frozenset({INTERNET, "intranet"}), "AddressIPVersion": frozenset({"ipv4", "ipv6"})}


class Cloud(NamedTuple):
    """What is known about the cloud from other sources than manifests; by default nothing.

    Attributes:
        created: the attributes of every CLB that the CCM creates, unless an annotation sets them
        nodes: the number of nodes
        pods: the number of pods per node
        node_ports: the node ports that the API server allocated before and after the change
        named_ports: the numbers of container ports by name
        documented: whether the API refuses what its documents say it refuses; False to replay a recorded run
        earlier: whether there may have been revisions before the older one; False to replay a recorded run
    """

    created: Mapping[str, str] = {}
    nodes: int | None = None
    pods: int | None = None
    node_ports: tuple[Mapping[PortKey, int], Mapping[PortKey, int]] = ({}, {})
    named_ports: Mapping[str, str] = {}
    documented: bool = True
    earlier: bool = True

    @property
    def back_ends(self) -> int | None:
        """The number of pods on all nodes; None if not known."""
        return None if self.nodes is None or self.pods is None else self.nodes * self.pods


class Members(NamedTuple):
    """The back ends of a server group as far as a manifest determines them: kind, port and weight.

    `chosen` are the nodes or pods among all; `name` is the description of each back end.
    """

    kind: str
    port: str
    weight: ParamValue
    chosen: Chosen
    name: str


class CloudServerGroup:
    """A server group: created by the CCM (`own`) or by the user."""

    def __init__(self, members: Members, *, own: bool) -> None:
        self.members: Members | None = members
        self.own = own


Extensions = list[tuple[str, str]]  # domains with their certificates


class CloudListener:
    """A listener: the parameters that the API reports, its server group, forward target and additional certificates.

    Description and group of a listener that the CCM created contain values that only the cluster knows: they are None
    if they were read from an inventory.
    """

    def __init__(self, params: Texts, group: str | None, forward: str, extensions: Extensions) -> None:
        self.params = params
        self.group = group
        self.forward = forward
        self.extensions = extensions

    def is_of(self, service: Service) -> bool:
        """Whether the CCM created it for this Service (LS:isPortManagedByMyService)."""
        description = self.params.get("Description", "")
        return description is None or is_of(service, named_key(description))


class CloudClb:
    """A load balancer: its attributes and tags, its listeners by port and protocol, its server groups."""

    def __init__(self, name: str, attributes: Texts, tags: Texts) -> None:
        self.name = name
        self.attributes = attributes
        self.tags = tags
        self.assumed: set[str] = set()  # attributes whose values are likely, but not certain
        self.listeners: dict[tuple[int, str], CloudListener] = {}
        self.groups: dict[str, CloudServerGroup] = {}


class State:
    """The state of one Service: its own CLB, the CLBs that it reuses, its node ports, labels and status."""

    def __init__(self, cloud: Cloud) -> None:
        self.cloud = cloud
        self.own: CloudClb | None = None
        self.reused: dict[str, CloudClb] = {}
        self.synced: object = None  # the fingerprint of the last good sync: the CCM's hash label
        self.bound: CloudClb | None = None  # the CLB whose address is in the status
        self.lists_eip = False  # the status lists the address of an EIP instead
        self.hostname = False  # the status lists a host name instead of an address
        self.node_ports = NodePorts()
        self.finalizer = False
        self.network: NetworkState | None = None  # made when an NLB comes in (clblint.change.nlb)

    def release(self) -> None:
        """Forget labels, status and finalizers, as after a clean-up."""
        self.synced, self.bound, self.lists_eip, self.hostname, self.finalizer = None, None, False, False, False

    def copy(self) -> State:
        """A copy that can be changed independently."""
        made = copy.copy(self)
        made.own, made.reused, made.bound = copy.deepcopy((self.own, self.reused, self.bound))
        made.node_ports = self.node_ports.copy()
        return made


def created_attributes(asked: Texts, cloud: Cloud) -> Texts:
    """The attributes that the API reports for a CLB created with these parameters.

    The network type of a private CLB in a VPC without a vSwitch is unknown.
    """
    address = asked.get("AddressType", INTERNET)
    network = None if address is None else "vpc" if address == "intranet" else "classic"
    if network == "vpc" and "VSwitchId" not in asked:
        network = None
    defaults: Texts = {
        "AddressIPVersion": "ipv4",
        "InstanceChargeType": PAY_BY_SPEC,
        "InternetChargeType": "paybytraffic",
        "NetworkType": network,
        **dict(cloud.created),
    }
    known = {
        name: value for name, value in asked.items() if name not in {"Tags", "VpcId", "ModificationProtectionReason"}
    }
    return {**defaults, **known}


def as_reported(attributes: Texts) -> Texts:
    """The attributes of an existing CLB; an invalid value of an attribute with a few valid words is unknown."""
    words = {name: (attributes.get(name) or "").strip().lower() for name in _WORDS if name in attributes}
    return {**attributes, **{name: word if word in _WORDS[name] else None for name, word in words.items()}}


def attributes_of(clb: Exported) -> dict[str, str]:
    """The attributes of a CLB that the inventory has."""
    found = ((name, clb.attribute(name)) for name in ATTRIBUTES)
    return {name: fact.value for name, fact in found if fact.given}


def created_tags() -> Texts:
    """The tags of every CLB that the CCM creates."""
    return {OWNER_TAG: DEFAULT_NAME, CLUSTER_TAG: "{clusterId}"}
