"""`ServerGroup`: the server group of a Service port on a load balancer of any kind, with the weights of back ends."""

from __future__ import annotations

from abc import ABC, abstractmethod

from clblint.balancer.back_ends import ENI, LOCAL
from clblint.balancer.facts import defaulted, derived, unknowable
from clblint.balancer.values.decisions import choose
from clblint.balancer.values.items import Items
from clblint.fast import Frozen, NamedTuple, cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.values.decisions import GroupChoice
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service, ServicePort
    from clblint.source.located import Located

DEFAULT_WEIGHT = 100


class Weighting(NamedTuple):
    """The weighting of back ends.

    `kind` is `each` (every back end has `weight`), `pods` (the number of pods on the node), or `total` (`weight` is
    divided among the back ends).
    """

    kind: str
    weight: Fact[int]


class ServerGroup(Frozen, ABC):
    """The group of back ends of one Service port, of a CLB or an NLB; ports with the same group name share one."""

    balancer: LoadBalancer
    service_port: ServicePort
    mode: Fact[str]

    @property
    def service(self) -> Service:
        """The Service."""
        return self.balancer.service

    @property
    def port(self) -> Fact[int]:
        """The Service port."""
        return self.service_port.port

    @property
    def target_port(self) -> Fact[int | str | None]:
        """The port of the pods, by number or by name."""
        return self.service_port.target

    @property
    def node_port(self) -> Fact[int]:
        """The port of the nodes; by default 0, if the API server allocates one."""
        own = self.service_port.node_port
        return own if own.written else derived(own, self.service.asked_node_ports.get(self.port.value, 0))

    @property
    def on_pods(self) -> bool:
        """Whether the back ends are pods, not nodes."""
        return self.mode.value == ENI

    @property
    def is_named_by_node_port(self) -> bool:
        """Whether its name contains the port of the nodes, whether or not that can be known."""
        return not self.on_pods

    @property
    def back_end_port(self) -> Fact[int | str | None]:
        """The port that the back ends listen on: the target port of pods, the node port of nodes."""
        return self.target_port if self.on_pods else self.node_port

    @property
    @abstractmethod
    def name(self) -> str:
        """The name, with `{clusterId}` in it, and `{nodePort:80}` where the API server picks the node port."""

    @cached_property
    def uncreatable(self) -> Located | None:
        """The setting for which the API surely refuses to create it; None if uncertain, or if it may be there."""
        return None if self.vgroup_id.holds or self.balancer.may_be_there else self._refused_at_creation

    @property
    def _refused_at_creation(self) -> Located | None:
        """The setting for which the API surely refuses to create a new one; None if uncertain, as for a CLB's."""
        return None

    @property
    @abstractmethod
    def least_name_length(self) -> int:
        """The minimum length of the name, unknown parts included."""

    @property
    def has_known_name(self) -> bool:
        """Whether its name can be known, so that groups of one name are one."""
        return self.target_port.known if self.on_pods else self.node_port.holds or self.port.known

    @property
    def identity(self) -> str:
        """The key of ports that share the group; a group with an unknown name has a key of its own."""
        own = self.name if self.has_known_name else f"{self.name} {self.service_port.position}"
        return self.vgroup_id.value or own

    @property
    def port_key(self) -> str:
        """The port in its name: the target port of pods, the node port of nodes."""
        if self.on_pods:
            return str(self.target_port.value)
        number = self.node_port.value
        if number or not self.balancer.allocates_node_ports.value:
            return str(number)
        port = self.port.value if self.port.known else "?"
        return f"{{nodePort:{port}}}"

    def is_elsewhere(self, other: ServerGroup) -> bool:
        """Whether another group leads to another port of the back ends; not if their kind is not declared."""
        if self.port_key == other.port_key or self.port.differs(other.port):
            return self.port_key != other.port_key
        ends = self.back_end_port, other.back_end_port
        are_numbers = all(isinstance(end.value, int) and end.value for end in ends)
        return self.balancer.back_ends.declared and are_numbers and ends[0].differs(ends[1])

    @cached_property
    def choice(self) -> GroupChoice:
        """The group for this port in `vgroup-port`; none if the CCM creates the load balancer."""
        balancer = self.balancer
        annotation = balancer.annotations.get("vgroup-port")
        if not balancer.is_reused:
            return choose(defaulted(annotation, ""), Items(), self.service_port)
        if not balancer.reuses.present:  # patches determine whether there is an id
            return choose(unknowable(annotation, ""), Items(), self.service_port)
        return choose(annotation, balancer.vgroup_items, self.service_port)

    @property
    def vgroup_id(self) -> Fact[str]:
        """The id of the user's group for this port in `vgroup-port`; else empty."""
        return self.choice.group

    @cached_property
    def weighting(self) -> Weighting:
        """The weighting of its back ends (VG and NG:podNumberAlgorithm, podPercentAlgorithm)."""
        annotations = self.balancer.annotations
        total = annotations.get("weight")
        if self.reads_total and not total.is_empty:
            return Weighting("total", _number(total))
        if self.mode.value == LOCAL:
            return Weighting("pods", defaulted(self.mode, 0))
        return Weighting("each", _number(annotations.get("default-weight")))

    @property
    def reads_total(self) -> bool:
        """Whether the CCM reads `loadbalancer-weight`: only where one is reused with groups of the user."""
        return self.balancer.is_reused and self.balancer.annotations.get("vgroup-port").is_set

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


def _number(fact: Fact[str]) -> Fact[int]:
    """The weight in an annotation, by default 100; unknown for a text that is none."""
    if fact.is_empty:
        return defaulted(fact, DEFAULT_WEIGHT)
    from clblint.balancer.values.weights import weight_in  # noqa: PLC0415 - few Services have the annotation

    return weight_in(fact, DEFAULT_WEIGHT)
