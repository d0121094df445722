"""The record classes of an inventory: `Clb`, `ClbListener`, `ClbGroup`, `Certificate`, `AccessList`."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from clblint.fast import NamedTuple, cached_property
from clblint.kube.fact import Fact, Origin
from clblint.kube.field import Field, field_at
from clblint.light import Generic, TypeVar
from clblint.source.go_integers import whole
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Sequence as ListOf
    from typing import ClassVar

    from clblint.source.place import Place

OWNER_TAG, CLUSTER_TAG = "kubernetes.do.not.delete", "ack.aliyun.com"
API_SERVER = 6443
_DEFAULT_NAME = re.compile(r"a[0-9a-f]{31}\Z")
_CHARGED_BY = {"3": "paybybandwidth", "4": "paybytraffic"}
_SHARED = frozenset({"", "slb.s0.share", "slb.share"})
_PARTS_OF_A_KEY = 5
# Listener parameters whose name in an answer differs from that in the call that sets them.
_ALSO_SPELT = {
    "healthCheckInterval": "HealthCheckInterval",
    "XForwardedFor_proto": "XForwardedForProto",
    "XForwardedFor_SLBPORT": "XForwardedForSLBPORT",
    "XForwardedFor_ClientSrcPort": "XForwardedForClientSrcPort",
}


class NamedKey(NamedTuple):
    """The parsed name of a resource that the CCM created: `k8s/<port>/<service>/<namespace>/<cluster>`."""

    port: str
    service: str
    namespace: str
    cluster: str


def named_key(text: str) -> NamedKey | None:
    """Parse a name; None if it is not by the CCM (MO:LoadVGroupNamedKey)."""
    parts = text.split("/")
    return NamedKey(*parts[1:]) if len(parts) == _PARTS_OF_A_KEY and parts[0] == "k8s" and all(parts) else None


def _text(value: object) -> str:
    """A JSON value in the form of an API parameter."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Record:
    """One resource; of several answers about it, the first that contains a field is used."""

    def __init__(self, fields: Iterable[Field]) -> None:
        self.fields = tuple(fields)

    @property
    def place(self) -> Place:
        """The position of its id, or of its first key."""
        return self.fields[0].at.place

    def field(self, *path: str) -> Field:
        """The first existing field at a path."""
        for field in self.fields:
            found = field.get(*path)
            if found.present:
                return found
        return field_at(None, self.fields[0].at)

    def get(self, *path: str) -> Fact[str]:
        """A value as text, numbers included; an empty default if it is absent."""
        field = self.field(*path)
        node = field.node
        if isinstance(node, Scalar) and node.value is not None:
            return Fact(_text(node.value), node, Origin.GIVEN, field.at)
        return Fact("", self, Origin.DEFAULT)

    def number(self, *path: str) -> int | None:
        """A value as an integer; None if it is not one."""
        text = self.get(*path).value
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            return None
        return -whole(digits) if digits != text else whole(digits)

    def count(self, *path: str) -> int | None:
        """The length of a list; None if it is absent."""
        *outer, last = path
        field = self.field(*outer)
        if not isinstance(field.node, (Mapping, Sequence)):
            return None
        listed = field if isinstance(field.node, Sequence) else field.get(last)
        return sum(1 for _ in listed.each())


class ListenerRecord(Record, ABC):
    """A listener of a CLB or an NLB."""

    @property
    @abstractmethod
    def ports(self) -> str:
        """Its port, or the range of an NLB's, `80-443`."""

    @property
    def span(self) -> tuple[int, int] | None:
        """The first and the last of its ports; None if they were not printed."""
        first, _, last = self.ports.partition("-")
        ends = (first, last or first)
        return (whole(ends[0]), whole(ends[1])) if all(one.isascii() and one.isdigit() for one in ends) else None

    @property
    @abstractmethod
    def protocol(self) -> Fact[str]:
        """Its protocol, in the letter case in which the controller writes it."""

    @property
    @abstractmethod
    def group_id(self) -> Fact[str]:
        """The id of its server group."""

    @property
    @abstractmethod
    def description(self) -> Fact[str]:
        """Its description, in which the CCM stores whose it is."""

    @property
    @abstractmethod
    def key(self) -> NamedKey | None:
        """The Service that it was made for, if the CCM made it."""


class GroupRecord(Record, ABC):
    """A server group of CLBs or NLBs."""

    @property
    @abstractmethod
    def id(self) -> Fact[str]:
        """Its id."""

    @property
    @abstractmethod
    def name(self) -> Fact[str]:
        """Its name, in which the CCM stores whose it is."""

    @property
    @abstractmethod
    def key(self) -> NamedKey | None:
        """The Service that it was made for, if the CCM made it."""

    @property
    @abstractmethod
    def back_ends(self) -> int | None:
        """The number of its back ends; None if not known."""


