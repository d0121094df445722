"""The plan of a Service as plain data: one entry of `clblint plan --format json`."""

from __future__ import annotations

from clblint.balancer.handling import CLB, NLB
from clblint.balancer.plan.data import Plan, left_open, name_of, standing, unclear
from clblint.balancer.refusal import WELL
from clblint.build import as_classic, as_network
from clblint.clb.plan.document import fill as fill_clb
from clblint.nlb.plan.document import fill as fill_nlb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.refusal import SyncEnd

FORMAT = 1


def plan_document(plans: Iterable[Plan], unbuilt: Iterable[Plan] = ()) -> Plan:
    """The plan of several Services; `unbuilt` are kustomizations that cannot be built, each with the reason."""
    left = list(unbuilt)
    made = {"format": FORMAT, "services": list(plans)}
    return {**made, "notBuilt": left} if left else made


def plan(balancer: LoadBalancer, ends: SyncEnd = WELL) -> Plan:
    """The plan of one Service.

    Nothing is built where another controller handles it, where the API server refuses it, or where the CCM gives up.
    `ends` is how its syncs end.
    """
    service = balancer.service
    made: Plan = {
        "name": name_of(service),
        **standing(service),
        "handledBy": balancer.handled_by.value,
        "because": str(balancer.handling.because),
        "reuses": None,
        "error": balancer.stopped.text if balancer.stopped is not None else None,
        "ends": ends.first or None,
        "loadBalancer": {},
        "serverGroups": [],
        "listeners": [],
    }
    if service.unsettled:
        return {**made, "unclear": str(unclear(balancer)), "error": None, "ends": None}
    if balancer.rejection is None:
        _fill(made, balancer)
        if (why := left_open(balancer)) is not None:
            made["unclear"] = str(why)
    if ends.rule:
        made["endsRule"] = ends.rule
    if ends.later:
        made["endsLater"] = ends.later
    return made


def _fill(made: Plan, balancer: LoadBalancer) -> None:
    if balancer.handled_by.value == CLB:
        fill_clb(made, as_classic(balancer))
    elif balancer.handled_by.value == NLB:
        fill_nlb(made, as_network(balancer))
