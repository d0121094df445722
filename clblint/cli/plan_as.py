"""`clblint plan --as nlb`: what CLB Services would be as NLB Services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.handling import CLB
from clblint.balancer.plan.words import standing
from clblint.clb.model import ClassicLoadBalancer
from clblint.cli.common import print_json, print_rows
from clblint.i18n.language import tr, tr_value
from clblint.i18n.text import phrase
from clblint.migration.document import move, move_document, stays
from clblint.migration.remark import Remark
from clblint.migration.text import move_text, stays_text
from clblint.migration.twin import Twin
from clblint.run.output import put_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.i18n.text import Text
    from clblint.run.verdicts import Verdicts


def print_moves(balancers: Sequence[LoadBalancer], verdicts: Verdicts, format_: str) -> list[str]:
    """Print the moves in the format that is asked for; the errors for Services that cannot be written."""
    if format_ == "yaml":
        return _print_manifests(balancers)
    if format_ == "json":
        print_json(move_document(_entry(balancer, verdicts) for balancer in balancers))
        return []
    print_rows("\n".join(_text(balancer, verdicts) for balancer in balancers) or tr("no Service in what was read\n"))
    return []


def _entry(balancer: LoadBalancer, verdicts: Verdicts) -> dict[str, object]:
    twin = _twin_of(balancer)
    return move(twin, _remarks(twin, verdicts)) if twin else stays(balancer, str(_why_not(balancer)))


def _text(balancer: LoadBalancer, verdicts: Verdicts) -> str:
    twin = _twin_of(balancer)
    return move_text(twin, _remarks(twin, verdicts)) if twin else stays_text(balancer, tr_value(_why_not(balancer)))


def _twin_of(balancer: LoadBalancer) -> Twin | None:
    is_clb = isinstance(balancer, ClassicLoadBalancer) and balancer.handled_by.is_(CLB)
    if not is_clb or balancer.rejection is not None or balancer.service.unsettled:
        return None
    return Twin(balancer=balancer)


def _why_not(balancer: LoadBalancer) -> Text:
    """Why a Service has no CLB to move."""
    if balancer.service.unsettled:
        return phrase("what is built is decided in {path}", path=balancer.service.unsettled)
    if balancer.rejection is not None and balancer.handled_by.is_(CLB):
        return phrase("the API server refuses it with {error}", error=balancer.rejection.text)
    return balancer.handling.because


def _remarks(twin: Twin, verdicts: Verdicts) -> list[Remark]:
    found = verdicts.of_move(twin.balancer)
    return [Remark(one.rule, one.severity.label, one.place, str(one.message), str(one.fix)) for one in found]


def _print_manifests(balancers: Sequence[LoadBalancer]) -> list[str]:
    """Write the new Services to standard output, one document each; the errors for those that cannot be written."""
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415 - the other formats write no YAML

    from clblint.migration.write import written  # noqa: PLC0415 - the other formats write no YAML

    made, errors = [], []
    for twin in filter(None, map(_twin_of, balancers)):
        try:
            made.append(written(twin))
        except (YAMLError, TypeError, ValueError, KeyError, RecursionError) as error:
            service = twin.balancer.service
            place = standing(service)
            errors.append(
                tr("{place}: cannot be written as YAML: {error}", place=place, error=str(error).split("\n")[0])
            )
    put_bytes("---\n".join(made).encode())  # UTF-8, as kubectl reads it, whatever the terminal takes
    return errors
