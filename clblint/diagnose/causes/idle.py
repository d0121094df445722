"""Causes without a failure: no controller handles the Service, or its present revision was never synced."""

from __future__ import annotations

from clblint.balancer.handling import NLB_SINCE
from clblint.diagnose.causes.by_text import copied_hash
from clblint.diagnose.causes.making import cause
from clblint.diagnose.cluster import is_ccm, is_pod_ready
from clblint.diagnose.diagnosis import CERTAIN, HASH, LIKELY, POSSIBLE, Evidence, event_seen, field_of
from clblint.diagnose.failures import failures
from clblint.diagnose.hash_label import ABSENT, DIFFERS
from clblint.diagnose.times import MINUTE, shown_moment, shown_span, shown_time
from clblint.i18n.text import phrase
from clblint.kube.well_known import HASH_LABEL, NLB_CLASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.diagnosis import Cause
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.service import LiveService
    from clblint.i18n.text import Text, Value

FRESH = 2 * MINUTE  # a Service younger than this may still be syncing


def not_handled(service: LiveService) -> Cause:
    """The Service names another controller, or one that the CCM is too old for."""
    thing, wanted = service.thing, service.load_balancer_class
    if wanted == NLB_CLASS:
        message = phrase(
            "The class is {wanted}, and this CCM ({version}) has no controller of NLBs: it came with {since}.",
            wanted=wanted,
            version=service.cluster.ccm_version.value,
            since=NLB_SINCE,
        )
        seen = [field_of(thing, wanted, "spec", "loadBalancerClass")]
        return cause("class-not-handled", message, CERTAIN, seen, (phrase("upgrade the CCM"),))
    if wanted:
        message = phrase(
            "The loadBalancerClass is {wanted}, which no controller of the CCM takes: nobody works on this Service.",
            wanted=wanted,
        )
        do = (
            phrase(
                "delete the Service and create it again without the class (CLB), or with {nlb}: the field "
                "cannot be edited",
                nlb=NLB_CLASS,
            ),
        )
        return cause(
            "class-not-handled",
            message,
            CERTAIN,
            [field_of(thing, wanted, "spec", "loadBalancerClass")],
            do,
            ("which-controller",),
        )
    suffix = "tunnel-type" if service.has("tunnel-type") else "class"
    key, value = service.key(suffix), service.get(suffix)
    message = phrase("The annotation {key} ({value}) gives the Service to another controller.", key=key, value=value)
    do = (phrase("remove the annotation: that alone queues the Service"),)
    return cause("class-annotation", message, CERTAIN, [field_of(thing, value, "metadata", "annotations", key)], do)


def foreign_cloud(service: LiveService) -> Cause:
    """The nodes are those of another cloud."""
    message = phrase(
        "This is no cluster of Alibaba Cloud: a node of it says {node}. Another controller makes the load balancers "
        "here.",
        node=service.cluster.foreign,
    )
    node = service.real_nodes[0]
    seen = [field_of(node, service.cluster.foreign, "spec", "providerID")]
    return cause("foreign-cloud", message, CERTAIN, seen, (phrase("ask the provider of that cloud"),))


def still_syncing(service: LiveService) -> Cause:
    """It is so new that its first sync, or its clean-up, may still run."""
    if just_changed(service):
        message = phrase("It was changed at {time}: the sync may still run.", time=shown_time(service.last_change or 0))
        return cause("still-syncing", message, LIKELY, (), (phrase("wait two minutes, and take a second snapshot"),))
    message = phrase("It is {age} old: the sync may still run.", age=shown_span(service.age or 0))
    do = (phrase("wait two minutes, and take a second snapshot"),)
    start = "deletionTimestamp" if service.thing.deleted is not None else "creationTimestamp"
    seen = [field_of(service.thing, service.thing.text("metadata", start), "metadata", start)]
    return cause("still-syncing", message, LIKELY, seen, do)


def just_changed(service: LiveService) -> bool:
    """Whether a change is so new that its sync may still run."""
    change, success = service.last_change, service.last_success
    if change is None or service.now - change > FRESH:
        return False
    return success is None or success < change


def ccm_not_running(service: LiveService) -> Cause | None:
    """The CCM does not run; None if it runs, or that is unknown."""
    cluster = service.cluster
    if cluster.ccm_running is not False:
        return None
    seen = []
    if cluster.lease is not None and cluster.lease_renewed is not None:
        renewed = shown_time(cluster.lease_renewed)
        seen.append(field_of(cluster.lease, phrase("renewed {time}", time=renewed), "spec", "renewTime"))
    pods = [pod for pod in cluster.ccm_workloads if pod.kind == "Pod"]
    seen += [field_of(pod, _state_of(pod), "status", "containerStatuses") for pod in pods[:2] if not is_pod_ready(pod)]
    since = cluster.lease_renewed
    message = (
        phrase("The CCM does not run: it renewed its lease last at {time}.", time=shown_moment(since, service.now))
        if since is not None
        else phrase("The CCM does not run: none of its pods is ready.")
    )
    do = (
        phrase(
            "dedicated cluster: look at its pods and their log (a CCM since v2.11.2 on Flannel ends "
            "without permission for routes)"
        ),
        phrase("managed cluster: open a ticket"),
    )
    return cause("ccm-not-running", message, CERTAIN if since is not None else LIKELY, seen, do, ("ram-policy",))


