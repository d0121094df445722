"""Whether a controller uses an annotation at its place."""

from __future__ import annotations

from clblint.api import NLB_CLASS, build

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Annotation, KnownAnnotation


def is_used(annotation: Annotation, known: KnownAnnotation) -> bool:
    """Whether anything may come of its value; in values of a chart the class of load balancers beside it counts."""
    service, beside = annotation.service, annotation.class_beside
    if service is None:
        return beside is None or not beside.is_(NLB_CLASS) or "nlb" in known.controllers
    return service.fragment or build(service, annotation.cluster).uses(annotation.key)
