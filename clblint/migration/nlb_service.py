"""`NlbService`: the NLB Service that replaces a CLB Service, with the conversion of each annotation and field."""

from __future__ import annotations

from clblint.fast import Frozen, NamedTuple, cached_property
from clblint.i18n.text import N_, Text
from clblint.kube.unrendered import is_documentation
from clblint.migration.conversions import (
    PROTOCOLS,
    converted,
    is_filtered,
    is_on,
    known_annotations,
    open_ranges,
    uses_eip,
)
from clblint.migration.table import NOTHING, SAME
from clblint.nlb.options import CHECK_DETAILS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.clb.listeners import ClassicListener
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.kube.fact import Fact
    from clblint.migration.table import Conversion

_SUFFIX, _LONGEST = "-nlb", 63  # the name of a Service is a DNS label


class ConvertedAnnotation(NamedTuple):
    """An annotation of the CLB, its conversion, and the annotations of the NLB that replace it (`now`)."""

    suffix: str
    key: str
    fact: Fact[str]
    conversion: Conversion
    now: dict[str, str]


class NewAnnotation(NamedTuple):
    """An annotation that the NLB needs, or that keeps a default of the CLB, and the reason."""

    suffix: str
    value: str
    why: str

    @property
    def is_by_hand(self) -> bool:
        """Whether its value is a placeholder."""
        return is_documentation(self.value)


class ConvertedField(NamedTuple):
    """A field of the Service that the NLB Service lacks, or that means something else there, and the reason."""

    name: str
    fact: Fact[Any]
    stays: bool
    why: str


class ConvertedListener(NamedTuple):
    """A listener of the CLB, its protocol on the NLB, and what it loses."""

    listener: ClassicListener
    protocol: str
    losses: tuple[str, ...]


_NEEDED = N_("an NLB stands in two zones or more, each with a vSwitch of the VPC")
_OF_TLS = N_("a tcpssl listener needs a certificate")
_GATE = N_("an NLB reads the details of health checks beside this only")
_BY_HTTP = N_("http and https listeners are checked by HTTP on a CLB")
_BY_UDP = N_("udp listeners are checked by UDP on a CLB, and by TCP on an NLB")
_RANGES = N_("a CLB ignores it, and an NLB lets in nobody else (CCM v2.14.0)")
_IPV6_RANGES = N_("a CLB ignores it, and an NLB with an IPv6 range in it lets in everybody")
_UNREAD_RANGES = N_("it has no effect on an NLB of yours")
_NODE_PORTS = N_("they are those of the old Service as long as it is there")
_DRAIN = N_("without it connections get 0 seconds")
_NO_HEADERS = N_("no X-Forwarded-For and no other header: back ends see the client's address itself")
_NO_ADDRESS = N_(
    "TLS ends at the NLB, but no header is written: back ends that read X-Forwarded-For need proxy-protocol, or TLS of "
    "their own behind a tcp listener"
)
_NO_REDIRECT = N_("no redirect: back ends get the plain requests, and have to redirect themselves")
_PROXIED = N_("proxy-protocol, which a CLB ignores for http and https, comes into force: back ends have to expect it")
_NO_COOKIES = N_("no cookies: clients are not kept with one back end")
_FILL_IN = N_("put real values in the place of the placeholders; a run of clblint names those that are left")
_APPLY = N_("apply Service {new} beside {old}: it gets an NLB and node ports of its own, {old} goes on as it is")
_TRY = N_("wait for its EXTERNAL-IP, a DNS name and no address, and try it; the same pods stand behind both")
_POINT = N_(
    "point a CNAME record of your own at that name in the place of the A record, tell those who wrote the address "
    "down, and wait until no connection comes in by the CLB"
)
_DELETE = N_(
    "delete Service {old}: its CLB and the address go for good; whatever still uses the address finds nothing there"
)
_DELETE_OF_REUSED = N_(
    "delete Service {old}: the CLB is yours and stays with its address; delete it when nothing else uses it"
)
_DELETE_OF_KEPT = N_(
    "delete Service {old}: preserve-lb-on-delete keeps the CLB and its address, but none of its listeners"
)


