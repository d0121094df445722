"""The record classes of an inventory around NLBs: `Nlb`, its zones, listeners and groups, `SecurityGroup`."""

from __future__ import annotations

import re

from clblint.fast import NamedTuple, cached_property
from clblint.inventory.records import GroupRecord, ListenerRecord, NamedKey, Record, TypedBalancerRecord, tags_of
from clblint.kube.fact import Fact
from clblint.source.node import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.place import Place

_PARTS_OF_A_KEY = 6
# The names of the security groups that the CCM makes of loadBalancerSourceRanges (NB:CreateAssociatedSecurityGroup).
_MADE_GROUP = re.compile(r"k8s-nlb-a[0-9a-f]{31}\Z")


class NlbKey(NamedTuple):
    """The parsed name of a listener or group that the CCM made: `k8s.<port>.<protocol>.<service>.<namespace>.<id>`."""

    port: str
    protocol: str
    of: NamedKey


def nlb_key(text: str) -> NlbKey | None:
    """Parse a name; None if it is not by the CCM (NO:LoadNLBSGNamedKey)."""
    parts = text.split(".")
    if len(parts) != _PARTS_OF_A_KEY or parts[0] != "k8s" or not all(parts):
        return None
    _, port, protocol, service, namespace, cluster = parts
    return NlbKey(port, protocol, NamedKey(port, service, namespace, cluster))


class NlbZone(Record):
    """A zone of an NLB: its vSwitch and its addresses."""

    @property
    def zone(self) -> Fact[str]:
        """Its id."""
        return self.get("ZoneId")

    @property
    def vswitch(self) -> Fact[str]:
        """The id of its vSwitch."""
        return self.get("VSwitchId")

    def has(self, name: str, value: str) -> bool:
        """Whether one of its addresses has this `AllocationId` or `PrivateIPv4Address`."""
        return any(Record((one,)).get(name).value == value for one in self.field("LoadBalancerAddresses").each())


class NlbListener(ListenerRecord):
    """A listener of an NLB."""

    @property
    def balancer_id(self) -> str:
        """The id of its NLB."""
        return self.get("LoadBalancerId").value

    @cached_property
    def ports(self) -> str:
        """Its port, or `80-443` if it has a range."""
        start, end = self.get("StartPort").value, self.get("EndPort").value
        return f"{start}-{end}" if end not in {"", "0"} else self.get("ListenerPort").value

    @cached_property
    def protocol(self) -> Fact[str]:
        """`TCP`, `UDP` or `TCPSSL`."""
        fact = self.get("ListenerProtocol")
        return Fact(fact.value.upper(), fact.node, fact.origin, fact.key)

    @property
    def group_id(self) -> Fact[str]:
        """The id of its server group."""
        return self.get("ServerGroupId")

    @property
    def description(self) -> Fact[str]:
        """Its description, in which the CCM stores the `NlbKey`."""
        return self.get("ListenerDescription")

    @property
    def key(self) -> NamedKey | None:
        """The Service that it was made for, if the CCM made it."""
        key = nlb_key(self.description.value)
        return key.of if key is not None else None

    def setting(self, name: str) -> Fact[str]:
        """A setting by its parameter name; a list with commas, parts of an object with a dot."""
        return setting_of(self, name)

    @property
    def place(self) -> Place:
        """The position of its id."""
        return self.get("ListenerId").place

    def __str__(self) -> str:
        return f"{self.protocol.value}:{self.ports}"


class NlbGroup(GroupRecord):
    """A server group of NLBs."""

    servers: int | None = None  # counted in ListServerGroupServers

    @cached_property
    def id(self) -> Fact[str]:
        """Its id."""
        return self.get("ServerGroupId")

    @property
    def name(self) -> Fact[str]:
        """Its name, in which the CCM stores the `NlbKey`."""
        return self.get("ServerGroupName")

    @property
    def key(self) -> NamedKey | None:
        """The Service that it was made for, if the CCM made it."""
        key = nlb_key(self.name.value)
        return key.of if key is not None else None

    @property
    def type(self) -> Fact[str]:
        """`Instance` or `Ip`."""
        return self.get("ServerGroupType")

    @property
    def protocol(self) -> Fact[str]:
        """`TCP`, `UDP`, `TCP_UDP` or `TCPSSL`."""
        return self.get("Protocol")

    @property
    def back_ends(self) -> int | None:
        """The number of its back ends; None if not known."""
        told = self.number("ServerCount")
        return told if told is not None else self.servers

    @cached_property
    def balancers(self) -> frozenset[str]:
        """The ids of the NLBs whose listeners send to it."""
        return frozenset(one.value for one in texts(self, "RelatedLoadBalancerIds"))

    def setting(self, name: str) -> Fact[str]:
        """A setting by its parameter name; parts of the health check, which is printed by another name, with a dot."""
        return setting_of(self, name.replace("HealthCheckConfig.", "HealthCheck."))

    @property
    def place(self) -> Place:
        """The position of its id."""
        return self.id.place


