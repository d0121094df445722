"""Determines which controller handles a Service: CLB, NLB or none (SU:NeedCLB, SU:NeedNLB, EH:needAdd)."""

from __future__ import annotations

from clblint.balancer.facts import derived, unknowable
from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.kube.well_known import NLB_CLASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.annotations import Annotations
    from clblint.i18n.text import Text
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service

CLB, NLB, NONE = "clb", "nlb", "none"
NLB_SINCE = "v2.5.0"  # an older CCM has no controller of NLBs, so no annotation is too new for it
_KUBERNETES_SINCE = "1.24"  # what that CCM needs
TYPE_ANNOTATION = "LoadBalancerTypeAnnotation"  # the feature gate
# Classes of Alibaba Cloud's other controllers, which read annotations with our prefix that the CCM does not know:
# alibabacloud.com/elb makes an Edge Load Balancer (ACK Edge).
OTHER_CLASSES = frozenset({"alibabacloud.com/elb"})
_OURS = phrase("its type is LoadBalancer and it names no other controller")


class Handling(NamedTuple):
    """The controller of a Service (`clb`, `nlb`, `none`), positioned at the deciding field, and the reason.

    `nlb` is what asks for an NLB, also where the cluster is too old to make one; None if nothing does.
    """

    by: Fact[str]
    because: Text
    nlb: Fact[str] | None = None


class TooOld(NamedTuple):
    """A part of a cluster that is too old for NLBs, its version, and the first that makes them."""

    part: str
    version: Fact[str]
    since: str


class NetworkRequest(NamedTuple):
    """What asks for an NLB, and the cluster that is to make it."""

    asked: Fact[str]
    cluster: Cluster

    @property
    def too_old(self) -> TooOld | None:
        """What of the cluster is too old for it, the CCM first: an old one often runs on an old Kubernetes."""
        from clblint.kube.versions import known_older  # noqa: PLC0415 - few Services ask for an NLB

        ccm, kubernetes = self.cluster.ccm_version, self.cluster.declared.kubernetes_version
        if ccm is not None and known_older(ccm, NLB_SINCE):
            return TooOld("CCM", ccm, NLB_SINCE)
        if kubernetes is not None and known_older(kubernetes, _KUBERNETES_SINCE):
            return TooOld("Kubernetes", kubernetes, _KUBERNETES_SINCE)
        return None


def handling(service: Service, annotations: Annotations, cluster: Cluster) -> Handling:
    """The controller of a Service in a cluster; nobody handles an NLB that the cluster is too old for."""
    found = _controller(service, annotations, type_annotation=TYPE_ANNOTATION in cluster.gates_on)
    if found.by.value != NLB:
        return found
    old = NetworkRequest(found.by, cluster.declared).too_old
    if old is None:
        return found._replace(nlb=found.by)
    because = phrase(
        "NLBs need {part} {since}, and the cluster has {version}",
        part=old.part,
        since=old.since,
        version=old.version.value,
    )
    return Handling(derived(found.by, NONE), because, found.by)


def named_controllers(annotations: Annotations) -> list[str]:
    """The annotations, by their short names, for which the controller of CLBs leaves any Service alone.

    It sees no change of a Service that has one, of its type included, and so cleans nothing up (EH:needUpdate).
    """
    tunnel = ["tunnel-type"] if annotations.has("tunnel-type") else []
    return ["class", *tunnel] if annotations.get("class").value else tunnel


def _controller(service: Service, annotations: Annotations, *, type_annotation: bool) -> Handling:
    """The controller that is asked for; `type_annotation` is the feature gate LoadBalancerTypeAnnotation."""
    kind, wanted = service.type, service.load_balancer_class
    if not kind.known:
        return Handling(unknowable(kind, NONE), phrase("its type cannot be known"))
    if kind.value != "LoadBalancer":
        return Handling(derived(kind, NONE), phrase("its type is {type}, not LoadBalancer", type=kind.value))
    unknown = _unknown(service)
    if unknown is not None:
        return unknown
    named = annotations.get("type")
    if wanted.value == NLB_CLASS or (wanted.written and not (type_annotation and named.may_be(NLB))):
        return _by_class(wanted)
    if type_annotation and not named.is_empty:
        return _by_type(named)
    return _by_annotations(service, annotations)


def _unknown(service: Service) -> Handling | None:
    """That a placeholder stands where a controller may be named."""
    if service.annotated is None:  # most have a mapping there
        metadata, annotated = service.root.get("metadata"), service.annotations_field
        if metadata.is_left_open:
            return Handling(unknowable(metadata.text(), NONE), phrase("its metadata cannot be known"))
        if annotated.is_left_open:
            return Handling(unknowable(annotated.text(), NONE), phrase("its annotations cannot be known"))
    if not service.load_balancer_class.known:
        return Handling(unknowable(service.load_balancer_class, NONE), phrase("its loadBalancerClass cannot be known"))
    return None


def _by_class(wanted: Fact[str]) -> Handling:
    if wanted.value == NLB_CLASS:
        return Handling(derived(wanted, NLB), phrase("its loadBalancerClass is {value}", value=NLB_CLASS))
    because = phrase("its loadBalancerClass is {value}, which is another controller's", value=wanted.value)
    return Handling(derived(wanted, NONE), because)


def _by_type(named: Fact[str]) -> Handling:
    if not named.known:
        return Handling(unknowable(named, NONE), phrase("the annotation loadbalancer-type cannot be known"))
    by = NLB if named.value == NLB else NONE
    return Handling(derived(named, by), phrase("the annotation loadbalancer-type is {value}", value=named.value))


def _by_annotations(service: Service, annotations: Annotations) -> Handling:
    if annotations.has("tunnel-type"):
        tunnel = annotations.get("tunnel-type")
        return Handling(derived(tunnel, NONE), phrase("the annotation loadbalancer-tunnel-type is there"))
    other = annotations.get("class")
    if not other.known:
        return Handling(unknowable(other, NONE), phrase("the annotation class cannot be known"))
    if other.value:
        return Handling(derived(other, NONE), phrase("the annotation class is {value}", value=other.value))
    if service.annotations and not any(True for _ in annotations):
        from clblint.balancer.foreign import is_foreign  # noqa: PLC0415 - most Services have annotations of ours, or none

        for key, fact in service.annotations.items():
            if is_foreign(key):
                return Handling(derived(fact, NONE), phrase("{key} is meant for another load balancer", key=key))
    return Handling(derived(service.type, CLB), _OURS)
