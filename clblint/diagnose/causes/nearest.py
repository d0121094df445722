"""A selector that matches no pod: which pods come nearest, and what differs."""

from __future__ import annotations

from clblint.diagnose.causes.making import cause
from clblint.diagnose.cluster import is_pod_ready
from clblint.diagnose.diagnosis import CERTAIN, LIKELY, field_of
from clblint.diagnose.label_sets import LabelSets
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.diagnosis import Cause, Evidence
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.service import LiveService

_MOST = 2000  # pods that are looked at


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
    elsewhere, near = _elsewhere(service), _nearest(service, pods)
    if near and not elsewhere:
        return _nearly_matched(service, pods, near)
    if elsewhere:
        message = phrase(
            "The selector {wanted} matches none of {count} pods in the namespace; pods with these "
            "labels are in {namespace}.",
            wanted=wanted,
            count=len(pods),
            namespace=elsewhere,
        )
        do = (phrase("create the Service in the namespace {namespace}", namespace=elsewhere),)
    else:
        message = phrase(
            "The selector {wanted} matches none of {count} pods in the namespace.", wanted=wanted, count=len(pods)
        )
        do = (phrase("correct the selector or the labels of the pods"),)
    return cause("no-pod-matches", message, CERTAIN, [_seen(service, wanted)], do)


def _nearly_matched(service: LiveService, pods: list[LiveObject], near: list[LiveObject]) -> Cause:
    """The selector matches none of `pods`; `near` are those that differ from it in the fewest labels."""
    first, wanted = near[0], _shown(service.selector)
    differing = {
        key: first.labels.get(key, "") for key, value in service.selector.items() if first.labels.get(key) != value
    }
    present = {key: value for key, value in differing.items() if value}
    message = phrase(
        "The selector {wanted} matches none of {count} pods in the namespace; nearest: {labels} "
        "({pod} and {more} more, {ready} "
        "ready).",
        wanted=wanted,
        count=len(pods),
        labels=_shown(present) or phrase("no label {keys}", keys=", ".join(differing)),
        pod=first.name,
        more=len(near) - 1,
        ready=sum(map(is_pod_ready, near)),
    )
    seen = [_seen(service, wanted), field_of(first, _shown(differing), "metadata", "labels")]
    do = (phrase("selector {labels}, or correct the labels of the pods", labels=_shown(service.selector | present)),)
    return cause("no-pod-matches", message, CERTAIN, seen, do)


def _seen(service: LiveService, wanted: str) -> Evidence:
    return field_of(service.thing, wanted, "spec", "selector")


def _shown(labels: dict[str, str]) -> str:
    return ",".join(f"{key}={value}" for key, value in labels.items())


def _elsewhere(service: LiveService) -> str:
    """A namespace with pods that the selector would match; empty if there is none."""
    found = (pod.namespace for pod in service.snapshot.labelled_anywhere("Pod", service.selector))
    return next((namespace for namespace in found if namespace != service.namespace), "")


def _nearest(service: LiveService, pods: list[LiveObject]) -> list[LiveObject]:
    """The pods that come nearest; all have the same values of the labels in the selector."""
    keys = tuple(service.selector)
    known = service.all_services.label_sets
    place = service.namespace, keys
    if place not in known:
        known[place] = LabelSets(keys, pods[:_MOST])
    return known[place].nearest(tuple(service.selector.values()))
