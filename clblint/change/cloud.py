"""The cloud as one Service sees it: what an earlier sync has left there. A value of None cannot be known."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from clblint.clb.existing.clbs import is_of
from clblint.clb.existing.drift import ATTRIBUTES
from clblint.clb.instance import CLUSTER_TAG, DEFAULT_NAME, OWNER_TAG, PAY_BY_SPEC
from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.inventory.records import named_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.i18n.text import Text
    from clblint.inventory.records import Clb as Exported
    from clblint.kube.objects import Service
    from clblint.source.place import Located

    Texts = dict[str, "str | None"]
    Shown = str | Text | None  # of a parameter, or of what a few words of ours sum up
    PortKey = tuple[str, int]

REUSED_TAG = "kubernetes.reused.by.user"
OWNER_TAG_NAMES = frozenset({OWNER_TAG, CLUSTER_TAG})
MARKS = OWNER_TAG_NAMES | {REUSED_TAG}
INTERNET = "internet"


class Cloud(NamedTuple):
    """What is known beside the manifests; by default nothing is.

    `created` are attributes of every CLB that the CCM makes, as far as nothing asks for them. `nodes` and `pods` count
    back ends; `node_ports` are those that the API server gave, before and after the change, `named_ports` those that
    pods have names for. `documented` says that the API refuses what its documents say it refuses, `earlier` that there
    may have been revisions before the older one: neither is so where a run was recorded.
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
        """How many pods there are in all; `pods` are those on each node."""
        return None if self.nodes is None or self.pods is None else self.nodes * self.pods


class Members(NamedTuple):
    """The back ends of a group as far as a manifest decides them: what they are, where, and how they are weighted.

    `which` are the labels of the nodes, None where they cannot be known, and `nodes` those of the declared nodes that
    have them; `name` is what stands beside each back end.
    """

    kind: str
    port: str
    weight: Shown
    which: str | None
    nodes: frozenset[int] | None
    name: str


class CloudServerGroup:
    """A server group: one that the CCM made, or one of the user's own."""

    def __init__(self, members: Members, *, own: bool) -> None:
        self.members: Members | None = members
        self.own = own


Extensions = list[tuple[str, str]]  # domains with their certificates


class CloudListener:
    """A listener: the parameters that the API reports, its group, where it forwards to, its further certificates.

    Description and group of one that the CCM made hold what only the cluster knows: None where an inventory has it.
    """

    def __init__(self, params: Texts, group: str | None, forward: str, extensions: Extensions) -> None:
        self.params = params
        self.group = group
        self.forward = forward
        self.extensions = extensions

    def is_of(self, service: Service) -> bool:
        """Whether the CCM made it for a Service (LS:isPortManagedByMyService)."""
        description = self.params.get("Description", "")
        return description is None or is_of(service, named_key(description))


class CloudClb:
    """A load balancer: its attributes and tags, its listeners by port and protocol, its server groups."""

    def __init__(self, name: str, attributes: Texts, tags: Texts) -> None:
        self.name = name
        self.attributes = attributes
        self.tags = tags
        self.assumed: set[str] = set()  # the attributes of which it is only likely that it has them
        self.listeners: dict[tuple[int, str], CloudListener] = {}
        self.groups: dict[str, CloudServerGroup] = {}


class State:
    """Everything that belongs to one Service: the CLB of its own, those it reuses, and what the Service remembers."""

    def __init__(self, cloud: Cloud) -> None:
        self.cloud = cloud
        self.own: CloudClb | None = None
        self.reused: dict[str, CloudClb] = {}
        self.synced: object = None  # the hash label
        self.bound: CloudClb | None = None  # whose address the status lists
        self.lists_eip = False  # the status lists the address of an EIP instead
        self.hostname = False  # the status lists a host name instead of an address
        self.node_ports: dict[PortKey, str] = {}
        self.finalizer = False

    def copy(self) -> State:
        """The same state, to be changed."""
        made = copy.copy(self)
        made.own, made.reused, made.bound = copy.deepcopy((self.own, self.reused, self.bound))
        made.node_ports = dict(self.node_ports)
        return made


BALANCER, TAGS = phrase("load balancer"), phrase("tags")


class ApiCall(NamedTuple):
    """A call of the API: what it is about, its parameters, and those that differ, before and after."""

    action: str
    about: Text
    params: Mapping[str, str | None]
    changed: Mapping[str, tuple[Shown, Shown]]


class SyncError(NamedTuple):
    """An error that the CCM ends in, where its cause stands in the new revision, and whether it is sure to come.

    `stage` is the words that the CCM puts before it; a call of the API that fails names the call.
    """

    text: str
    at: Located
    stage: str
    certain: bool = True


def created_attributes(asked: Texts, cloud: Cloud) -> Texts:
    """What the API reports of a CLB that was created with these parameters."""
    address = asked.get("AddressType", INTERNET)
    network = None if address is None else "vpc" if address == "intranet" else "classic"
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


def attributes_of(clb: Exported) -> dict[str, str]:
    """The attributes of a CLB that were printed."""
    found = ((name, clb.attribute(name)) for name in ATTRIBUTES)
    return {name: fact.value for name, fact in found if fact.given}


def created_tags() -> Texts:
    """The tags that every CLB of the CCM carries."""
    return {OWNER_TAG: DEFAULT_NAME, CLUSTER_TAG: "{clusterId}"}
