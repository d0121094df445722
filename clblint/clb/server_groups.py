"""`ServerGroup`: the server group of a Service port (LS:getVGroupNamedKey, VG:buildVGroupForServicePort)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.back_ends import ENI, LOCAL
from clblint.clb.facts import defaulted, derived, unknowable
from clblint.clb.refusal import Refusal
from clblint.clb.values.integers import NotAnIntegerError, atoi
from clblint.clb.values.vgroup_port import choose
from clblint.fast import Frozen, NamedTuple, cached_property

if TYPE_CHECKING:
    from clblint.clb.model import LoadBalancer
    from clblint.clb.values.vgroup_port import GroupChoice
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service, ServicePort

DEFAULT_WEIGHT, MOST_WEIGHT = 100, 100


class Weighting(NamedTuple):
    """The weighting of back ends.

    `kind` is `each` (every back end has `weight`), `pods` (the number of pods on the node), or `total` (`weight` is
    divided among the back ends).
    """

    kind: str
    weight: Fact[int]


class ServerGroup(Frozen):
    """The group of back ends of one Service port; ports with the same group name share one group."""

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
        return own if own.written else derived(own, asked_beside(self.service_port, self.service))

    @property
    def on_pods(self) -> bool:
        """Whether the back ends are pods, not nodes."""
        return self.mode.value == ENI

    @property
    def back_end_port(self) -> Fact[int | str | None]:
        """The port that the back ends listen on: the target port of pods, the node port of nodes."""
        return self.target_port if self.on_pods else self.node_port

    @cached_property
    def name(self) -> str:
        """The name, with `{clusterId}` in it, and `{nodePort:80}` where the API server picks the node port."""
        name, namespace = self.service.built_name.value, self.service.namespace or "default"
        return f"k8s/{self._port_key}/{name}/{namespace}/{{clusterId}}"

    @property
    def least_name_length(self) -> int:
        """The minimum length of the name: an unknown namespace counts one character, the cluster id 33.

        A node port that the API server picks has five digits.
        """
        port, name = self.back_end_port.value or 30000, self.service.built_name.value
        return len(f"k8s/{port}/{name}/{self.service.namespace or '-'}/") + 33

    @property
    def _port_key(self) -> str:
        if self.on_pods:
            return str(self.target_port.value)
        number = self.node_port.value
        if number or not self.balancer.allocates_node_ports.value:
            return str(number)
        port = self.port.value if self.port.known else "?"
        return f"{{nodePort:{port}}}"

    @cached_property
    def choice(self) -> GroupChoice:
        """The group for this port in `vgroup-port`; none on a CLB that the CCM created."""
        balancer = self.balancer
        annotation = balancer.annotations.get("vgroup-port")
        if not balancer.is_reused:
            return choose(defaulted(annotation, ""), (), self.service_port)
        if not balancer.reuses.present:  # patches determine whether there is an id
            return choose(unknowable(annotation, ""), (), self.service_port)
        return choose(annotation, balancer.vgroup_items, self.service_port)

    @property
    def vgroup_id(self) -> Fact[str]:
        """The id of the user's group for this port in `vgroup-port`; else empty."""
        return self.choice.group

    @cached_property
    def weighting(self) -> Weighting:
        """The weighting of its back ends (VG:podNumberAlgorithm, VG:podPercentAlgorithm)."""
        annotations = self.balancer.annotations
        total = annotations.get("weight")
        if self._reads_total and not total.is_empty:
            return Weighting("total", _number(total, DEFAULT_WEIGHT))
        if self.mode.value == LOCAL:
            return Weighting("pods", defaulted(self.mode, 0))
        return Weighting("each", _number(annotations.get("default-weight"), DEFAULT_WEIGHT))

    @cached_property
    def dropped(self) -> Refusal | None:
        """The error for which the CCM silently omits this port from its model; None if it does not.

        Errors while the group of a port is built are collected and discarded (VG:BuildLocalModel).
        """
        annotations = self.balancer.annotations
        if self.choice.error and self.choice.item is not None:
            return Refusal(f"vgroupid parse error: {self.choice.error}", self.choice.item.at, "server groups")
        lost = self._lost
        if lost:
            return Refusal(lost, self.vgroup_id, "server groups")
        weights = ("weight", "default-weight") if self._reads_total else ("default-weight",)
        for suffix in weights:
            fact, words = annotations.get(suffix), suffix.replace("-", " ")
            if fact.holds and not _is_weight(fact.value):
                text = f"{words} must be integer in range [0,100] , got [{fact.value}]"
                return Refusal(text, fact, "server groups")
        return None

    @property
    def _lost(self) -> str:
        """Why the CCM does not fill the user's group, as far as the inventory shows (VG:getVgroupById)."""
        clb, named = self.balancer.existing, self.vgroup_id
        if clb is None or not named.readable or not clb.all_groups:
            return ""
        found = next((group for group in clb.groups if group.id.value == named.value), None)
        if found is None:
            return f"can not find vgroupId {named.value} in lb {clb.id.value}"
        return f"cannot reuse a ccm created vgroup {named.value} for slb {clb.id.value}" if found.key else ""

    @property
    def _reads_total(self) -> bool:
        """Whether the CCM reads `loadbalancer-weight`: only on a reused CLB with groups of the user."""
        return self.balancer.is_reused and self.balancer.annotations.get("vgroup-port").is_set

    def __repr__(self) -> str:
        return f"<ServerGroup {self.name}>"


def asked_beside(port: ServicePort, service: Service) -> int:
    """The node port that another port of the same number asks for, which the API server gives to both; else 0."""
    same = (other.node_port for other in service.ports if other.port.value == port.port.value)
    return next((fact.value for fact in same if fact.given), 0)


def server_groups_of(balancer: LoadBalancer) -> tuple[ServerGroup, ...]:
    """One group for each port of the Service, those that the CCM drops included."""
    mode = balancer.back_ends.mode
    return tuple(ServerGroup(balancer=balancer, service_port=port, mode=mode) for port in balancer.service.ports)


def _is_weight(text: str) -> bool:
    try:
        return 0 <= atoi(text) <= MOST_WEIGHT
    except NotAnIntegerError:
        return False


def _number(fact: Fact[str], default: int) -> Fact[int]:
    if not fact.known or (fact.value and not _is_weight(fact.value)):
        return unknowable(fact, default)
    return derived(fact, atoi(fact.value)) if fact.value else defaulted(fact, default)
