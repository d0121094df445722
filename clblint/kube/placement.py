"""Which nodes the pods of a workload may run on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.kube.fact import Fact, Origin

if TYPE_CHECKING:
    from clblint.kube.field import Field

_AFFINITY = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
_PRESENT = frozenset({"Exists", "In"})


def required_labels(spec: Field) -> tuple[Fact[str], ...]:
    """The keys of the labels that a node must have to run a pod, each at the place that asks for it.

    Of the terms of an affinity one has to hold, so a label is required where all of them ask for it.
    """
    selector = [Fact(key, field.at, Origin.GIVEN) for key, field in spec.get("nodeSelector").items()]
    terms = [_keys(term) for term in spec.get(*_AFFINITY).each()]
    shared = set.intersection(*map(set, terms)) if terms else set()
    return (*selector, *(fact for key, fact in terms[0].items() if key in shared)) if terms else tuple(selector)


def _keys(term: Field) -> dict[str, Fact[str]]:
    keys = {}
    for item in term.get("matchExpressions").each():
        key = item.get("key").text()
        if item.get("operator").text().value in _PRESENT and key.known:
            keys[key.value] = key
    return keys
