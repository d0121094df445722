"""Judges the Services of a snapshot: state, causes in order, advice, history, and what is not known."""

from __future__ import annotations

from clblint.diagnose.causes.advice import advice_on
from clblint.diagnose.causes.back_ends import causes_of_missing_back_ends, causes_without_back_ends
from clblint.diagnose.causes.by_text import causes_behind, missing
from clblint.diagnose.causes.cloud import health_check_failing, health_of, listeners_missing
from clblint.diagnose.causes.deletion import deletion_causes
from clblint.diagnose.causes.enis import eni_on_flannel
from clblint.diagnose.causes.idle import (
    FRESH,
    ccm_not_running,
    changes_not_applied,
    foreign_cloud,
    idle_causes,
    is_not_applied,
    just_changed,
    not_handled,
    still_syncing,
)
from clblint.diagnose.diagnosis import (
    DEGRADED,
    DELETING,
    FAILING,
    FOREIGN,
    HEALTHY,
    NO_BACKENDS,
    NOT_HANDLED,
    PENDING,
    UNKNOWN,
    Diagnosis,
)
from clblint.diagnose.failures import failures, failures_of
from clblint.diagnose.hash_label import DIFFERS
from clblint.diagnose.service import ENI
from clblint.diagnose.state import state_of
from clblint.diagnose.times import parse_time
from clblint.diagnose.unknowns import unknown
from clblint.i18n.text import phrase
from clblint.search.event_texts import reasons

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.diagnosis import Cause
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.service import LiveService
    from clblint.i18n.text import Text


def diagnose(service: LiveService) -> Diagnosis:
    """The diagnosis of one Service."""
    state = UNKNOWN if service.only_reported or service.is_manifest else state_of(service)
    causes = _unique(_causes(service, state))
    advice = _unique(advice_on(service)) if service.address and state not in {FOREIGN, NOT_HANDLED, DELETING} else []
    named = {one.name for one in causes}
    advice = [one for one in advice if one.name not in named]
    whole = ("service",) if service.only_reported or service.is_manifest else ()
    further = () if service.is_manifest else _unknown_facts(service, state, [*causes, *advice])
    facts = dict.fromkeys((*whole, *further))
    return Diagnosis(
        name=service.id,
        uid=service.thing.uid,
        handled_by=service.handled_by,
        state=state,
        since=_since(service, state, causes),
        address=service.address,
        balancer=service.balancer_id,
        hash=service.hash,
        last_sync=service.last_write,
        finalizer=None if service.is_described else service.has_our_finalizer,
        causes=tuple(causes),
        advice=tuple(advice),
        history=tuple(failures_of(service)[1]),
        unknown=tuple(unknown(service, fact) for fact in facts),
        note=_note(service, state),
        looked_at=any(event.of_controller and event.reason in reasons() for event in service.events),
        revision=service.revision,
    )


def _causes(service: LiveService, state: str) -> list[Cause]:  # noqa: PLR0911 - one state each
    if state == FOREIGN:
        return [foreign_cloud(service)]
    if state == NOT_HANDLED:
        return [not_handled(service)] if service.handled_by == "none" or service.is_nlb else []
    if state == DELETING:
        return deletion_causes(service)
    if state == FAILING:
        return _of_failing(service)
    if state == PENDING:
        return _of_pending(service)
    if state == NO_BACKENDS:
        return causes_without_back_ends(service)
    if state == DEGRADED:
        found = (health_check_failing(service), listeners_missing(service))
        return [*_by_texts(service), *causes_of_missing_back_ends(service), *(one for one in found if one is not None)]
    if service.only_reported:
        return _by_texts(service)
    return [still_syncing(service)] if just_changed(service) else []


def _by_texts(service: LiveService) -> list[Cause]:
    found = [one for failure in failures(service) for one in causes_behind(service, failure)]
    stopped = ccm_not_running(service) if found else None
    return [*found, stopped] if stopped is not None else found


