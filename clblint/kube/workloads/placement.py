"""Reads scheduling constraints of pods: required node labels, required anti-affinity, host ports."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.fact import Fact, Origin
from clblint.kube.well_known import HOST_NAME_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.field import Field

_AFFINITY = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
# Pods that share no zone and no region share no node either.
_DOMAINS = frozenset({
    HOST_NAME_LABEL, "topology.kubernetes.io/zone", "topology.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/region",
})  # fmt: skip
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


class AntiAffinity(NamedTuple):
    """A required anti-affinity by host name, zone or region: the selector of pods that must not share a node.

    `same_revision` says that it can only match pods of the same workload.
    """

    labels: tuple[tuple[str, str], ...]
    expressions: tuple[tuple[str, str, tuple[str, ...]], ...]
    same_revision: bool

    def means(self, labels: dict[str, str]) -> bool:
        """Whether it matches pods with these labels."""
        return set(self.labels) <= labels.items() and all(_holds(labels.get(one[0]), one) for one in self.expressions)


def kept_apart(terms: Field, namespace: str | None) -> tuple[AntiAffinity, ...]:
    """The anti-affinities among these terms of a pod spec, for pods in its own namespace."""
    return tuple(
        AntiAffinity(
            labels=tuple(_labels(term.get("labelSelector", "matchLabels"))),
            expressions=tuple(map(_expression, term.get("labelSelector", "matchExpressions").each())),
            same_revision=term.get("matchLabelKeys").present,
        )
        for term in terms.each()
        if any(map(term.get("topologyKey").text().may_be, _DOMAINS)) and _is_about(term, namespace)
    )


def _labels(field: Field) -> Iterator[tuple[str, str]]:
    """Yield the required labels, without unknown ones, which may have any value."""
    for key, fact in field.strings().items():
        if fact.holds or fact.is_empty:
            yield key, fact.value


def host_ports(spec: Field) -> frozenset[tuple[str, int]]:
    """The (protocol, port) that a pod occupies on its node."""
    on_host = spec.get("hostNetwork").boolean(default=False).value
    ports = (port for container in spec.get("containers").each() for port in container.get("ports").each())
    taken = ((port.get("containerPort" if on_host else "hostPort").integer(), port) for port in ports)
    return frozenset(
        (port.get("protocol").text_or("TCP").value, number.value) for number, port in taken if number.given
    )


def _is_about(term: Field, namespace: str | None) -> bool:
    """Whether a term selects pods of a namespace; without a label selector it selects none."""
    selector, named = term.get("labelSelector"), [item.text().value for item in term.get("namespaces").each()]
    if not selector.present or term.get("mismatchLabelKeys").present:
        return False
    others = term.get("namespaceSelector")
    return (not named and not others.present) or namespace in named or (others.present and not list(others.items()))


def _expression(item: Field) -> tuple[str, str, tuple[str, ...]]:
    values = tuple(value.text().value for value in item.get("values").each())
    return item.get("key").text().value, item.get("operator").text().value, values


def _holds(value: str | None, expression: tuple[str, str, tuple[str, ...]]) -> bool:
    _, operator, values = expression
    if operator in {"In", "NotIn"}:
        return (value in values) is (operator == "In")
    return operator in {"Exists", "DoesNotExist"} and (value is not None) is (operator == "Exists")
