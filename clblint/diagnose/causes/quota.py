"""Back ends against the quota of a load balancer: as many as there are now, summed over all Services on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.diagnose.back_ends import becomes_back_end
from clblint.diagnose.causes.making import cause, seen_of
from clblint.diagnose.diagnosis import CERTAIN, field_of
from clblint.diagnose.service import ENI
from clblint.i18n.text import phrase

if TYPE_CHECKING:
    from clblint.diagnose.diagnosis import Cause
    from clblint.diagnose.failures import Failure
    from clblint.diagnose.service import LiveService

QUOTA = 200  # back ends of a CLB, unless it was raised


def back_end_count(service: LiveService) -> int:
    """How many back ends the server groups of a Service need now: its pods, or nodes, times its ports."""
    ports = len(service.ports)
    if service.back_end_type == ENI:
        return ports * len(service.ready)
    if service.is_local:
        return ports * len({one.node for one in service.ready if becomes_back_end(service, one)})
    return ports * len(service.labelled)


def quota_cause(service: LiveService, failure: Failure) -> Cause:
    """The quota is used up: the numbers as they are now."""
    sharing = service.sharing_services
    own, others = back_end_count(service), sum(map(back_end_count, sharing))
    if sharing:
        message = phrase(
            "The load balancer takes {quota} back ends unless that was raised. This Service needs "
            "{own}, and {count} others "
            "on it need {others}.",
            quota=QUOTA,
            own=own,
            count=len(sharing),
            others=others,
        )
    elif service.back_end_type == ENI:
        message = phrase(
            "The load balancer takes {quota} back ends unless that was raised. {pods} ready pods "
            "times {ports} ports need "
            "{own}.",
            quota=QUOTA,
            pods=len(service.ready),
            ports=len(service.ports),
            own=own,
        )
    else:
        message = phrase(
            "The load balancer takes {quota} back ends unless that was raised. {nodes} nodes times "
            "{ports} ports need {own}.",
            quota=QUOTA,
            nodes=own // max(1, len(service.ports)),
            ports=len(service.ports),
            own=own,
        )
    do = (
        *(
            ()
            if service.is_local or service.back_end_type == ENI
            else (
                phrase(
                    "externalTrafficPolicy: Local takes only the nodes that run pods ({count} now)",
                    count=len({one.node for one in service.ready}),
                ),
                phrase("or fewer nodes by the annotation backend-label"),
            )
        ),
        *((phrase("give the Service a load balancer of its own"),) if sharing else ()),
        phrase("or raise the quota of back ends in the quota center"),
    )
    seen = [
        field_of(one.thing, phrase("needs {count} back ends of the same load balancer", count=back_end_count(one)))
        for one in sharing[:5]
    ]
    return cause("backend-quota", message, CERTAIN, [*seen_of(service, failure), *seen], do, ("quota",))
