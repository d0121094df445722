"""Reads scheduling constraints of pods: required node labels, host ports."""

from __future__ import annotations

from clblint.kube.fact import Fact, Origin
from clblint.kube.well_known import HOST_NAME_LABEL
from clblint.source.node import may_hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.field import Field

_AFFINITY = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
_PRESENT = frozenset({"Exists", "In"})


def required_labels(spec: Field) -> tuple[Fact[str], ...]:
    """The keys of the labels that a node must have to run a pod, each at the position of its requirement.

    Only one term of an affinity must match, so a label is required only if all terms require it.
    """
    selector = [Fact(key, field.at, Origin.GIVEN) for key, field in spec.get("nodeSelector").items()]
    terms = [_keys(term) for term in spec.get(*_AFFINITY).each()]
    shared = set.intersection(*map(set, terms)) if terms else set()
    return (*selector, *(fact for key, fact in terms[0].items() if key in shared)) if terms else tuple(selector)


def pinned_to(spec: Field) -> Fact[str]:
    """The only node that may run a pod: `nodeName`, or the host name that its node must have; empty if any may."""
    node = spec.get("nodeName").text()
    return node if node.written else spec.get("nodeSelector", HOST_NAME_LABEL).text()


def _keys(term: Field) -> dict[str, Fact[str]]:
    keys = {}
    for item in term.get("matchExpressions").each():
        key = item.get("key").text()
        if item.get("operator").text().value in _PRESENT and key.known:
            keys[key.value] = key
    return keys


def host_ports(spec: Field) -> frozenset[tuple[str, int]]:
    """The (protocol, port) that a pod occupies on its node."""
    if spec.node is None or not may_hold(spec.node, "host"):  # as nearly always
        return frozenset()
    on_host = spec.get("hostNetwork").boolean(default=False).value
    ports = (port for container in spec.get("containers").each() for port in container.get("ports").each())
    taken = ((port.get("containerPort" if on_host else "hostPort").integer(), port) for port in ports)
    return frozenset(
        (port.get("protocol").text_or("TCP").value, number.value) for number, port in taken if number.given
    )
