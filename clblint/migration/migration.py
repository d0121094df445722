"""`Migration`: a Service that has a CLB and is to have an NLB, the subject of rules about moves."""

from __future__ import annotations

from clblint.fast import Frozen, NamedTuple, cached_property
from clblint.migration.conversions import has_tcp, known_annotations
from clblint.migration.table import fate_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.balancer.listeners import Listener
    from clblint.clb.listeners import ClassicListener
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.kube.addresses import Mention
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service
    from clblint.migration.table import Conversion
    from clblint.nlb.model import NetworkLoadBalancer


class Migration(Frozen):
    """A move from a CLB to an NLB: the CLB, and the NLB that takes its place, or None while it is only planned.

    A move is planned where the profile of the cluster says `migrate-to: nlb`, and in `plan --as nlb`. It is an edit
    where an older revision has a Service as a CLB, and the newer one has it as an NLB: under the same name, or a new
    one with the same selector and ports. `gone` says that the newer revision lacks the Service of the CLB.
    """

    old: ClassicLoadBalancer
    new: NetworkLoadBalancer | None
    gone: bool = False
    find_mentions: Callable[[], tuple[Mention, ...]] = tuple

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """The places in manifests of the cluster that use the address of the CLB; only for a planned move."""
        return self.find_mentions()

    @property
    def is_planned(self) -> bool:
        """Whether there is no NLB yet."""
        return self.new is None

    @property
    def service(self) -> Service:
        """The Service to report on: that of the NLB; while it is only planned that of the CLB."""
        return self.new.service if self.new is not None else self.old.service

    @property
    def reuses(self) -> bool:
        """Whether the NLB is the user's own, so that manifests do not describe all of it."""
        return self.new is not None and self.new.is_reused

    @property
    def makes_groups(self) -> bool:
        """Whether the CCM makes server groups, and so reads their annotations; true for a planned NLB."""
        return self.new is None or bool(self.new.own_groups)

    def was(self, suffix: str) -> Fact[str]:
        """An annotation of the CLB."""
        return self.old.annotations.get(suffix)

    def now(self, suffix: str) -> Fact[str] | None:
        """The annotation of the NLB; None while the move is only planned."""
        return self.new.annotations.get(suffix) if self.new is not None else None

    def asked(self, suffix: str) -> Fact[str]:
        """The annotation of the NLB; while the move is only planned that of the CLB."""
        return (self.new or self.old).annotations.get(suffix)

    @property
    def of_tcp(self) -> bool:
        """Whether the CLB has a TCP listener."""
        return has_tcp(self.old)

    @property
    def was_sticky(self) -> bool:
        """Whether the CLB keeps the TCP connections of a client on one back end for some time."""
        timeout = self.was("persistence-timeout")
        return self.of_tcp and timeout.holds and bool(timeout.value.strip("0"))

    def lacks(self, *suffixes: str) -> bool:
        """Whether the NLB carries none of these annotations; true while the move is only planned."""
        return self.new is None or not any(self.new.annotations.has(suffix) for suffix in suffixes)

    @cached_property
    def left_out(self) -> tuple[LostAnnotation, ...]:
        """The annotations of the CLB that the NLB does not carry, all of them while it is only planned.

        The rules about NLBs judge those that it does carry.
        """
        known = known_annotations(self.old)
        return tuple(LostAnnotation(self, suffix, fact) for suffix, fact in known if self.lacks(suffix))

    @cached_property
    def listeners(self) -> tuple[MovedListener, ...]:
        """The listeners of the CLB, each with the one of the NLB on the same port."""
        now = {(one.port.value, one.service_port.protocol.value): one for one in self.new.listeners} if self.new else {}
        return tuple(
            MovedListener(self, one, now.get((one.port.value, one.service_port.protocol.value)))
            for one in self.old.listeners
            if one.protocol.known and (self.new is None or (one.port.value, one.service_port.protocol.value) in now)
        )

    def __repr__(self) -> str:
        return f"<Migration of {self.old.service.id}>"


class LostAnnotation(NamedTuple):
    """An annotation of a CLB that its NLB does not carry, or that a planned move is about."""

    migration: Migration
    suffix: str
    fact: Fact[str]

    @property
    def key(self) -> str:
        """Its full key."""
        return self.migration.old.annotations.key_of(self.suffix)

    @property
    def fate(self) -> Conversion:
        """Its conversion."""
        return fate_of(self.suffix)


class MovedListener(NamedTuple):
    """A listener of a CLB, and the one on the same port of the NLB; None while the move is only planned."""

    migration: Migration
    old: ClassicListener
    new: Listener | None

    def was(self, protocol: str) -> bool:
        """Whether the listener of the CLB certainly has this protocol."""
        return self.old.protocol.is_(protocol)
