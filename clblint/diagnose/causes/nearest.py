"""A selector that matches no pod: which pods come nearest, and what differs."""

from __future__ import annotations

from bisect import bisect_left
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from clblint.diagnose.causes.making import cause
from clblint.diagnose.cluster import is_pod_ready
from clblint.diagnose.diagnosis import CERTAIN, LIKELY, field_of
from clblint.fast import cached_property
from clblint.i18n.text import phrase

if TYPE_CHECKING:
    from clblint.diagnose.diagnosis import Cause, Evidence
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.service import LiveService

_NEAR = 0.5  # similarity of two values
_MOST = 2000  # pods that are looked at
_NEIGHBOURS = 16  # sets of labels that are compared, to each side of those that begin, or end, like the selector
_LONGEST = 200  # characters in which a slip of the pen is looked for


def no_pod_matches(service: LiveService) -> Cause | None:
    """The selector matches no pod of the namespace; None if one matches, or the pods were not collected."""
    if not service.selector or service.ready or service.is_described:
        return None
    pods = service.snapshot.within("Pod", service.namespace)
    if not service.snapshot.collected("Pod", service.namespace):
        return _only_elsewhere(service) if service.endpoints == [] and not service.templates else None
    if service.snapshot.labelled("Pod", service.namespace, service.selector) or service.templates:
        return None
    return _cause(service, pods)


def _only_elsewhere(service: LiveService) -> Cause | None:
    """Its endpoints are empty, and the only pods that it would select are in another namespace."""
    elsewhere = _elsewhere(service)
    if not elsewhere:
        return None
    wanted = _shown(service.selector)
    message = phrase(
        "There are no endpoints, and pods with the labels of the selector ({wanted}) are in the namespace {namespace}.",
        wanted=wanted,
        namespace=elsewhere,
    )
    do = (phrase("create the Service in the namespace {namespace}", namespace=elsewhere),)
    return cause("no-pod-matches", message, LIKELY, [_seen(service, wanted)], do, ("pods",))


def _cause(service: LiveService, pods: list[LiveObject]) -> Cause:
    wanted = _shown(service.selector)
    elsewhere = _elsewhere(service)
    near = _nearest(service, pods)
    if elsewhere:
        message = phrase(
            "The selector {wanted} matches none of {count} pods in the namespace; pods with these "
            "labels are in {namespace}.",
            wanted=wanted,
            count=len(pods),
            namespace=elsewhere,
        )
        do = (phrase("create the Service in the namespace {namespace}", namespace=elsewhere),)
        return cause("no-pod-matches", message, CERTAIN, [_seen(service, wanted)], do)
    if not near:
        message = phrase(
            "The selector {wanted} matches none of {count} pods in the namespace.", wanted=wanted, count=len(pods)
        )
        do = (phrase("correct the selector or the labels of the pods"),)
        return cause("no-pod-matches", message, CERTAIN, [_seen(service, wanted)], do)
    first = near[0]
    differing = {
        key: first.labels.get(key, "") for key, value in service.selector.items() if first.labels.get(key) != value
    }
    shown = _shown({key: value for key, value in differing.items() if value}) or phrase(
        "no label {keys}", keys=", ".join(differing)
    )
    ready = sum(map(is_pod_ready, near))
    message = phrase(
        "The selector {wanted} matches none of {count} pods in the namespace; nearest: {labels} "
        "({pod} and {more} more, {ready} "
        "ready).",
        wanted=wanted,
        count=len(pods),
        labels=shown,
        pod=first.name,
        more=len(near) - 1,
        ready=ready,
    )
    seen = [_seen(service, wanted), field_of(first, _shown(differing), "metadata", "labels")]
    right = {**service.selector, **{key: value for key, value in differing.items() if value}}
    do = (phrase("selector {labels}, or correct the labels of the pods", labels=_shown(right)),)
    return cause("no-pod-matches", message, CERTAIN, seen, do)


def _seen(service: LiveService, wanted: str) -> Evidence:
    return field_of(service.thing, wanted, "spec", "selector")


def _shown(labels: dict[str, str]) -> str:
    return ",".join(f"{key}={value}" for key, value in labels.items())


def _elsewhere(service: LiveService) -> str:
    """A namespace with pods that the selector would match; empty if there is none."""
    found = (pod.namespace for pod in service.snapshot.labelled_anywhere("Pod", service.selector))
    return next((namespace for namespace in found if namespace != service.namespace), "")


_Placed = tuple[int, tuple[str, ...]]  # a set of values, after its place


class LabelSets:
    """The pods of a namespace by their values of some labels, in the order of the snapshot."""

    def __init__(self, keys: tuple[str, ...], pods: list[LiveObject]) -> None:
        self._pods: dict[tuple[str, ...], list[LiveObject]] = {}
        for pod in pods:
            values = tuple(pod.labels.get(key, "") for key in keys)
            self._pods.setdefault(values, []).append(pod)

    def nearest(self, wanted: tuple[str, ...]) -> list[LiveObject]:
        """The pods whose values come nearest to those that are wanted; none if none is near."""
        scored = [(_score(wanted, values), -place, values) for place, values in self._candidates(wanted)]
        best, _, values = max(scored, default=(0.0, 0, ()))
        return self._pods[values] if best >= _NEAR else []

    def _candidates(self, wanted: tuple[str, ...]) -> set[_Placed]:
        """The sets that are one slip away from the one that is wanted, and those that begin or end like it."""
        text = _joined(wanted)
        found = {one for slip in _slips(text) for one in self._by_slip.get(slip, ())[:_NEIGHBOURS]}
        for step, ordered in self._orders:
            at = bisect_left(ordered, (text[::step],))
            found.update(one for _, one in ordered[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS])
        return found

    @cached_property
    def _by_slip(self) -> dict[str, list[_Placed]]:
        """The sets by their text, and by that text without one of its characters."""
        found: dict[str, list[_Placed]] = {}
        for one in enumerate(self._pods):
            for slip in _slips(_joined(one[1])):
                found.setdefault(slip, []).append(one)
        return found

    @cached_property
    def _orders(self) -> list[tuple[int, list[tuple[str, _Placed]]]]:
        """The sets, ordered by how they read forwards and backwards."""
        placed = list(enumerate(self._pods))
        return [(step, sorted((_joined(one[1])[::step], one) for one in placed)) for step in (1, -1)]


def _slips(text: str) -> set[str]:
    """A text, and what is left of it without one character: two texts that are one slip apart have one in common."""
    return {text, *(text[:at] + text[at + 1 :] for at in range(min(len(text), _LONGEST)))}


def _joined(values: tuple[str, ...]) -> str:
    return ",".join(values)


def _nearest(service: LiveService, pods: list[LiveObject]) -> list[LiveObject]:
    """The pods that come nearest, all with the same labels as far as the selector asks."""
    keys = tuple(service.selector)
    known = service.fleet.label_sets
    place = service.namespace, keys
    if place not in known:
        known[place] = LabelSets(keys, pods[:_MOST])
    return known[place].nearest(tuple(service.selector.values()))


def _score(wanted: tuple[str, ...], values: tuple[str, ...]) -> float:
    """How well values fit, from 0 to 1 for each label of the selector on average."""
    return sum(map(_similarity, wanted, values)) / len(wanted)


def _similarity(one: str, other: str) -> float:
    return 1.0 if one == other else SequenceMatcher(None, one, other).ratio() if one and other else 0.0