class ClbListener(ListenerRecord):
    """A listener of a CLB."""

    @property
    def ports(self) -> str:
        """Its port."""
        return self.port.value

    @cached_property
    def balancer_id(self) -> str:
        """The id of its CLB."""
        return self.get("LoadBalancerId").value

    @cached_property
    def port(self) -> Fact[str]:
        """Its port."""
        return self.get("ListenerPort")

    @cached_property
    def protocol(self) -> Fact[str]:
        """`tcp`, `udp`, `http` or `https`."""
        fact = self.get("ListenerProtocol")
        fact = fact if fact.given else self.get("ListenerProtocal")  # the older API spelling
        return Fact(fact.value.lower(), fact.node, fact.origin, fact.key)

    @cached_property
    def group_id(self) -> Fact[str]:
        """The id of its server group."""
        return self.get("VServerGroupId")

    @cached_property
    def description(self) -> Fact[str]:
        """Its description, in which the CCM stores the `NamedKey`."""
        return self.get("Description")

    @property
    def key(self) -> NamedKey | None:
        """The Service that it was made for, if the CCM made it."""
        return named_key(self.description.value)

    @property
    def names_no_group(self) -> bool:
        """Whether it certainly has no server group; a mere list of ports does not show that."""
        told = self.group_id.given or self.get("LoadBalancerId").given
        return told and not self.group_id.value

    @property
    def place(self) -> Place:
        """The position of its port."""
        return self.port.place if self.port.given else super().place

    def setting(self, name: str) -> Fact[str]:
        """A setting by its parameter name; it may be nested by protocol, or spelled differently."""
        config = f"{self.protocol.value.upper()}ListenerConfig"
        for spelt in (name, _ALSO_SPELT.get(name, name)):
            for fact in (self.get(spelt), self.get(config, spelt)):
                if fact.given:
                    return fact
        return self.get(name)

    def __str__(self) -> str:
        return f"{self.protocol.value}:{self.port.value}"


class ClbGroup(GroupRecord):
    """A server group."""

    @cached_property
    def id(self) -> Fact[str]:
        """Its id."""
        return self.get("VServerGroupId")

    @cached_property
    def name(self) -> Fact[str]:
        """Its name, in which the CCM stores the `NamedKey`."""
        return self.get("VServerGroupName")

    @property
    def key(self) -> NamedKey | None:
        """The Service that it was made for, if the CCM made it."""
        return named_key(self.name.value)

    @cached_property
    def back_ends(self) -> int | None:
        """The number of its back ends; None if not known."""
        listed = self.count("BackendServers", "BackendServer")
        return listed if listed is not None else self.number("ServerCount")

    @property
    def in_use(self) -> bool:
        """Whether a listener or forwarding rule uses it, as far as known."""
        used = ("Listeners", "Listener"), ("Rules", "Rule")
        return any(self.count("AssociatedObjects", *path) for path in used)

    @property
    def place(self) -> Place:
        """The position of its id."""
        return self.id.place


class Certificate(Record):
    """A server certificate."""

    @property
    def expires(self) -> int | None:
        """Its expiry in milliseconds since 1970; None if not known."""
        return self.number("ExpireTimeStamp")

    @property
    def expires_at(self) -> Fact[str]:
        """Its expiry as printed, as a date if there is one."""
        told = self.get("ExpireTime")
        return told if told.given else self.get("ExpireTimeStamp")


class AccessList(Record):
    """An access control list."""

    @property
    def entries(self) -> int | None:
        """The number of its entries; None if not known."""
        return self.count("AclEntrys", "AclEntry")

    @property
    def ranges(self) -> list[str]:
        """The address ranges of its entries, as they are printed."""
        listed = self.field("AclEntrys", "AclEntry")
        entries = (listed if listed.present else self.field("AclEntrys")).each()
        found = (entry.get("AclEntryIP").text() for entry in entries)
        return [fact.value for fact in found if fact.holds]


