"""The simulated cloud of NLBs: instances with listeners, server groups, security groups, and the calls made to it.

A value of None is not known.
"""

from __future__ import annotations

from collections import Counter

from clblint.change.calls import ApiCall
from clblint.fast import NamedTuple
from clblint.nlb.values.network_items import is_group_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from clblint.change.calls import Parameter, ParamValue, Texts
    from clblint.change.chosen import Chosen
    from clblint.change.nlb.population import Population
    from clblint.i18n.text import Text
    from clblint.inventory.inventory import Inventory
    from clblint.nlb.security import SecurityRule

    Changes = Mapping[str, tuple[ParamValue, ParamValue]]
OWN_ID = "{loadBalancerId}"


class RefusedCallError(Exception):
    """A call that the API refuses, with the text of its error."""


class Server(NamedTuple):
    """A back end in a server group: `kind` is `Ecs`, `Eni` or `Ip`; `name` is its description.

    One server may stand for many, those `chosen`; `part` then describes them before and after, if it stands for added
    or removed ones.
    """

    kind: str
    id: str
    address: str
    port: str
    weight: ParamValue
    name: str
    chosen: Chosen | None = None
    part: tuple[Text | None, Text | None] | None = None

    @property
    def identity(self) -> tuple[str, str, str]:
        """The key that distinguishes it within its group; without its port (NG:isServerEqual)."""
        return self.kind, self.id, self.address

    @property
    def removed(self) -> Texts:
        """Its parameters in RemoveServersFromServerGroup."""
        sent: Texts = {"ServerId": self.id, "ServerType": self.kind, "Port": self.port}
        return sent | ({"ServerIp": self.address} if self.address else {})

    @property
    def added(self) -> Texts:
        """Its parameters in calls that add or update it."""
        weight = None if self.weight is None else str(self.weight)
        return {**self.removed, "Weight": weight, "Description": self.name}


class NlbServerGroup:
    """A server group: its parameters as the API reports them, its servers, the Service whose tags it has."""

    def __init__(self, id_: str, params: Texts, owner: str) -> None:
        self.id = id_
        self.params = params
        self.owner = owner
        self.servers: list[Server] = []

    @property
    def name(self) -> str:
        """Its name."""
        return self.params.get("ServerGroupName") or ""


class NlbListener:
    """A listener: its parameters as the API reports them, and its additional certificates."""

    def __init__(self, protocol: str, ports: str, params: Texts) -> None:
        """`ports` is its port or its range, `443` or `80-443`."""
        self.protocol = protocol
        self.ports = ports
        self.params = params
        self.additional: list[str] = []
        self.stopped = False


class Zone(NamedTuple):
    """A zone of an NLB; address and EIP are empty where they are not known."""

    zone: str
    vswitch: str
    address: str = ""
    eip: str = ""


class Instance(NamedTuple):
    """The attributes of an NLB that the API reports; None for unknown zones or security groups."""

    attributes: Texts
    zones: tuple[Zone, ...] | None
    security_groups: tuple[str, ...] | None
    tags: Texts


class Nlb:
    """An NLB; `owner` is the Service that it was made for."""

    def __init__(self, id_: str, instance: Instance, owner: str) -> None:
        self.id = id_
        self.instance = instance
        self.owner = owner
        self.assumed: set[str] = set()  # attributes whose values are likely, but not certain
        self.listeners: dict[tuple[str, str], NlbListener] = {}

    @property
    def is_new(self) -> bool:
        """Whether the CCM is creating it, so that its id is not known yet."""
        return self.id.startswith(OWN_ID)

    def move(self, zones: tuple[Zone, ...] | None) -> None:
        """Put it into other zones."""
        self.instance = self.instance._replace(zones=zones)

    def join(self, groups: tuple[str, ...]) -> None:
        """Put it into other security groups."""
        self.instance = self.instance._replace(security_groups=groups)


class SecurityGroup:
    """The security group of a Service's source ranges."""

    def __init__(self, id_: str, owner: str) -> None:
        self.id = id_
        self.owner = owner
        self.rules: list[SecurityRule] = []