class SecurityGroup(Record):
    """A security group."""

    @cached_property
    def id(self) -> Fact[str]:
        """Its id."""
        return self.get("SecurityGroupId")

    @property
    def type(self) -> Fact[str]:
        """`normal` (basic) or `enterprise` (advanced)."""
        return self.get("SecurityGroupType")

    @property
    def vpc(self) -> Fact[str]:
        """The id of its VPC."""
        return self.get("VpcId")

    @property
    def managed(self) -> Fact[str] | None:
        """What says that a cloud service manages it; None if nothing does."""
        fact = self.get("ServiceManaged")
        return fact if fact.value == "true" else None

    @property
    def owner(self) -> Fact[str] | None:
        """The tag with the Service whose source ranges it filters, or a name that says the same; None if neither."""
        tag = (tags_of(self) or {}).get("kubernetes.do.not.delete")
        name = self.get("SecurityGroupName")
        if tag is not None:
            return tag
        if not _MADE_GROUP.match(name.value):
            return None
        return Fact(name.value.removeprefix("k8s-nlb-"), name.node, name.origin, name.key)

    @property
    def key(self) -> NamedKey | None:
        """The Service that its description names, if the CCM made it: `k8s.<namespace>.<service>.<cluster>`."""
        head, *rest = self.get("Description").value.split(".")
        if head != "k8s" or len(rest) != len(("namespace", "service", "cluster")) or not all(rest):
            return None
        namespace, service, cluster = rest
        return NamedKey("", service, namespace, cluster)

    @property
    def drops(self) -> bool | None:
        """Whether a rule refuses traffic that comes in; None if its rules were not printed."""
        if not self.field("Permissions").present:
            return None
        rules = [Record((one,)) for one in self.field("Permissions", "Permission").each()]
        return any(
            rule.get("Policy").value.lower() == "drop" and rule.get("Direction").value != "egress" for rule in rules
        )

    @property
    def place(self) -> Place:
        """The position of its id."""
        return self.id.place


class CasCertificate(Record):
    """A certificate of the Certificate Management Service, which NLBs use."""

    @cached_property
    def id(self) -> str:
        """Its id without the region behind it."""
        told = self.get("CertIdentifier").value.partition("-")[0]
        return told or self.get("CertificateId").value

    @property
    def expires(self) -> int | None:
        """Its expiry in milliseconds since 1970; None if not known."""
        told = self.number("NotAfter")
        return told if told is not None else self.number("CertEndTime")

    @property
    def expires_at(self) -> Fact[str]:
        """Its expiry as printed, as a date if there is one."""
        facts = (self.get(name) for name in ("EndDate", "NotAfter", "CertEndTime"))
        return next((fact for fact in facts if fact.given), self.get("EndDate"))


class Nlb(TypedBalancerRecord[NlbListener, NlbGroup]):
    """An NLB with its listeners, as far as they are in the inventory."""

    kind = "NLB"

    @property
    def dns_name(self) -> Fact[str]:
        """Its host name, which the status of its Service shows."""
        return self.get("DNSName")

    @property
    def shown(self) -> Fact[str]:
        """Its host name, as the status of its Service shows it."""
        return self.dns_name

    @property
    def vpc(self) -> Fact[str]:
        """The id of its VPC."""
        return self.get("VpcId")

    @cached_property
    def zones(self) -> tuple[NlbZone, ...]:
        """Its zones; none if they were not printed."""
        return tuple(NlbZone((one,)) for one in self.field("ZoneMappings").each())

    @cached_property
    def security_groups(self) -> tuple[Fact[str], ...] | None:
        """The ids of its security groups; None if they were not printed, which is also so where it has none."""
        return tuple(texts(self, "SecurityGroupIds")) if self.field("SecurityGroupIds").present else None


def texts(record: Record, *path: str) -> Iterator[Fact[str]]:
    """The texts in a list."""
    for item in record.field(*path).each():
        if isinstance(item.node, Scalar) and item.node.value is not None:
            yield Record((item,)).get()


def setting_of(record: Record, name: str) -> Fact[str]:
    """A setting by its name; a list with commas, and of an object a part by its name behind a dot."""
    path = tuple(name.split("."))
    listed = list(texts(record, *path))
    if not listed:
        return record.get(*path)
    first = listed[0]
    return Fact(",".join(one.value for one in listed), first.node, first.origin, first.key)
