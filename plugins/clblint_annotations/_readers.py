"""Which controllers come to read an annotation, and what they make of its value."""

from __future__ import annotations

import re

from clblint.api import (
    NLB_CLASS,
    OTHER_CLASSES,
    AnnotationsHome,
    ClassicLoadBalancer,
    KnownAnnotation,
    NamedTuple,
    Workload,
    as_network,
    build,
    catalogue,
    known_older,
    lru_cache,
)
from clblint_annotations._nlb import part_read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Annotation, Cluster, Fact, LoadBalancer, Service, Unread, Violation

CLASS_KEY = "service.beta.kubernetes.io/class"
TUNNEL_KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-tunnel-type"
TYPE_KEY, TYPE_GATE = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type", "LoadBalancerTypeAnnotation"
_CLB, _NLB, _EITHER, _NOBODY = ("clb",), ("nlb",), ("clb", "nlb"), ()
CLCU_BY_DEFAULT = "v2.12.1"  # from this CCM on an absent instance-charge-type is PayByCLCU
# Nothing hands the annotations of these on to a Service, or their values are patterns.
_OTHER_KINDS = frozenset({
    "ConfigMap", "CustomResourceDefinition", "Endpoints", "Ingress", "Namespace", "Secret", "ServiceAccount",
})  # fmt: skip
_HOLDING = frozenset({"ConfigMap", "Secret"})  # values for charts


class Reading(NamedTuple):
    """An annotation with a known value, and the controllers that come to read it (at least one)."""

    annotation: Annotation
    known: KnownAnnotation
    readers: tuple[str, ...]

    @property
    def value(self) -> str:
        """The value as written."""
        return self.annotation.value.value

    @property
    def kind(self) -> str:
        """The kind of value that is taken (`list`, `integer`, …)."""
        return self.known.accepts(self.readers[0]).kind

    @property
    def on_clb(self) -> bool:
        """It stands on a Service that becomes a CLB: whatever has a rule about load balancers is judged there."""
        service = self.annotation.service
        return service is not None and not service.fragment and self.readers == _CLB

    @property
    def on_nlb(self) -> Service | None:
        """The Service it stands on, if that becomes an NLB."""
        service = self.annotation.service
        if service is None or service.fragment or self.readers != _NLB:
            return None
        return service if readers_of(self.annotation) == _NLB else None  # its class may be unknown

    @property
    def unread(self) -> Unread | None:
        """Why nothing uses it, so that not even a wrong value is known to do harm."""
        return self._balancer.unread(self.known.suffix) if self._balancer is not None else None

    @property
    def failure(self) -> str:
        """The error that the CCM stops with because of this value, once the CLB is there; empty if there is none."""
        made = self._balancer
        found = made.failure if isinstance(made, ClassicLoadBalancer) else None
        return found.text if found is not None and found.at.place == self.annotation.value.place else ""

    @property
    def _balancer(self) -> LoadBalancer | None:
        """What becomes of the Service it stands on; None where that cannot be known."""
        service = self.annotation.service
        if service is None or not (self.on_clb or self.on_nlb is not None):
            return None
        made = build(service, self.annotation.cluster)
        return made if self.on_nlb is None else as_network(made)

    def judge(self, value: str) -> Violation | None:
        """What is wrong with a value; nothing as soon as one of the readers takes it."""
        first = None
        read = part_read(self.on_nlb, value) if self.on_nlb and self.known.suffix == "protocol-port" else value
        for reader in self.readers:
            found = check(self.known, read, reader)
            if found is None or self._dispels(found):
                return None
            first = first or found
        return first

    def _dispels(self, doubt: Violation) -> bool:
        """Whether another annotation makes the value right, or may: one that is passed on may get company."""
        if doubt.unless and self.annotation.home is AnnotationsHome.ELSEWHERE:
            return True
        for suffix, pattern in doubt.unless.items():
            keys, siblings = catalogue().by_suffix(suffix), self.annotation.siblings
            other = siblings.get(keys.key, siblings.get(keys.legacy_key))
            if other is not None and ((other.is_set and not other.readable) or re.search(pattern, other.value)):
                return True
        return False

    def takes(self, value: str) -> bool:
        """Whether a reader takes the value, be it with doubts."""
        return any(self.known.is_valid(value, reader) for reader in self.readers)

    @property
    def is_compared(self) -> bool:
        """Whether it is only compared with the load balancer that is reused; where they differ, every sync fails."""
        compared = self.known.behaviour(self.readers[0]).reuse == "compared"
        return compared and self._balancer is not None and self._balancer.is_reused

    @property
    def idle(self) -> bool:
        """The CCM has no use for it here, and other rules say so.

        A setting of listeners on a reused load balancer whose listeners the CCM leaves alone, or may, one that no
        listener takes, or one that is for reused load balancers only.
        """
        balancer = self._balancer
        if balancer is None:
            return False
        if self.on_clb and self.known.suffix == "spec":
            return not _has_a_size(balancer, self.annotation.cluster)
        of_listeners = self.known.behaviour(self.readers[0]).reuse == "override"
        return not balancer.uses(self.annotation.key) or (of_listeners and not balancer.manages_listeners)


