"""Pods that cannot be back ends: on Flannel, or with an interface (ENI) that the cloud does not know."""

from __future__ import annotations

from clblint.diagnose.causes.making import cause
from clblint.diagnose.cluster import FLANNEL
from clblint.diagnose.diagnosis import CERTAIN, LIKELY, Evidence, event_seen, field_of
from clblint.diagnose.failures import is_current
from clblint.diagnose.service import ENI
from clblint.i18n.text import phrase
from clblint.kube.well_known import READINESS_GATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.diagnose.diagnosis import Cause
    from clblint.diagnose.events import Event
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.service import LiveService

_NOT_IN_VPC = "not in vpc cidrs"
_INVALID = "ServerInvalidServer"


def skipped(service: LiveService, *, warning: bool) -> Iterator[Event]:
    """Yield the present events by which the CCM leaves out pods."""
    found = (event for event in service.events if event.reason == "SkipSyncBackends" and event.is_warning == warning)
    return (event for event in found if is_current(service, event))


def eni_on_flannel(service: LiveService) -> Cause | None:
    """The Service wants pods as back ends on Flannel, where they have no address of the VPC; None if it does not."""
    plugin = service.cluster.network_plugin
    events = [event for event in skipped(service, warning=False) if _NOT_IN_VPC in event.message]
    asked = service.get("backend-type") == ENI
    if not ((asked and plugin.value == FLANNEL) or (events and plugin.value != "terway")):
        return None
    seen = [event_seen(event) for event in events[:1]]
    if asked:
        seen.append(field_of(service.thing, ENI, "metadata", "annotations", service.key("backend-type")))
    if plugin.value:
        seen.append(Evidence("field", plugin.source, "", plugin.value))
    message = phrase(
        "Pods are asked for as back ends, and on Flannel they have no address in the VPC: the server "
        "groups stay empty, while "
        "the CCM reports success."
    )
    do = (phrase("remove the annotation backend-type: eni"),)
    return cause(
        "eni-on-flannel",
        message,
        CERTAIN if plugin.value else LIKELY,
        seen,
        do,
        () if plugin.value else ("network-plugin",),
    )


def is_frozen(service: LiveService) -> bool:
    """Whether the CCM does not update a server group, because the cloud does not know the interface of a pod."""
    return any(True for _ in skipped(service, warning=True)) or bool(_invalid_pods(service))


def _invalid_pods(service: LiveService) -> list[tuple[str, Evidence]]:
    """The pods whose gate says that the cloud does not know their interface."""
    found = (pod for pod in service.pods if has_unknown_interface(service, pod))
    return [(pod.name, field_of(pod, _INVALID, "status", "conditions")) for pod in found]


def has_unknown_interface(service: LiveService, pod: LiveObject) -> bool:
    """Whether the gate of this Service in a pod says that the cloud does not know its interface."""
    condition = pod.condition(READINESS_GATE + service.name)
    return condition.get("status") == "False" and condition.get("reason") == _INVALID


def eni_not_ready(service: LiveService, seen: Iterable[Evidence] = ()) -> Cause:
    """A pod whose interface the cloud does not know: its group is frozen."""
    invalid = _invalid_pods(service)
    events = [event_seen(event) for event in skipped(service, warning=True)]
    message = phrase(
        "The cloud does not know the network interface of a pod, so the CCM leaves its server group "
        "as it is: nothing is "
        "added, and what is gone is not removed, so that requests still go to pods that are not there any more."
    )
    do = (
        phrase("wait for the next try (five minutes)"),
        *(
            phrase(
                "then delete that pod: kubectl delete pod {pod} -n {namespace}", pod=pod, namespace=service.namespace
            )
            for pod, _ in invalid[:3]
        ),
        phrase("look at the events of Terway on its node"),
    )
    return cause("eni-not-ready", message, CERTAIN, [*seen, *events, *(one for _, one in invalid[:3])], do)
