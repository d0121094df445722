"""`stage_of`: the stage of a sync at which the error of a finding occurs.

A creation that is refused ends the sync before anything else is done for the Service; other calls about the load
balancer come next, then its server groups, then the listeners that send to them (clbv1/model_applier.go:Apply,
nlbv2/model_applier.go:Apply).
"""

from __future__ import annotations

from clblint.change.effect import CREATION, GROUPS, INSTANCE, LISTENERS
from clblint.kube.catalogue.catalogue import DOMAIN, PREFIX, catalogue
from clblint.lint.subjects import SUBJECTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule

# Annotations about the load balancer itself that are no part of its creation: compared, tagged or set when it is there.
_SET_LATER = frozenset(
    {
        "additional-resource-tags", "cross-zone-enabled", "force-override-listeners", "id", "ipv6-address-type",
        "network-type", "security-group-ids",
    }
)  # fmt: skip
_BY_SCOPE = {"service": INSTANCE, "instance": INSTANCE, "server-group": GROUPS, "listener": LISTENERS}


def stage_of(finding: Finding, rule: Rule | None, controller: str) -> int:
    """The stage: of the annotation that a finding is about, or else of what its rule is on and looks at."""
    about = catalogue().find(finding.subject) or next(_named([finding.subject.partition(" ")[0]]), None)
    if about is not None:
        return _stage_of_annotation(about, controller)
    if rule is None:
        return INSTANCE
    subjects = [_BY_SCOPE[stage] for name in rule.subjects if (stage := SUBJECTS[name].stage) in _BY_SCOPE]
    stages = (_stage_of_annotation(one, controller) for one in _named(rule.annotations))
    return min(subjects or stages, default=INSTANCE)


def _named(names: Iterable[str]) -> Iterator[KnownAnnotation]:
    """Yield the annotations with these short names."""
    found = (catalogue().find(f"{start}{name}") for name in names for start in (PREFIX, DOMAIN))
    return (one for one in found if one is not None)


def _stage_of_annotation(annotation: KnownAnnotation, controller: str) -> int:
    scope = annotation.behaviour(controller).scope
    return CREATION if scope == "instance" and annotation.suffix not in _SET_LATER else _BY_SCOPE[scope]