def _has_a_size(balancer: LoadBalancer, cluster: Cluster) -> bool:
    """Whether a CLB is surely billed by specification; `spec` means nothing for any other."""
    kind = balancer.annotations.get("instance-charge-type")
    if kind.is_empty:
        return not balancer.is_reused and known_older(cluster.ccm_version, CLCU_BY_DEFAULT)
    return kind.is_("PayBySpec")


@lru_cache(4096)
def check(known: KnownAnnotation, value: str, reader: str) -> Violation | None:
    """What is wrong with a value for one controller; most values of a project are written many times."""
    return known.check(value, reader)


def reading_of(annotation: Annotation) -> Reading | None:
    """How an annotation is read; None where its value cannot be known or nobody of whom we know reads it."""
    known = catalogue().find(annotation.key)
    if known is None or not annotation.value.literal or is_hidden(annotation, known):
        return None
    readers = readers_of(annotation)
    if readers != known.controllers:
        readers = tuple(reader for reader in readers if reader in known.controllers)
    return Reading(annotation, known, readers) if readers else None


def is_hidden(annotation: Annotation, known: KnownAnnotation) -> bool:
    """Whether it is the older form of a key whose present form stands beside it, even an empty one."""
    return annotation.key != known.key and known.key in annotation.siblings


def fits(annotation: Annotation, known: KnownAnnotation) -> bool:
    """Whether another key would be read at this place, and would take the value that stands there."""
    readers = [reader for reader in readers_of(annotation) or _EITHER if reader in known.controllers]
    value = annotation.value
    return any(not value.readable or known.is_valid(value.value, reader) for reader in readers)


def is_another_controllers(annotation: Annotation) -> bool:
    """Whether it stands on a Service of another controller of Alibaba Cloud, which has annotations of its own."""
    service = annotation.service
    return service is not None and service.load_balancer_class.value in OTHER_CLASSES


def readers_of(annotation: Annotation) -> tuple[str, ...]:
    """The controllers that may come to read the annotations of this place."""
    service = annotation.service
    if service is None:
        return _NOBODY if _is_dead_end(annotation) else _by_class(annotation.class_beside)
    kind, wanted, siblings = service.type, service.load_balancer_class, annotation.siblings
    if kind.is_not("LoadBalancer") and (kind.present or not service.fragment):
        return _NOBODY
    if wanted.may_be(NLB_CLASS):
        return _NLB if wanted.is_(NLB_CLASS) else _EITHER
    if not wanted.present and TYPE_KEY in siblings and siblings[TYPE_KEY].is_set and follows_type(annotation.cluster):
        return _by_type(siblings[TYPE_KEY])
    if wanted.present or TUNNEL_KEY in siblings or (CLASS_KEY in siblings and siblings[CLASS_KEY].is_set):
        return _NOBODY
    return _CLB if kind.is_("LoadBalancer") else _EITHER


def _by_class(wanted: Fact[str] | None) -> tuple[str, ...]:
    """Those of annotations that are passed on, by the class that stands beside them."""
    return _NLB if wanted is not None and wanted.is_(NLB_CLASS) else _EITHER


def follows_type(cluster: Cluster) -> bool:
    """Whether the CCM is known to look at the annotation loadbalancer-type, for which it has a feature gate."""
    gate = cluster.declared.has_gate(TYPE_GATE)
    return gate is not None and gate.holds


@lru_cache(1024)  # a project has few different keys
def is_for_nlbs(key: str) -> bool:
    """Whether a key is known, and read for NLBs only."""
    known = catalogue().find(key) or catalogue().newer(key)
    return known is not None and known.controllers == _NLB


def asks_for_nlb(kind: Fact[str]) -> bool:
    """Whether somebody who wrote this for loadbalancer-type wants an NLB, however the CCM reads it."""
    return kind.value.strip().lower() == "nlb"


def _by_type(wanted: Fact[str]) -> tuple[str, ...]:
    if not wanted.readable:
        return _EITHER
    return _NLB if wanted.is_("nlb") else _NOBODY


def _is_dead_end(annotation: Annotation) -> bool:
    owner = annotation.owner
    if annotation.home is AnnotationsHome.PODS:
        return True
    if owner.kind.endswith(("Policy", "Constraint", "ConstraintTemplate")):
        return not annotation.by_policy
    if annotation.home is AnnotationsHome.ELSEWHERE and owner.kind in _HOLDING:
        return False
    return owner.kind in _OTHER_KINDS or (annotation.home is AnnotationsHome.OBJECT and isinstance(owner, Workload))