class NetworkCloud:
    """The NLBs, server groups and security groups, by id, and the calls made so far.

    Attributes:
        population: the nodes and pods; None if unknown
        created: the attributes of every NLB that the CCM creates
        resource_group: the resource group in the configuration of the CCM
        documented: whether the API refuses what its documents say it refuses; False to replay a recorded run
        refuses: returns the error with which the API refuses an action, else an empty text
        user_made: returns the NLB with an id that a Service names; None if there is none
    """

    def __init__(  # noqa: PLR0913 - all by name, each independent of the others
        self,
        *,
        population: Population | None = None,
        created: Mapping[str, str] = {},
        resource_group: str = "",
        documented: bool = True,
        refuses: Callable[[str], str] = lambda _: "",
        user_made: Callable[[str], Nlb | None] | None = None,
        user_group: Callable[[str], NlbServerGroup | None] | None = None,
    ) -> None:
        self.population = population
        self.created = created
        self.resource_group = resource_group
        self.documented = documented
        self.refuses = refuses
        self.user_made = user_made or (lambda id_: Nlb(id_, Instance({}, None, None, {}), ""))
        self.user_group = user_group or (lambda id_: NlbServerGroup(id_, {}, ""))
        self.inventory: Inventory | None = None  # ids that certainly do not exist, whatever `user_made` returns
        self.nlbs: dict[str, Nlb] = {}
        self.groups: dict[str, NlbServerGroup] = {}
        self.security_groups: dict[str, SecurityGroup] = {}
        self.calls: list[ApiCall] = []
        self._made: Counter[str] = Counter()

    def call(self, action: str, about: Text, params: Mapping[str, Parameter], changed: Changes | None = None) -> None:
        """Make a call.

        Raises:
            RefusedCallError: the API refuses it

        """
        self.calls.append(ApiCall(action, about, params, changed or {}))
        self.read(action)

    def read(self, action: str) -> None:
        """Make a call that changes nothing.

        Raises:
            RefusedCallError: the API refuses it

        """
        text = self.refuses(action)
        if text:
            raise RefusedCallError(text)

    def nlb(self, id_: str) -> Nlb | None:
        """The NLB of an id that a Service names; None if there is none."""
        if self.inventory is not None and self.inventory.nlbs.lacks(id_):
            return None
        if id_ not in self.nlbs:
            found = self.user_made(id_)
            if found is None:
                return None
            self.nlbs[id_] = found
        return self.nlbs[id_]

    def group(self, id_: str) -> NlbServerGroup | None:
        """The server group of an id that a Service names; None if there is none, as for a group of a CLB."""
        if not is_group_id(id_):
            return None
        if self.inventory is not None and self.inventory.nlb_groups.lacks(id_):
            return None
        if id_ not in self.groups:
            found = self.user_group(id_)
            if found is None:
                return None
            self.groups[id_] = found
        return self.groups[id_]

    def groups_of(self, owner: str) -> Iterator[NlbServerGroup]:
        """The server groups with the tags of a Service."""
        return (group for group in self.groups.values() if group.owner == owner)

    def is_used(self, group: str) -> bool:
        """Whether a listener sends to a server group."""
        listeners = (listener for nlb in self.nlbs.values() for listener in nlb.listeners.values())
        return any(listener.params.get("ServerGroupId") == group for listener in listeners)

    def fresh(self, name: str) -> str:
        """The id of a new resource: its name, with a number if the name was used before."""
        self._made[name] += 1
        number = self._made[name]
        return name if number == 1 else f"{name} ({number})"


class NetworkState:
    """The state of a Service with an NLB: finalizer, the NLB whose host name is in the status, security group label."""

    def __init__(self, cloud: NetworkCloud) -> None:
        self.cloud = cloud
        self.finalizer = False
        self.bound = ""  # the id of the NLB whose host name is in the status
        self.labelled = False  # with the id of its security group

    def release(self) -> None:
        """Reset it, as after a clean-up."""
        self.finalizer, self.bound, self.labelled = False, "", False