class BalancerRecord(Record, ABC):
    """A CLB or an NLB, with its listeners and server groups, as far as they are in the inventory."""

    kind: ClassVar[str]
    listeners: ListOf[ListenerRecord] = ()
    groups: ListOf[GroupRecord] = ()
    all_listeners = False  # whether these are all

    @cached_property
    def id(self) -> Fact[str]:
        """Its id."""
        return self.get("LoadBalancerId")

    @property
    def place(self) -> Place:
        """The position of its id."""
        return self.id.place

    @property
    def name(self) -> Fact[str]:
        """Its name."""
        return self.get("LoadBalancerName")

    @cached_property
    def tags(self) -> dict[str, Fact[str]] | None:
        """Its tags; None if not known."""
        return tags_of(self)

    @property
    def owner(self) -> Fact[str] | None:
        """The tag with the Service that owns it (`a` and the Service's UID); None if it has none."""
        return (self.tags or {}).get(OWNER_TAG)

    @property
    def default_name(self) -> str:
        """Its name if the CCM generated it; else empty."""
        return self.name.value if _DEFAULT_NAME.match(self.name.value) else ""

    @property
    def cluster(self) -> str:
        """The id of its cluster by its tags; empty if they lack it."""
        tag = (self.tags or {}).get(CLUSTER_TAG)
        return tag.value if tag is not None else ""

    @property
    def marked(self) -> Fact[str] | None:
        """The first tag because of which the CCM refuses to reuse it; None if it has none."""
        tags = self.tags or {}
        return tags.get(OWNER_TAG, tags.get(CLUSTER_TAG))

    @property
    @abstractmethod
    def shown(self) -> Fact[str]:
        """What the status of its Service shows: an address, or a host name."""

    def attribute(self, name: str) -> Fact[str]:
        """An attribute by the name of its parameter in CreateLoadBalancer; an empty default if it is absent."""
        return self.get(name)

    @property
    def api_server(self) -> ListenerRecord | None:
        """Its listener on port 6443, unless the CCM created that for a Service; None if there is none."""
        for listener in self.listeners_on(str(API_SERVER)):
            if listener.protocol.value.lower() != "udp":
                return None if self.made_for(listener) else listener
        return None

    @abstractmethod
    def listeners_on(self, port: str) -> ListOf[ListenerRecord]:
        """Its listeners on a port."""

    @abstractmethod
    def group_of(self, listener: ListenerRecord) -> GroupRecord | None:
        """The server group of a listener; None if it is not in the inventory."""

    def made_for(self, listener: ListenerRecord) -> NamedKey | None:
        """The Service that a listener, or else its server group, was made for; None if it is the user's."""
        group = self.group_of(listener)
        return listener.key or (group.key if group is not None else None)

    @property
    def back_ends(self) -> int:
        """A lower bound of the number of its back ends: those in the inventory."""
        return sum(group.back_ends or 0 for group in self.groups)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.id.value}>"


def tags_of(record: Record) -> dict[str, Fact[str]] | None:
    """The tags of a resource; None if they were not printed. One call says TagKey, another Key."""
    field = record.field("Tags")
    if not field.present:
        return None
    listed = field if isinstance(field.node, Sequence) else field.get("Tag")
    found = {}
    for tag in (Record((item,)) for item in listed.each()):
        for key, value in (("TagKey", "TagValue"), ("Key", "Value")):
            if tag.get(key).given:
                found[tag.get(key).value] = tag.get(value)
    return found


L = TypeVar("L", bound=ListenerRecord)
G = TypeVar("G", bound=GroupRecord)


class TypedBalancerRecord(BalancerRecord, Generic[L, G]):
    """A load balancer with the types of its listeners and groups."""

    listeners: tuple[L, ...] = ()
    groups: tuple[G, ...] = ()

    def listeners_on(self, port: str) -> list[L]:
        """Its listeners on a port."""
        return [listener for listener in self.listeners if listener.ports == port]

    def group_of(self, listener: ListenerRecord) -> G | None:
        """The server group of a listener; None if it is not in the inventory."""
        wanted = listener.group_id.value
        return next((group for group in self.groups if group.id.value == wanted), None) if wanted else None


class Clb(TypedBalancerRecord[ClbListener, ClbGroup]):
    """A CLB with its listeners and server groups, as far as they are in the inventory."""

    kind = "CLB"
    all_groups = False  # whether these are all

    @property
    def shown(self) -> Fact[str]:
        """Its address, as the status of its Service shows it."""
        return self.address

    @property
    def address(self) -> Fact[str]:
        """Its address."""
        return self.get("Address")

    @cached_property
    def internet_charge_type(self) -> Fact[str]:
        """`paybytraffic` or `paybybandwidth`; one of two calls prints it as a number."""
        fact = self.get("InternetChargeTypeAlias")
        fact = fact if fact.given else self.get("InternetChargeType")
        return Fact(_CHARGED_BY.get(fact.value, fact.value), fact.node, fact.origin, fact.key)

    def attribute(self, name: str) -> Fact[str]:
        """An attribute in the form of a CreateLoadBalancer parameter; an empty default if it is absent."""
        if name == "InternetChargeType":
            return self.internet_charge_type
        fact = self.get(name)
        if name == "NetworkType":
            return Fact(fact.value.lower(), fact.node, fact.origin, fact.key)
        return fact

    @property
    def shared(self) -> Fact[str] | None:
        """The specification if it is that of a shared-resource CLB, which cannot have pods as back ends; else None.

        A CLB that is billed by usage (PayByCLCU) has `slb.lcu.elastic`.
        """
        spec, charged = self.get("LoadBalancerSpec"), self.get("InstanceChargeType")
        if not spec.given or spec.value not in _SHARED or charged.value.lower() == "paybyclcu":
            return None
        return spec

    @property
    def back_ends(self) -> int:
        """A lower bound of the number of its back ends: those in the inventory."""
        return (self.count("BackendServers", "BackendServer") or 0) + super().back_ends
