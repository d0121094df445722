"""What a reused load balancer is, and where annotations about it stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Home, catalogue, known_older

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.api import Annotation, Fact, GroupItem, LoadBalancer

_CLASSES = frozenset({"", "alibabacloud.com/nlb"})
_NO = frozenset({"0", "disable", "disabled", "f", "false", "n", "no", "none", "off"})


def reused(balancer: LoadBalancer) -> Fact[str] | None:
    """The id of the CLB that is reused; None where none is, or where it cannot be known."""
    fact = balancer.reuses
    return fact if fact.given and fact.value else None


def preserve_of(balancer: LoadBalancer) -> Fact[str] | None:
    """What has the CLB preserved; None where nothing does, or where the CCM is too old to read it."""
    fact = balancer.annotations.get("preserve-lb-on-delete")
    if not fact.given or not fact.value or known_older(balancer.cluster.ccm_version, "v2.10.0"):
        return None
    return fact


def is_read(annotation: Annotation) -> bool:
    """Whether a controller reads the annotation where it stands, or a custom resource may hand it on to a Service."""
    known = catalogue().find(annotation.key)
    if known is None or (annotation.key != known.key and known.key in annotation.siblings):
        return False  # the legacy key is not looked at beside the present one
    service = annotation.service
    if service is None:
        return annotation.home is Home.ELSEWHERE
    return service.fragment or (service.type.value == "LoadBalancer" and service.load_balancer_class.value in _CLASSES)


def sibling(annotation: Annotation, suffix: str) -> Fact[str] | None:
    """Another annotation beside this one, if it is there and not empty."""
    known = catalogue().by_suffix(suffix)
    fact = annotation.siblings.get(known.key)
    if fact is None and known.legacy_key:
        fact = annotation.siblings.get(known.legacy_key)
    return fact if fact is not None and (fact.value or not fact.known) else None


def says_no(text: str) -> bool:
    """Whether a text is how people switch something off."""
    return text.strip().lower() in _NO


def unknown_items(balancer: LoadBalancer) -> Iterator[GroupItem]:
    """The items of `vgroup-port` whose port is none of the Service's; none where its ports cannot be known."""
    ports = [port.port for port in balancer.service.ports]
    if not ports or not all(port.known for port in ports):
        return
    known = {str(port.value) for port in ports}
    for item in balancer.vgroup_items:
        number = item.port.text.strip() if item.port is not None else ""
        if number.isdigit() and number not in known:
            yield item
