"""The move of a Service to an NLB as plain data: one entry of `clblint plan --as nlb --format json`."""

from __future__ import annotations

from clblint.balancer.plan.data import line_of, name_of, standing
from clblint.kube.catalogue.catalogue import PREFIX
from clblint.migration.table import NOTHING, SAME
from clblint.plan.document import FORMAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from clblint.balancer.model import LoadBalancer
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service
    from clblint.migration.nlb_service import NlbService
    from clblint.migration.remark import Remark


def move_document(services: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The moves of several Services."""
    return {"format": FORMAT, "as": "nlb", "services": list(services)}


def stays(balancer: LoadBalancer, why: str) -> dict[str, Any]:
    """The entry of a Service without a CLB to move, and the reason."""
    return {**_head(balancer), "twin": None, "because": why}


def move(nlb: NlbService, remarks: Sequence[Remark], errors: Sequence[Remark]) -> dict[str, Any]:
    """The move of one Service; `remarks` are the findings about it, `errors` are those of the new Service."""
    namespace = nlb.balancer.service.namespace or "default"
    return {
        **_head(nlb.balancer),
        "twin": f"{namespace}/{nlb.name}",
        "annotations": [
            {
                "annotation": one.key,
                **_value(one.fact, nlb.balancer.service),
                "becomes": one.conversion.kind,
                "to": {PREFIX + suffix if suffix != one.suffix else one.key: text for suffix, text in one.now.items()},
                "because": one.conversion.why or None,
            }
            for one in nlb.moved
        ],
        "elsewhere": [{"annotation": PREFIX + suffix, "path": path} for suffix, path in nlb.elsewhere],
        "added": [{"annotation": PREFIX + one.suffix, "value": one.value, "because": one.why} for one in nlb.added],
        "listeners": [
            {
                "port": one.listener.port.value,
                "protocol": one.listener.protocol.value,
                "becomes": one.protocol,
                "losses": list(one.losses),
            }
            for one in nlb.listeners
        ],
        "fields": [
            {
                "field": one.name,
                **line_of(one.fact, nlb.balancer.service),
                "becomes": SAME if one.stays else NOTHING,
                "because": one.why,
            }
            for one in nlb.fields
        ],
        "sourceRanges": list(nlb.source_ranges),
        "byHand": [
            {"annotation": PREFIX + suffix, "placeholder": text, "because": why} for suffix, text, why in nlb.by_hand
        ],
        "steps": [str(step) for step in nlb.steps],
        "findings": [_remark(remark, nlb.balancer.service) for remark in remarks],
        "errors": [{"rule": one.rule, "message": one.message, "fix": one.fix} for one in errors],
    }


def _head(balancer: LoadBalancer) -> dict[str, Any]:
    service = balancer.service
    return {
        "name": name_of(service),
        **standing(service),
        "handledBy": balancer.handled_by.value,
    }


def _remark(remark: Remark, service: Service) -> dict[str, Any]:
    return {
        "rule": remark.rule,
        "severity": remark.severity,
        **line_of(remark, service),
        "message": remark.message,
        "fix": remark.fix,
    }


def _value(fact: Fact[str], service: Service) -> dict[str, Any]:
    made = {"value": fact.value, **line_of(fact, service)}
    return made if fact.known else {**made, "unknown": True}