def _state_of(pod: LiveObject) -> Value:
    for status in pod.items("status", "containerStatuses"):
        waiting = status.get("state", {}).get("waiting", {})
        if waiting.get("reason"):
            return phrase("{reason}, {count} restarts", reason=waiting["reason"], count=status.get("restartCount", 0))
    return pod.text("status", "phase")


def too_old_for_events(service: LiveService) -> Cause | None:
    """The CCM is too old to write events; None if it is not, or its version is not known."""
    cluster = service.cluster
    if not cluster.is_too_old_for_events or any(event.of_controller and event.of_ccm for event in service.events):
        return None
    message = phrase(
        "This CCM ({version}) writes no events: they came with v1.9.3.276. Its log says why the Service waits.",
        version=cluster.ccm_version.value,
    )
    do = (
        phrase(
            "kubectl -n kube-system logs -l app=cloud-controller-manager --tail=2000 | grep {service}",
            service=service.id,
        ),
        phrase("upgrade the CCM"),
    )
    seen = [Evidence("field", cluster.ccm_version.source, "", cluster.ccm_version.value)]
    return cause("ccm-too-old-for-events", message, CERTAIN, seen, do)


def idle_causes(service: LiveService) -> list[Cause]:
    """Why a Service without a failure has no address."""
    copied = service.hash != ABSENT and not service.label_id
    writer = service.hash_label_writer
    if service.hash != ABSENT and writer and not is_ccm(writer):
        return [copied_hash(service)]
    if service.hash_is_equal and copied and not writer:
        return [copied_hash(service)]
    found = ccm_not_running(service) or too_old_for_events(service)
    if found is not None:
        return [found]
    if service.hash_is_equal:
        return [_status_lost(service)]
    return []


def _status_lost(service: LiveService) -> Cause:
    message = phrase(
        "This revision was synced, and the status has no address: it was removed by hand, or could "
        "not be written. The CCM does "
        "nothing about that by itself."
    )
    seen = [
        Evidence(HASH, f"Service {service.id}", service.thing.file, phrase("the hash label is that of this revision"))
    ]
    do = (phrase("edit any annotation: that starts a full sync"),)
    return cause("clb-deleted", message, POSSIBLE, seen, do, ("clb-exists", "last-sync"))


def is_not_applied(service: LiveService) -> bool:
    """Whether the present revision has never been synced completely, and no event says why.

    The hash label decides if its form is known; else a change that the CCM noticed, without a success since.
    """
    if service.hash != DIFFERS or failures(service) or just_changed(service):
        return False
    success, change = service.last_success, service.last_change
    if not service.cluster.short_hash:
        return change is not None and (success is None or success < change)
    return not service.has_passed


def changes_not_applied(service: LiveService) -> Cause:
    """The hash label belongs to an earlier revision."""
    cluster = service.cluster
    message = phrase(
        "The annotations and ports as they are have never been synced completely: the hash label belongs to an earlier "
        "revision. Back ends are kept up to date, the {kind} and its listeners are not.",
        kind=service.balancer_kind,
    )
    text = _of_the_label(service)
    seen = [Evidence(HASH, f"Service {service.id}", service.thing.file, text)]
    if service.last_write is not None:
        seen.append(
            field_of(
                service.thing,
                phrase("last write of the CCM: {time}", time=shown_time(service.last_write)),
                "metadata",
                "managedFields",
            )
        )
    do = (
        phrase(
            "edit any annotation: that starts a full sync, and its failure shows as an event; then take a new snapshot"
        ),
    )
    if cluster.ccm_running is False:
        do = (phrase("the CCM does not run: start it first"),)
    seen += [event_seen(one) for one in service.normal_events("AnnotationChanged")][:1]
    sure = CERTAIN if cluster.short_hash else LIKELY
    return cause("changes-not-applied", message, sure, seen, do, ("last-sync",))


def _of_the_label(service: LiveService) -> Text:
    """The evidence of the hash label, with its form."""
    version = service.cluster.ccm_at_least
    if not service.cluster.short_hash:
        return phrase("the hash, computed anew, differs from the label {label} in every known form", label=HASH_LABEL)
    return phrase(
        "the hash, computed anew, differs from the label {label} (CCM {version}, by {source})",
        label=HASH_LABEL,
        version=version.value,
        source=version.source,
    )