def _of_failing(service: LiveService) -> list[Cause]:
    found = _by_texts(service)
    if not found and service.is_missing:
        found = [missing(service)]
    elif not found and is_not_applied(service):
        stopped = ccm_not_running(service)
        found = [changes_not_applied(service), *([stopped] if stopped is not None else [])]
    flannel = eni_on_flannel(service)
    return [*found, *([flannel] if flannel else []), *_next(service)]


def _of_pending(service: LiveService) -> list[Cause]:
    found = _by_texts(service)
    if not found:
        fresh = service.age is not None and service.age < FRESH
        found = [still_syncing(service)] if fresh or just_changed(service) else idle_causes(service)
    return [*found, *_next(service)]


def _next(service: LiveService) -> Iterator[Cause]:
    """Yield the causes that show only after the present ones are mended, so that one repair is enough."""
    if service.endpoints is None or service.ready or service.is_described:
        return
    yield from (one._replace(comes_next=True) for one in causes_without_back_ends(service))


def _unique(found: list[Cause]) -> list[Cause]:
    """The causes once each, those that come next last."""
    once = {one.name: one for one in reversed(found)}
    return sorted(dict(reversed(once.items())).values(), key=lambda one: one.comes_next)


def _since(service: LiveService, state: str, causes: list[Cause]) -> float | None:
    """Since when it is in its state, as far as the snapshot shows; None if it does not."""
    if state == HEALTHY or not service.snapshot.now.source:  # ages alone are no times
        return None
    if state == PENDING:
        return service.thing.created
    if state == DELETING:
        return service.thing.deleted
    if state == NO_BACKENDS and service.pods and not service.ready:
        turned = [time for pod in service.pods if (time := _turned(pod)) is not None]
        if turned:
            return max(turned)
    times = [seen.first for one in causes[:1] for seen in one.evidence if seen.first is not None]
    if state == NO_BACKENDS:
        times += [event.first for event in service.normal_events("UnAvailableLoadBalancer") if event.first is not None]
    return min(times, default=None)


def _turned(pod: LiveObject) -> float | None:
    """When a pod became unready; None if it is ready, or that is not known."""
    ready = pod.condition("Ready")
    return parse_time(ready.get("lastTransitionTime", "")) if ready.get("status") != "True" else None


def _note(service: LiveService, state: str) -> Text | None:
    if state != UNKNOWN:
        return None
    if service.only_reported:
        return phrase("events or a log tell of it, and the Service was not collected")
    if service.is_manifest:
        return phrase("this is a manifest, and no object of a cluster: clblint check")
    if service.is_unlisted:
        return phrase("the inventory does not list its load balancer")
    return phrase("healthy as far as seen") if service.address else phrase("not enough was collected")


def _unknown_facts(service: LiveService, state: str, found: list[Cause]) -> Iterator[str]:
    """Yield the missing facts that would make the diagnosis more certain, those of the causes first."""
    for one in found[:4]:
        yield from one.unknown
    if state in {FOREIGN, NOT_HANDLED}:
        return
    snapshot, namespace = service.snapshot, service.namespace
    if not snapshot.collected("Pod", namespace) and service.selector:
        yield "pods"
    if service.endpoints is None:
        yield "endpoints"
    if not service.cluster.nodes_known:
        yield "nodes"
    if (
        not service.events
        and not snapshot.has_events(namespace)
        and (state != HEALTHY or not service.cluster.nodes_known)
    ):
        yield "events"
    if service.cluster.ccm_running is None and state != HEALTHY:
        yield "ccm-running"
    if not service.cluster.ccm_version.value and state != HEALTHY:
        yield "ccm-version"
    if (service.hash == DIFFERS and state == UNKNOWN) or (not found and state in {PENDING, DELETING, FAILING}):
        yield "last-sync"
    yield from _cloud_facts(service)


def _cloud_facts(service: LiveService) -> Iterator[str]:
    if not service.address:
        return
    if service.is_unlisted:
        yield "clb-exists"
    if not health_of(service):
        yield "clb-health-checks"
    if not service.cluster.network_plugin.value and service.back_end_type != ENI:
        yield "network-plugin"
