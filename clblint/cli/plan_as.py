"""`clblint plan --as nlb`: what CLB Services would be as NLB Services."""

from __future__ import annotations

from ruamel.yaml.error import YAMLError

from clblint.balancer.handling import CLB, NLB
from clblint.balancer.plan.words import standing, text_of
from clblint.clb.model import ClassicLoadBalancer
from clblint.cli.common import print_json, print_rows
from clblint.i18n.language import tr, tr_value
from clblint.i18n.text import phrase
from clblint.kube.catalogue.catalogue import PREFIX
from clblint.kube.manifest import read_manifest
from clblint.migration.document import move, move_document, stays
from clblint.migration.nlb_service import NlbService
from clblint.migration.remark import Remark
from clblint.migration.text import move_text, stays_text
from clblint.report.tally import of_templates
from clblint.run.output import put_bytes, tell
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.i18n.text import Text
    from clblint.kube.objects import Service
    from clblint.lint.finding import Finding
    from clblint.run.verdicts import Verdicts

# Whatever ruamel.yaml raises for YAML that it reads and cannot write.
_NOT_WRITTEN = (YAMLError, AttributeError, TypeError, ValueError, LookupError, RecursionError)
_NO_BALANCER = ("ClusterIP", "NodePort", "ExternalName")  # types of Services


def print_moves(
    balancers: Sequence[LoadBalancer], verdicts: Verdicts, format_: str, templates: Sequence[str] = ()
) -> list[str]:
    """Print the moves in the format that is asked for; the errors for Services that cannot be written.

    `templates` are the places of Services that only a rendered template shows.
    """
    if templates:
        tell(of_templates(templates))
    if format_ == "yaml":
        return _print_manifests(balancers)
    if format_ == "json":
        print_json(move_document(_entry(balancer, verdicts) for balancer in balancers))
        return []
    print_rows("\n".join(_text(balancer, verdicts) for balancer in balancers) or tr("no Service in what was read\n"))
    return []


def _entry(balancer: LoadBalancer, verdicts: Verdicts) -> dict[str, object]:
    nlb = _nlb_service_of(balancer)
    return move(nlb, *_remarks(nlb, verdicts)) if nlb else stays(balancer, str(_why_not(balancer)))


def _text(balancer: LoadBalancer, verdicts: Verdicts) -> str:
    nlb = _nlb_service_of(balancer)
    return move_text(nlb, *_remarks(nlb, verdicts)) if nlb else stays_text(balancer, tr_value(_why_not(balancer)))


def _nlb_service_of(balancer: LoadBalancer) -> NlbService | None:
    is_clb = isinstance(balancer, ClassicLoadBalancer) and balancer.handled_by.is_(CLB)
    if not is_clb or balancer.rejection is not None or balancer.service.unsettled or _gap(balancer.service):
        return None
    return NlbService(balancer=balancer)


def _gap(service: Service) -> Text | None:
    """What a Service lacks here, so that it cannot be moved; the API server may get it complete."""
    return phrase("it has no name") if service.name.is_empty and service.generate_name.is_empty else None


def _why_not(balancer: LoadBalancer) -> Text:
    """Why a Service has no CLB to move."""
    if balancer.service.unsettled:
        return phrase("what is built is decided in {path}", path=balancer.service.unsettled)
    is_clb = balancer.handled_by.is_(CLB)
    if balancer.rejection is not None and (is_clb or not balancer.handled_by.known):
        return phrase("the API server refuses it with {error}", error=balancer.rejection.text)
    gap = _gap(balancer.service) if is_clb else None
    return gap or balancer.handling.because


def _remarks(nlb: NlbService, verdicts: Verdicts) -> tuple[list[Remark], list[Remark]]:
    """The findings about a move, and the errors that are left in the new Service."""
    try:
        manifest = read_manifest(Source(nlb.balancer.service.path, _written(nlb).encode()))
    except _NOT_WRITTEN:
        return _as_remarks(verdicts.of_move(nlb.balancer)), []
    open_ = {PREFIX + suffix for suffix, _, _ in nlb.by_hand}
    errors = (one for one in verdicts.errors_in(manifest) if one.subject not in open_)
    return _as_remarks(verdicts.of_move(nlb.balancer)), _as_remarks(errors)


def _as_remarks(found: Iterable[Finding]) -> list[Remark]:
    return [Remark(one.rule, one.severity.label, one.place, str(one.message), str(one.fix)) for one in found]


def _written(nlb: NlbService) -> str:
    from clblint.migration.write import written  # noqa: PLC0415 - slow to import, and only a CLB is moved

    return written(nlb)


def _print_manifests(balancers: Sequence[LoadBalancer]) -> list[str]:
    """Write the new Services to standard output, one document each; the errors for those that cannot be written.

    A message names each Service left out: among many documents, a missing one is easily overlooked.
    """
    made, errors = [], []
    for balancer in balancers:
        nlb = _nlb_service_of(balancer)
        if nlb is None:
            _tell_left_out(balancer)
            continue
        try:
            made.append(_written(nlb))
        except _NOT_WRITTEN as error:
            place, first = standing(balancer.service), str(error).split("\n")[0]
            errors.append(tr("{place}: cannot be written as YAML: {error}", place=place, error=first))
    put_bytes("---\n".join(made).encode())  # UTF-8, as kubectl reads it, whatever the terminal takes
    return errors


def _tell_left_out(balancer: LoadBalancer) -> None:
    if _may_have_clb(balancer):
        said = tr("stays as it is: {why}", why=text_of(tr_value(_why_not(balancer))))
        tell(tr("{place}: {said}", place=standing(balancer.service), said=said))


def _may_have_clb(balancer: LoadBalancer) -> bool:
    """Whether a Service that is not moved may have a CLB nevertheless, so that its NLB would be missed."""
    service = balancer.service
    if service.unsettled:
        return True
    return not (service.type.one_of(*_NO_BALANCER) or balancer.handled_by.is_(NLB))
