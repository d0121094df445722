"""The API server's errors for fields that it cannot decode."""

from __future__ import annotations

from clblint.i18n.text import N_, phrase
from clblint.kube.admission.names import SERVICE_NAME_FIX, is_service_name
from clblint.kube.admission.rejection import ANNOTATION, Rejection
from clblint.kube.schema.types import EITHER, LIST, OBJECT, TEXT, TRUTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.objects import Service
    from clblint.kube.schema.undecodable import Undecodable
    from clblint.kube.workloads.pods import Workload

_OF_ANNOTATION = "metadata.annotations["


def undecodable_in(thing: Service | Workload) -> Iterator[Rejection]:
    """Yield the fields that the API server cannot decode."""
    for wrong in thing.undecodable:
        yield _undecodable(wrong, thing.kind)


def _undecodable(wrong: Undecodable, kind: str) -> Rejection:
    error = "json: cannot unmarshal {got} {literal} into Go struct field {struct} of type {go}"
    return Rejection(
        _why_undecodable(wrong),
        wrong.at,
        error if wrong.is_misfit else error.replace(" {literal}", ""),
        _way_to_decode(wrong),
        wrong.field,
        {
            "kind": kind,
            "field": wrong.field,
            "got": wrong.got,
            "wanted": phrase("number or string") if wrong.wanted == EITHER else wrong.wanted,
            "written": wrong.at.value,
            "literal": wrong.literal,
            "struct": wrong.struct,
            "go": wrong.type,
        },
        about=ANNOTATION if _OF_ANNOTATION in wrong.field else "",
    )


def _why_undecodable(wrong: Undecodable) -> str:
    if not wrong.is_misfit:
        return N_("{field} has the JSON type {got} instead of {wanted}, and the API server refuses the {kind}")
    if wrong.literal.lstrip("-").isdigit():
        return N_("{field} is the number {written}, which is too large for it, and the API server refuses the {kind}")
    return N_("{field} is the number {written}, which is not a whole one, and the API server refuses the {kind}")


def _way_to_decode(wrong: Undecodable) -> str:
    if wrong.wanted == LIST:
        return N_("write a list, each entry with a dash before it")
    if wrong.wanted == OBJECT:
        return N_("write a mapping of keys to values")
    if wrong.wanted == TRUTH:
        return N_("write true or false, without quotes")
    if wrong.wanted == TEXT:
        name = wrong.field == "metadata.name" and not is_service_name(wrong.at.value)  # "1" is no name either
        return SERVICE_NAME_FIX if name or not wrong.at.value else N_('put it in quotes: "{written}"')
    if wrong.at.value.isdigit() and not wrong.is_misfit:
        return N_("write the number without quotes")
    return N_("take a port from 1 to 65535") if wrong.field.lower().endswith("port") else N_("write a whole number")
