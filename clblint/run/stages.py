"""`stage_of`: at which stage of a sync an error occurs that a rule foretells.

A load balancer that is refused ends the sync before its server groups are made, and these come before the listeners
that send to them (clbv1/model_applier.go:Apply; nlbv2/model_applier.go:Apply).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.kube.catalogue.catalogue import DOMAIN, PREFIX, catalogue

if TYPE_CHECKING:
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule

_INSTANCE, _GROUPS, _LISTENERS = range(3)
_BY_SCOPE = {"service": _INSTANCE, "instance": _INSTANCE, "server-group": _GROUPS, "listener": _LISTENERS}
_BY_SUBJECT = {  # by what the name of the subject of a rule ends with
    "ServerGroup": _GROUPS,
    "GroupItem": _GROUPS,
    "LabelItem": _GROUPS,
    "Listener": _LISTENERS,
    "ProtocolItem": _LISTENERS,
    "PortRangeItem": _LISTENERS,
    "Extension": _LISTENERS,
    "ForwardItem": _LISTENERS,
    "NamedCertificate": _LISTENERS,
}


def stage_of(finding: Finding, rule: Rule | None, controller: str) -> int:
    """The stage: of the annotation that a finding is about, or else of what its rule is on and looks at."""
    about = catalogue().find(finding.subject)
    if about is not None:
        return _BY_SCOPE[about.behaviour(controller).scope]
    if rule is None:
        return _INSTANCE
    subjects = [stage for name in rule.subjects for end, stage in _BY_SUBJECT.items() if name.endswith(end)]
    known = (catalogue().find(f"{start}{name}") for name in rule.annotations for start in (PREFIX, DOMAIN))
    scopes = (_BY_SCOPE[one.behaviour(controller).scope] for one in known if one is not None)
    return min(subjects or scopes, default=_INSTANCE)
