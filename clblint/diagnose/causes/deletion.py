"""Why a deletion does not end: what holds the object, and why the clean-up fails."""

from __future__ import annotations

from clblint.diagnose.causes.by_text import cause_of
from clblint.diagnose.causes.idle import FRESH, ccm_not_running, just_changed, still_syncing
from clblint.diagnose.causes.making import cause, of_words
from clblint.diagnose.cluster import is_ours
from clblint.diagnose.diagnosis import CERTAIN, LIKELY, field_of
from clblint.diagnose.failures import failures
from clblint.i18n.text import phrase
from clblint.kube.well_known import HASH_LABEL, ID_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.diagnosis import Cause, Evidence
    from clblint.diagnose.service import LiveService

_IPV6 = "ipv6"


def deletion_causes(service: LiveService) -> list[Cause]:
    """Why a deleted Service is still there."""
    if not service.has_our_finalizer:
        return [_foreign(service)] if service.finalizers else [still_syncing(service)]
    if failures(service):
        return list({found.name: found for found in (cause_of(service, one) for one in failures(service))}.values())
    if is_fresh(service):
        return [still_syncing(service)]
    return _without_failure(service)


def is_fresh(service: LiveService) -> bool:
    """Whether the deletion, or the change of the type, is so new that the clean-up may still run."""
    if service.thing.deleted is None:
        return just_changed(service)
    return service.age is not None and service.age < FRESH


def _without_failure(service: LiveService) -> list[Cause]:
    blocked = _class(service)
    if blocked is not None:
        return [blocked]
    stopped = ccm_not_running(service)
    if stopped is not None:
        return [stopped]
    if service.get("ip-version").lower() == _IPV6 and (service.wanted_id or service.get("preserve-lb-on-delete")):
        seen = [field_of(service.thing, _IPV6, "metadata", "annotations", service.key("ip-version"))]
        return [of_words("deletion-blocked-ipv6", service, None, seen, LIKELY)]
    others = [name for name in service.finalizers if not is_ours(name)]
    return [_foreign(service)] if others and service.was_cleaned else []


def _class(service: LiveService) -> Cause | None:
    """A class that was added later hides the Service from the CCM, whose finalizer is still there."""
    suffix = next((one for one in ("class", "tunnel-type") if service.has(one)), "")
    if not suffix or any(event.reason.startswith("CleanLoadBalancer") for event in service.events):
        return None
    key = service.key(suffix)
    message = phrase(
        "The annotation {key} was added later: the CCM does not look at the Service any more, and "
        "its finalizer holds it.",
        key=key,
    )
    do = [phrase("remove the annotation: that queues the Service, and the clean-up runs")]
    if suffix == "class":
        do.append(phrase("a restart of the CCM helps, too"))
    seen = [
        field_of(service.thing, service.get(suffix), "metadata", "annotations", key),
        field_of(service.thing, ", ".join(service.finalizers), "metadata", "finalizers"),
    ]
    return cause("deletion-blocked-class", message, CERTAIN, seen, tuple(do))


def _foreign(service: LiveService) -> Cause:
    """The finalizer of another controller holds the object; the CCM is done, or was made to let go before."""
    others = ", ".join(name for name in service.finalizers if not is_ours(name))
    held = field_of(service.thing, others, "metadata", "finalizers")
    do = phrase("look at the controller of {name}; removing its finalizer by hand skips its work", name=others)
    left = None if service.was_cleaned else _left_behind(service)
    if left is None:
        message = phrase(
            "The CCM is done with the clean-up; the finalizer {name} of another controller holds the object.",
            name=others,
        )
        return cause("foreign-finalizer", message, CERTAIN, [held], (do,))
    message = phrase(
        "The finalizer {name} of another controller holds the object, and the CCM is not done with the clean-up: its "
        "own finalizer was removed by hand. The {kind} {id}, or what the CCM made on it, stays and is billed.",
        name=others,
        kind=service.balancer_kind,
        id=service.balancer_id or service.address,
    )
    look = phrase("remove what is left of it in the console: nobody else does once the object is gone")
    sure = CERTAIN if service.address else LIKELY
    return cause("foreign-finalizer", message, sure, [held, left], (look, do), ("clb-exists",))


def _left_behind(service: LiveService) -> Evidence | None:
    """What the CCM removes before its finalizer: its labels, then the status (service_controller.go); None if gone."""
    thing = service.thing
    for label in (HASH_LABEL, ID_LABEL):
        if label in thing.labels:
            return field_of(thing, thing.labels[label], "metadata", "labels", label)
    return field_of(thing, service.address, "status", "loadBalancer") if service.address else None
