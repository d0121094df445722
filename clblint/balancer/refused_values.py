"""Finds annotation values that the cloud API surely refuses (annotations.json, class `api-error`)."""

from __future__ import annotations

from clblint.kube.catalogue.catalogue import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.balancer.annotations import Annotations
    from clblint.kube.fact import Fact


def refused_value(annotations: Annotations, suffixes: Iterable[str], controller: str) -> Fact[str] | None:
    """The first of these annotations whose value is surely refused; None if there is none.

    A value that one document allows and another does not counts as valid.
    """
    read = (suffix for suffix in suffixes if annotations.reads(suffix))
    return next((annotations.get(suffix) for suffix in read if _is_refused(annotations, suffix, controller)), None)


def _is_refused(annotations: Annotations, suffix: str, controller: str) -> bool:
    fact, known = annotations.get(suffix), catalogue().by_suffix(suffix)
    if not fact.readable or known.is_valid(fact.value, controller):
        return False
    found = known.check(fact.value, controller)
    return found is not None and found.effect == "api-error" and found.severity == "error"
