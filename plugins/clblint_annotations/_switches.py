"""Switches that the API refuses alone: a fix may not put one on where what belongs to it is missing."""

from __future__ import annotations

from clblint.api import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Annotation

_NEEDS = {
    "acl-type": ("acl-id",),  # of no list
    "acl-status": ("acl-id", "acl-type"),
    "alpn": ("alpn-policy",),
    "cacert": ("cacert-id",),
    "connection-drain": ("connection-drain-timeout",),
    "sticky-session": ("sticky-session-type",),
}
_OF_STICKY_TYPE = {"insert": "cookie-timeout", "server": "cookie"}


def is_refused_alone(annotation: Annotation, key: str, value: str) -> bool:
    """Whether an annotation with this key and value would be a switch that is on, or half of one, without the rest."""
    known = catalogue().find(key)
    if known is None or known.suffix not in _NEEDS or (value != "on" and known.suffix != "acl-type"):
        return False
    beside = {one.suffix: fact for name, fact in annotation.siblings.items() if (one := catalogue().find(name))}
    there = {suffix for suffix, fact in beside.items() if not fact.is_empty}
    needs = set(_NEEDS[known.suffix])
    if known.suffix == "sticky-session" and "sticky-session-type" in beside:
        needs |= {more for kind, more in _OF_STICKY_TYPE.items() if beside["sticky-session-type"].is_(kind)}
    return not needs <= there
