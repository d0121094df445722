"""Which annotations of a Service its controller uses: what a rule may say of a value depends on it."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.catalogue.catalogue import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.model import LoadBalancer
    from clblint.kube.catalogue.annotation import KnownAnnotation

BUILD_ERROR = "build-error"  # in the catalogue: the controller parses the value, and gives up on the Service


class Unread(NamedTuple):
    """Why an annotation is not parsed, or not used where it is sent: for want of another one.

    `sure` says that this is known, `told` that a rule of its own reports it.
    """

    seen: str
    sure: bool
    told: bool

    @property
    def is_unreported(self) -> bool:
        """Whether it is known, and no other rule reports it."""
        return self.sure and not self.told


def used_by(balancer: LoadBalancer, key: str) -> KnownAnnotation | None:
    """The annotation with this key as the controller of the Service knows it; None if that does not look it up."""
    known, by, annotations = catalogue().find(key), balancer.handled_by, balancer.annotations
    if known is None or (by.known and by.value not in known.controllers):
        return None
    return known if annotations.has(known.suffix) and annotations.key_of(known.suffix) == key else None
