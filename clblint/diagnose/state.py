"""The state of a Service: one of nine, the first that applies."""

from __future__ import annotations

from clblint.balancer.handling import NLB, NLB_SINCE, NONE
from clblint.diagnose.back_ends import served
from clblint.diagnose.causes.back_ends import causes_of_missing_back_ends
from clblint.diagnose.causes.cloud import health_check_failing, listeners_missing
from clblint.diagnose.causes.enis import is_frozen
from clblint.diagnose.causes.idle import is_not_applied
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
)
from clblint.diagnose.failures import failures
from clblint.diagnose.hash_label import ABSENT
from clblint.diagnose.service import ENI, is_balanced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.service import LiveService

_FREEZING = frozenset({"eni-not-ready", "eni"})
_HASH_SINCE = "v2.0.0"


def state_of(service: LiveService) -> str:
    """The state of a Service."""
    if service.cluster.foreign:
        return FOREIGN
    is_leaving = service.thing.deleted is not None or not is_balanced(service.thing)
    if is_leaving and (service.has_our_finalizer or not _is_elsewhere(service)):
        return DELETING
    if _is_elsewhere(service):
        return NOT_HANDLED
    if not service.address:
        return PENDING
    is_failing = any(one.row.cause not in _FREEZING for one in failures(service)) or is_not_applied(service)
    if is_failing or service.is_missing:
        return FAILING
    found = _of_back_ends(service)
    return UNKNOWN if found == HEALTHY and service.is_unlisted else found


def _is_elsewhere(service: LiveService) -> bool:
    """Whether no controller of the CCM handles the Service."""
    if service.handled_by == NONE:
        return True
    return (
        service.handled_by == NLB and not service.has_our_finalizer and service.cluster.ccm_is_older(NLB_SINCE) is True
    )


def _of_back_ends(service: LiveService) -> str:
    if service.endpoints is None:
        return NO_BACKENDS if service.lacks_back_ends else UNKNOWN
    answers = served(service)
    if not any(answer is not False for answer in answers):
        return NO_BACKENDS if _is_whole(service) else UNKNOWN
    if service.lacks_back_ends and True not in answers and _is_whole(service):
        return NO_BACKENDS
    if is_degraded(service):
        return DEGRADED
    is_known = any(answer is True for answer in answers) and _is_whole(service) and _needs_no_more(service)
    return HEALTHY if is_known and _was_synced(service) else UNKNOWN


def _is_whole(service: LiveService) -> bool:
    """Whether no file is cut off: a missing endpoint may be in the part that is cut off."""
    return service.snapshot.complete


def _needs_no_more(service: LiveService) -> bool:
    """Whether the nodes that decide were collected; pods as back ends need none."""
    return service.cluster.nodes_known or service.back_end_type == ENI


def is_degraded(service: LiveService) -> bool:
    """Whether some back ends are out, a group is frozen, or the load balancer does not reach them."""
    if is_frozen(service) and service.cluster.network_plugin.value != "flannel":
        return True
    if causes_of_missing_back_ends(service):
        return True
    return health_check_failing(service) is not None or listeners_missing(service) is not None


def _was_synced(service: LiveService) -> bool:
    """Whether this revision was synced completely, by the hash label or by a success after the last change."""
    if service.hash_is_equal:
        return True
    if service.last_success is None:
        return service.hash == ABSENT and service.cluster.ccm_is_older(_HASH_SINCE) is True
    return service.has_passed