class NlbService(Frozen):
    """The NLB Service that does what a CLB Service did, as far as an NLB can."""

    balancer: ClassicLoadBalancer

    @property
    def name(self) -> str:
        """Its name: it stands beside the old Service until the traffic has moved."""
        service = self.balancer.service
        if service.name.is_empty:  # the API server generates another one each time
            return service.built_name.value
        return service.name.value[: _LONGEST - len(_SUFFIX)] + _SUFFIX

    @cached_property
    def moved(self) -> tuple[ConvertedAnnotation, ...]:
        """The annotations of the CLB in their order, each with its conversion."""
        key_of = self.balancer.annotations.key_of
        return tuple(
            ConvertedAnnotation(suffix, key_of(suffix), fact, *converted(self.balancer, suffix, fact.value))
            for suffix, fact in known_annotations(self.balancer)
            if fact.present
        )

    @property
    def elsewhere(self) -> tuple[tuple[str, str], ...]:
        """(short name, file) of the annotations that patches set: the Service as written does not have them."""
        carried = self.balancer.annotations.carried
        return tuple((suffix, fact.place.path) for suffix, fact in carried if not fact.present)

    @cached_property
    def added(self) -> tuple[NewAnnotation, ...]:
        """The annotations that replace none of the CLB."""
        return tuple(self._added())

    def _added(self) -> Iterator[NewAnnotation]:
        has = {suffix: value for one in self.moved for suffix, value in one.now.items()}
        if "id" not in has and not has.get("zone-maps"):
            yield NewAnnotation("zone-maps", self._zones(), _NEEDED)
        if any(one.protocol == "TCPSSL" for one in self.listeners) and not has.get("cert-id"):
            yield NewAnnotation("cert-id", "<certificate>", _OF_TLS)
        yield from self._checks(has)
        if has.get("connection-drain") == "on" and "connection-drain-timeout" not in has:
            yield NewAnnotation("connection-drain-timeout", "<seconds, 10 to 900>", _DRAIN)

    def _checks(self, has: dict[str, str]) -> Iterator[NewAnnotation]:
        """Yield the annotations that make the NLB check its back ends as the CLB does."""
        flag, kind = has.get("health-check-flag", ""), self._kind_of_checks if "health-check-type" not in has else None
        if not flag and (kind or any(name in has for name in CHECK_DETAILS)):
            yield NewAnnotation("health-check-flag", "on", _GATE)
        if kind and flag in {"", "on"}:
            yield NewAnnotation("health-check-type", *kind)

    @property
    def _kind_of_checks(self) -> tuple[str, str] | None:
        """The one protocol of all health checks of the CLB, and the reason; None for TCP, several or none."""
        flag, listeners = self.balancer.annotations.get("health-check-flag"), self.balancer.listeners
        if listeners and all(one.protocol.is_("udp") for one in listeners):
            return "udp", _BY_UDP
        is_http = listeners and all(one.protocol.one_of(*PROTOCOLS) for one in listeners)
        return ("http", _BY_HTTP) if is_http and flag.is_("on") else None

    def _zones(self) -> str:
        """`zone-maps` with the known zones and vSwitches, and placeholders for the others."""
        annotations = self.balancer.annotations
        switch = annotations.get("vswitch-id")
        zones = [annotations.get(suffix) for suffix in ("master-zoneid", "slave-zoneid")]
        names = [fact.value for fact in zones if fact.readable]
        first = self._zone_of(switch.value) or (names.pop(0) if names else "<zone>")
        names = [name for name in names if name != first]
        second = names.pop(0) if names else "<second zone>"
        known = switch.value if switch.readable else "<vSwitch>"
        eips = ("::<EIP>", "::<second EIP>") if uses_eip(self.balancer) else ("", "")
        return f"{first}:{known}{eips[0]},{second}:<second vSwitch>{eips[1]}"

    def _zone_of(self, switch: str) -> str:
        inventory = self.balancer.inventory
        found = inventory.vswitches.get(switch) if inventory is not None else None
        return found.get("ZoneId").value if found is not None else ""

    @cached_property
    def listeners(self) -> tuple[ConvertedListener, ...]:
        """Its listeners."""
        return tuple(
            ConvertedListener(one, PROTOCOLS.get(one.protocol.value, one.protocol.value).upper(), tuple(_losses(one)))
            for one in self.balancer.listeners
        )

    @cached_property
    def fields(self) -> tuple[ConvertedField, ...]:
        """The fields of the Service that the NLB Service lacks, or that mean something else there."""
        service, reused = self.balancer.service, self.balancer.is_reused
        ranges = () if self.source_ranges else service.source_ranges[:1]
        node_ports = [port.node_port for port in service.ports if port.node_port.is_set][:1]
        has_ipv6 = any(":" in fact.value for fact in service.source_ranges)
        why = _UNREAD_RANGES if reused else _IPV6_RANGES if has_ipv6 else _RANGES
        return (
            *(ConvertedField("spec.loadBalancerSourceRanges", fact, not reused, why) for fact in ranges),
            *(ConvertedField("spec.ports[].nodePort", fact, stays=False, why=_NODE_PORTS) for fact in node_ports),
        )

    @property
    def source_ranges(self) -> tuple[str, ...]:
        """The ranges for `spec.loadBalancerSourceRanges` that replace the white lists of the inventory."""
        return open_ranges(self.balancer) if is_filtered(self.balancer) else ()

    @property
    def by_hand(self) -> tuple[tuple[str, str, str], ...]:
        """(short name, placeholder, reason) of the annotations that the user has to fill in."""
        own = [(one.suffix, one.value, one.why) for one in self.added if one.is_by_hand]
        moved = [
            (suffix, value, one.conversion.why)
            for one in self.moved
            for suffix, value in one.now.items()
            if one.conversion.kind not in {SAME, NOTHING} and is_documentation(value)
        ]
        return (*own, *moved)

    @property
    def values(self) -> dict[str, str]:
        """All its annotations by their short names."""
        moved = {suffix: value for one in self.moved for suffix, value in one.now.items()}
        return {**moved, **{one.suffix: one.value for one in self.added}}

    @property
    def steps(self) -> tuple[Text, ...]:
        """The steps of the move, in order; the last one says what happens to the CLB and its address."""
        service = self.balancer.service
        first = [_FILL_IN] if self.by_hand else []
        values = {"new": self.name, "old": service.name.value or service.built_name.value}
        return tuple(Text(one, values) for one in (*first, _APPLY, _TRY, _POINT, self._end))

    @property
    def _end(self) -> str:
        if self.balancer.is_reused:
            return _DELETE_OF_REUSED
        return _DELETE_OF_KEPT if self.balancer.preserved.value else _DELETE


def _losses(listener: ClassicListener) -> Iterator[str]:
    protocol = listener.protocol.value
    if protocol == "http" and listener.forward_to.value:
        yield _NO_REDIRECT
    if protocol == "http":
        yield _NO_HEADERS
    if protocol == "https":
        yield _NO_ADDRESS
    if protocol in PROTOCOLS and is_on(listener.balancer.annotations.get("proxy-protocol")):
        yield _PROXIED
    if protocol in PROTOCOLS and listener.option("sticky-session").is_("on"):
        yield _NO_COOKIES
