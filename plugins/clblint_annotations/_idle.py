"""Annotations of the CCM on an object that gets no load balancer: which of them nothing reads."""

from __future__ import annotations

from clblint.api import N_, AnnotationsHome, Case, NamedTuple, catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Annotation

# Read while what a Service had is cleaned up (clbv1/model_builder.go:Build, model_applier.go:Apply).
_OF_A_CLEAN_UP = frozenset({"id", "preserve-lb-on-delete", "force-override-listeners", "vgroup-port"})
# `backend-type` has another reader, and for the others the CCM leaves alone a Service that loses its type
# (clbv1/event_handler.go:needUpdate).
_READ_ELSEWHERE = frozenset({"backend-type", "class", "tunnel-type"})
_SEEN = N_("no event: ignored; no load balancer and no listener is made from it")
_MOVE = N_("move it to the Service")
_ON_A_SERVICE = N_("{key} stands on a Service of type {type}, where nothing reads it")
_IDLE = Case(_ON_A_SERVICE, _SEEN, N_("set type: LoadBalancer, or remove the annotations"))
_BESIDE_KEPT = Case(
    _ON_A_SERVICE,
    _SEEN,
    N_("set type: LoadBalancer, or remove the annotations except {kept}, read while the CCM cleans up"),
)
_ID = Case(
    "{key} on a Service of type {type} makes no load balancer: it is read only while one that it had is cleaned up",
    _SEEN,
    "set type: LoadBalancer; if it was that, keep the annotation until the CCM has cleaned up",
)
_ON_PODS = Case("{key} stands on the pods of a {kind}, where nothing reads it", _SEEN, _MOVE)
_ON_A = Case("{key} stands on a {kind}, where nothing reads it", _SEEN, _MOVE)
_ON_AN = Case("{key} stands on an {kind}, where nothing reads it", _SEEN, _MOVE)


class Idle(NamedTuple):
    """The first key to speak of, what to say of it, and the keys beside it that a clean-up reads."""

    first: str | None
    case: Case
    kept: list[str]


def idle_keys(annotation: Annotation) -> Idle:
    """The annotations beside one on an object that gets no load balancer."""
    known = {key: one.suffix for key in annotation.siblings if (one := catalogue().find(key)) is not None}
    if annotation.service is None:
        return Idle(next(iter(known), None), _of_an_object(annotation), [])
    kept = [key for key, suffix in known.items() if suffix in _OF_A_CLEAN_UP]
    idle = [key for key, suffix in known.items() if key not in kept and suffix not in _READ_ELSEWHERE]
    if idle:
        return Idle(idle[0], _BESIDE_KEPT if kept else _IDLE, kept)
    return Idle(next((key for key in kept if known[key] == "id"), None), _ID, kept)


def _of_an_object(annotation: Annotation) -> Case:
    if annotation.home is AnnotationsHome.PODS:
        return _ON_PODS
    return _ON_AN if annotation.owner.kind.startswith(("A", "E", "I", "O")) else _ON_A
