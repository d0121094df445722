"""`Chosen`: the nodes or pods that are back ends (BE:filterOutByLabel, BE:setAddressIpVersion)."""

from __future__ import annotations

from clblint.balancer.back_ends import DUAL_STACK_GATE
from clblint.balancer.handling import NLB
from clblint.fast import NamedTuple
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.model import LoadBalancer
    from clblint.i18n.text import Text

_IPV4, _IPV6 = "IPv4", "IPv6"


class Moves(NamedTuple):
    """Whether back ends are added, removed and kept."""

    added: bool
    removed: bool
    kept: bool


class Chosen(NamedTuple):
    """The nodes or pods that meet some conditions.

    Attributes:
        name: the conditions; empty if no annotation sets any, None if they are unknown
        declared: the indexes of the declared nodes among them; None if no nodes are declared
        selector: the labels that the Service selects pods by; empty for nodes, without a selector, and if unknown
    """

    name: str | None
    conditions: frozenset[tuple[str, ...]] = frozenset()
    declared: frozenset[int] | None = None
    selector: frozenset[tuple[str, str]] = frozenset()

    @property
    def is_empty(self) -> bool:
        """Whether certainly no node or pod meets the conditions."""
        return self.declared is not None and not self.declared

    def moves_to(self, after: Chosen) -> Moves:
        """The moves to another choice; one with more conditions is a subset of one with fewer."""
        if self.declared is not None and after.declared is not None:
            kept = self.declared & after.declared
            return Moves(bool(after.declared - kept), bool(self.declared - kept), bool(kept))
        ours, theirs = self._conditions_beside(after), after._conditions_beside(self)
        if None in (self.name, after.name) or ours == theirs:
            return Moves(added=False, removed=False, kept=True)
        narrower, wider = ours < theirs, theirs < ours
        return Moves(added=not narrower, removed=not wider, kept=narrower or wider)

    def told_from(self, other: Chosen) -> Chosen:
        """The same pods, with the selector in their name if the other ones have another selector."""
        if not self.selector or self.name is None or other.selector in {self.selector, frozenset()}:
            return self
        labels = ",".join(f"{key}={value}" for key, value in sorted(self.selector))
        return self._replace(name=", ".join(filter(None, (self.name, labels))))

    def _conditions_beside(self, other: Chosen) -> frozenset[tuple[str, ...]]:
        """The conditions; with the selector, if both selectors are known."""
        return self.conditions | self.selector if other.selector else self.conditions


def chosen_nodes(balancer: LoadBalancer) -> Chosen:
    """The nodes with the labels of `backend-label`; no node for a malformed label that the CCM accepts."""
    labels, nodes = balancer.annotations.get("backend-label"), balancer.cluster.declared.node_labels
    if not labels.known:
        return Chosen(None)
    items = balancer.label_items
    if any(item.error for item in items):
        return Chosen(labels.value, declared=frozenset())
    asked = frozenset((item.parts[0].text, item.parts[1].text) for item in items)
    if nodes is None:
        return Chosen(labels.value, asked)
    fitting = (number for number, node in enumerate(nodes) if all(item.fits(node) for item in items))
    return Chosen(labels.value, asked, frozenset(fitting))


def chosen_pods(balancer: LoadBalancer) -> Chosen:
    """The pods that the Service selects, by the IP versions of their endpoints."""
    return _of_ip_version(balancer)._replace(selector=_selector(balancer))


def _selector(balancer: LoadBalancer) -> frozenset[tuple[str, str]]:
    """The labels of the pods; empty if one is unknown, or if somebody else looks after the end points."""
    labels = balancer.service.selector
    known = all(value.known for value in labels.values())
    return frozenset((key, value.value) for key, value in labels.items()) if known else frozenset()


def _of_ip_version(balancer: LoadBalancer) -> Chosen:
    """The pods by the IP versions of their endpoints: IPv4 unless `backend-ip-version` is heeded."""
    wanted, of_balancer = balancer.annotations.get("backend-ip-version"), balancer.annotations.get("ip-version")
    if not wanted.known or not of_balancer.known:
        return Chosen(None)
    is_nlb, asked = balancer.handled_by.is_(NLB), wanted.value.lower()
    is_heeded = of_balancer.value.lower() == ("dualstack" if is_nlb else "ipv6")
    if DUAL_STACK_GATE in balancer.cluster.gates_on and is_heeded:
        if asked == "ipv6":
            return Chosen(_IPV6, frozenset({(_IPV6,)}))
        if asked == "dualstack" and is_nlb:
            return Chosen(f"{_IPV4}, {_IPV6}")
    return Chosen("", frozenset({(_IPV4,)}))


def shown_nodes(chosen: Chosen, port: str) -> Text:
    """Nodes as back ends."""
    if chosen.name:
        return phrase("nodes {labels}, port {port}", labels=chosen.name, port=port)
    return phrase("nodes, port {port}", port=port)


def shown_pods(chosen: Chosen, port: str) -> Text:
    """Pods as back ends."""
    if chosen.name:
        return phrase("pods with {versions}, port {port}", versions=chosen.name, port=port)
    return phrase("pods, port {port}", port=port)
