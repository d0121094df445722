"""Which annotations of a Service with a CLB the controller uses."""

from __future__ import annotations

from clblint.balancer.used import BUILD_ERROR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.kube.catalogue.annotation import KnownAnnotation


def is_used(balancer: ClassicLoadBalancer, known: KnownAnnotation) -> bool:
    """Whether the controller of CLBs parses, sends or compares the value of an annotation; True if that is unknown."""
    found = known.check(balancer.annotations.get(known.suffix).value)
    if found is not None and found.effect == BUILD_ERROR:  # parsed before it is known what takes it
        return True
    if known.reuse == "ignored":
        return not balancer.is_reused
    if known.reuse == "only":
        return balancer.is_reused and (known.suffix != "weight" or balancer.annotations.get("vgroup-port").is_set)
    return known.reuse != "override" or _may_be_sent(balancer, known)


def _may_be_sent(balancer: ClassicLoadBalancer, known: KnownAnnotation) -> bool:
    """Whether the CCM may manage a listener that takes a setting."""
    if balancer.is_reused and balancer.force_override.is_empty:
        return False
    spoken = [listener.protocol for listener in balancer.listeners]
    return not spoken or not all(protocol.none_of(*known.protocols) for protocol in spoken)
