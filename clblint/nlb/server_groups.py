"""`NetworkServerGroup`: the server group of a Service port of an NLB (NG:BuildLocalModel)."""

from __future__ import annotations

from clblint.balancer.back_ends import DUAL_STACK_GATE, ENI
from clblint.balancer.facts import defaulted, derived, unknowable
from clblint.balancer.server_groups import ServerGroup, Weighting
from clblint.balancer.values.decisions import decide
from clblint.fast import cached_property
from clblint.nlb.options import (
    BY_SUFFIX,
    CHECK,
    CHECK_OPTIONS,
    CHECK_PORT,
    DRAIN,
    DRAIN_TIMEOUT,
    PRESERVE_CLIENT_IP,
    SCHEDULER,
    is_on,
)
from clblint.nlb.values.network_items import TCPSSL
from clblint.nlb.values.port_range import choose_range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.values.decisions import Decision
    from clblint.kube.fact import Fact
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.options import NetworkOption
    from clblint.nlb.values.port_range import RangeChoice

INSTANCE, IP = "Instance", "Ip"
_TYPES = {name.lower(): name for name in (INSTANCE, IP)}


class NetworkServerGroup(ServerGroup):
    """The group of back ends of one Service port of an NLB, with its health check; ports of one name share one."""

    balancer: NetworkLoadBalancer

    @cached_property
    def decision(self) -> Decision:
        """The protocol: that of the item of `protocol-port` that names the port, else the Service's in upper case."""
        plain = derived(self.service_port.protocol, self.service_port.protocol.value.upper())
        balancer = self.balancer
        return decide(balancer.annotations.get("protocol-port"), balancer.protocol_items, self.service_port, plain)

    @property
    def protocol(self) -> Fact[str]:
        """The protocol of its listener, `TCPSSL` included."""
        return self.decision.protocol

    @cached_property
    def range_choice(self) -> RangeChoice:
        """The range of ports that its listener listens on."""
        balancer = self.balancer
        return choose_range(balancer.annotations.get("listener-port-range"), balancer.range_items, self.service_port)

    @property
    def is_any_port(self) -> bool:
        """Whether it takes traffic on any port, because its listener has a range."""
        return bool(self.range_choice.ports.value.end)

    @property
    def name(self) -> str:
        """The name, with `{clusterId}` in it, and `{nodePort:80}` where the API server picks the node port."""
        port = str(self.range_choice.ports.value).replace("-", "_") if self.is_any_port else self.port_key
        return f"k8s.{port}.{self.protocol.value}.{self.balancer.key}"

    @property
    def is_named_by_node_port(self) -> bool:
        """Whether its name contains the node port, known or not."""
        return super().is_named_by_node_port and not self.is_any_port

    @property
    def has_known_name(self) -> bool:
        """Whether its name is known, so that groups of one name are one group."""
        known = self.protocol.known and self.range_choice.ports.known
        return known and (self.is_any_port or super().has_known_name)

    @property
    def least_name_length(self) -> int:
        """The minimum length of the name: an unknown namespace counts one character, the cluster id 33.

        A node port that the API server picks has five digits.
        """
        range_ = str(self.range_choice.ports.value) if self.is_any_port else ""
        port, name = range_ or self.back_end_port.value or 30000, self.service.built_name.value
        return len(f"k8s.{port}.{self.protocol.value}.{name}.{self.service.namespace or '-'}.") + 33

    @property
    def back_end_port(self) -> Fact[int | str | None]:
        """The port of the back ends; 0 for a group of any port (NG:getBackendPort)."""
        if self.is_any_port and self.on_pods:
            return derived(self.range_choice.ports, 0)
        return super().back_end_port

    @property
    def is_users(self) -> bool:
        """Whether it is a user's group: the CCM manages only its back ends."""
        return self.vgroup_id.holds

    @cached_property
    def type(self) -> Fact[str]:
        """`Instance` (nodes and network interfaces) or `Ip` (addresses); unknown if the value is refused."""
        fact = self.balancer.annotations.get("server-group-type")
        if not fact.known:
            return fact
        if not fact.value:
            return defaulted(fact, INSTANCE)
        name = _TYPES.get(fact.value.lower())
        return derived(fact, name) if name else unknowable(fact, fact.value)

    @property
    def hides_clients(self) -> bool:
        """Whether its back ends cannot see the addresses of clients: behind TCPSSL and in Ip groups."""
        return self.protocol.is_(TCPSSL) or self.type.is_(IP)

    @cached_property
    def weighting(self) -> Weighting:
        """The weighting of its back ends; in an Ip group each has weight 1, without counting pods."""
        found = super().weighting
        if found.kind == "pods" and self.type.is_(IP):
            return Weighting("each", derived(self.type, 1))
        return found

    @property
    def _refused_at_creation(self) -> Fact[str] | None:
        from clblint.nlb.refused_groups import refused_of_group  # noqa: PLC0415 - only changes ask for it

        return refused_of_group(self)

    @property
    def resource_group(self) -> Fact[str]:
        """The resource group; empty if no annotation names one."""
        return self.balancer.annotations.get("resource-group-id")

    @property
    def ip_version(self) -> Fact[str]:
        """`dualstack` if back ends may have IPv6 addresses, else empty (BE:setAddressIpVersion)."""
        balancer = self.balancer
        wanted, of_balancer = balancer.annotations.get("backend-ip-version"), balancer.annotations.get("ip-version")
        asks = wanted.value.lower() in {"ipv6", "dualstack"} and of_balancer.value.lower() == "dualstack"
        return derived(wanted, "dualstack" if asks and DUAL_STACK_GATE in balancer.cluster.gates_on else "")

    @property
    def affinity(self) -> Fact[str]:
        """Whether the NLB sends clients to back ends of their IP version; empty for IPv4 groups."""
        wanted = self.balancer.annotations.get("backend-ip-version")
        mode = "NonAffinity" if wanted.value.lower() == "ipv6" else "Affinity"
        return derived(wanted, mode if self.ip_version.value else "")

    @cached_property
    def settings(self) -> dict[str, Fact[str]]:
        """The parameters of CreateServerGroup by their API names; parts of the health check with a dot.

        Without name, VPC and tags. Empty for a user's group: the CCM leaves its attributes alone.
        """
        if self.is_users:
            return {}
        type_ = self.balancer.annotations.get("server-group-type")
        sent = {
            "Protocol": self.protocol,
            "AnyPortEnabled": derived(self.range_choice.ports, "true" if self.is_any_port else "false"),
            "ServerGroupType": self.type if not type_.is_empty else defaulted(type_, ""),
            "AddressIPVersion": self.ip_version,
            "IpVersionAffinityMode": self.affinity,
            **self._drain,
            **self._sent(SCHEDULER, PRESERVE_CLIENT_IP),
            "ResourceGroupId": self.resource_group,
            **self.health_check,
        }
        return {name: fact for name, fact in sent.items() if not fact.is_empty}

    @property
    def _drain(self) -> dict[str, Fact[str]]:
        """Connection draining: nothing without the flag; with it always a timeout, 0 by default."""
        sent = self._sent(DRAIN, DRAIN_TIMEOUT)
        if DRAIN.parameter not in sent:
            return {}
        return {DRAIN_TIMEOUT.parameter: defaulted(sent[DRAIN.parameter], "0"), **sent}

    @cached_property
    def health_check(self) -> dict[str, Fact[str]]:
        """The parameters of the health check that the CCM sends; none for the API's defaults: on, by TCP.

        The CCM reads any of them only with `health-check-flag`, and details only if it is on.
        """
        sent = self._check_of_any_port if self.is_any_port else {}
        annotations = self.balancer.annotations
        flag, port = annotations.get(CHECK.suffix), annotations.get(CHECK_PORT.suffix)
        sent |= self._sent(CHECK)
        if not flag.holds or not is_on(flag.value):
            return sent
        if port.holds:  # 0 would clear the port of an any-port group
            sent.pop(CHECK_PORT.parameter, None)
        return sent | self._sent(*CHECK_OPTIONS)

    @property
    def _check_of_any_port(self) -> dict[str, Fact[str]]:
        """The checked port if the group is for any port: the target port, if it is a number."""
        target, on = self.target_port, defaulted(self.range_choice.ports, "true")
        number = str(target.value) if isinstance(target.value, int) else ""
        port = {CHECK_PORT.parameter: derived(target, number)} if number not in {"", "0"} else {}
        return {CHECK.parameter: on, **port}

    def _sent(self, *options: NetworkOption) -> dict[str, Fact[str]]:
        found = ((option, option.sent(self.balancer.annotations.get(option.suffix))) for option in options)
        return {option.parameter: fact for option, fact in found if fact is not None}

    @property
    def checks(self) -> bool:
        """Whether its back ends are known to be checked."""
        flag = self.balancer.annotations.get(CHECK.suffix)
        return flag.is_empty or (flag.known and is_on(flag.value))

    def option(self, suffix: str) -> Fact[str]:
        """The effective value of a group annotation: as sent, else the API's default, else empty."""
        option, fact = BY_SUFFIX[suffix], self.balancer.annotations.get(suffix)
        return self.settings.get(option.parameter, defaulted(fact, option.default))


def server_groups_of(balancer: NetworkLoadBalancer) -> tuple[NetworkServerGroup, ...]:
    """One group for each port of the Service."""
    back_ends, ranges = balancer.back_ends, balancer.annotations.get("listener-port-range")
    mode = back_ends.mode
    if ranges.holds and mode.is_not(ENI) and not back_ends.declared:  # refused for nodes, which are only a guess here
        mode = unknowable(mode, mode.value)
    return tuple(NetworkServerGroup(balancer=balancer, service_port=port, mode=mode) for port in balancer.service.ports)
