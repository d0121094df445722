"""The API server's validation of workloads: decoding, and preStop hooks that sleep (ValidatePodSpec)."""

from __future__ import annotations

from clblint.i18n.text import N_
from clblint.kube.admission.rejection import Rejection
from clblint.kube.admission.undecodable import undecodable_in
from clblint.kube.workloads.pods import GRACE_PERIOD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.workloads.pods import Workload


class WorkloadRejection(Rejection):
    """A refused field of a workload: one that cannot be decoded, or a hook that sleeps too long."""


def rejections_in(workload: Workload) -> Iterator[WorkloadRejection]:
    """Yield the fields of a workload that the API server cannot decode, and hooks that it refuses."""
    yield from map(WorkloadRejection._make, undecodable_in(workload))
    yield from _refused_hooks(workload)


def _refused_hooks(workload: Workload) -> Iterator[WorkloadRejection]:
    """Yield the hooks that sleep for a time that the API server refuses."""
    grace = workload.grace_period
    for seconds in workload.refused_sleeps:
        is_long = seconds.value > 0
        yield WorkloadRejection(
            N_(
                "preStop sleeps {seconds} s, longer than the grace period of {grace} s, and the API server refuses the "
                "{kind}"
            )
            if is_long
            else N_("preStop sleeps {seconds} s, a negative time, and the API server refuses the {kind}"),
            seconds,
            "lifecycle.preStop.sleep: Invalid value: {seconds}: must be ... less than terminationGracePeriodSeconds "
            "({grace})",
            N_("set terminationGracePeriodSeconds: {wanted} (the default is 30)")
            if is_long
            else N_("write a whole number of seconds, 1 or more"),
            "preStop",
            {
                "kind": workload.kind,
                "seconds": f"{seconds.value:g}",
                "grace": grace.value,
                "wanted": f"{seconds.value + GRACE_PERIOD:g}",
            },
            ((grace, N_("the grace period")),) if is_long and grace.present else (),
        )
