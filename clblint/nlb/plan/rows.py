"""The values that the plan of an NLB shows, by their API names, with the API's defaults."""

from __future__ import annotations

from clblint.balancer.facts import defaulted, part
from clblint.nlb.options import CHECK, CHECK_OPTIONS, DRAIN, PRESERVE_CLIENT_IP, SCHEDULER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.balancer.values.slices import ValueSlice
    from clblint.kube.fact import Fact
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.options import NetworkOption
    from clblint.nlb.server_groups import NetworkServerGroup

    Row = tuple[str, Fact[object]]

PACKAGE = "BandwidthPackageId"
# The settings of a group that the plan shows even if the CCM does not send them.
_OF_GROUPS = (SCHEDULER, DRAIN, PRESERVE_CLIENT_IP, CHECK, CHECK_OPTIONS[0])
# Parameters of every call that no reader looks for.
_SELF_EVIDENT = frozenset({
    "ListenerProtocol", "ListenerPort", "StartPort", "EndPort", "ListenerDescription", "Protocol",
})  # fmt: skip


def of_instance(balancer: NetworkLoadBalancer) -> Iterator[Row]:
    """The attributes of the NLB, including those that the CCM sets right after the creation."""
    yield from (balancer.attributes or balancer.wishes).items()
    if balancer.attributes:
        later = balancer.wishes.keys() - balancer.attributes.keys()
        yield from ((name, fact) for name, fact in balancer.wishes.items() if name in later)
    if balancer.leaves_bandwidth_package and (balancer.is_reused or balancer.current is not None):
        yield PACKAGE, balancer.annotations.get("bandwidth-package-id")
    yield from _listed("ZoneMapping", balancer.zone_maps, (item.at for item in balancer.zone_mappings))
    ids = balancer.annotations.get("security-group-ids")
    if balancer.sets_security_groups and ids.is_empty:
        yield "SecurityGroupId", ids
    yield from _listed("SecurityGroupId", ids, balancer.security_group_ids)
    yield from source_ranges(balancer)


def source_ranges(balancer: NetworkLoadBalancer) -> Iterator[Row]:
    """The ranges that the security group made of them lets in."""
    ranges = balancer.source_ranges_group
    for source in ranges.ranges if ranges is not None else ():
        yield "SourceRange", source


def of_group(group: NetworkServerGroup) -> Iterator[Row]:
    """The settings of a server group: those sent, and the API's defaults of the most important others."""
    if group.is_users:
        return
    checked = group.checks or CHECK.parameter not in group.settings
    wanted = [option for option in _OF_GROUPS if checked or option not in CHECK_OPTIONS]
    shown = {option.parameter: _or_default(group, option.suffix) for option in wanted if not _is_idle(group, option)}
    shown |= {name: fact for name, fact in group.settings.items() if name not in _SELF_EVIDENT}
    yield from shown.items()


def _is_idle(group: NetworkServerGroup, option: NetworkOption) -> bool:
    """Whether the general default does not apply: behind TCPSSL and in Ip groups clients are hidden."""
    if option is not PRESERVE_CLIENT_IP or option.parameter in group.settings:
        return False
    return group.hides_clients


def _or_default(group: NetworkServerGroup, suffix: str) -> Fact[str]:
    fact = group.option(suffix)
    return fact if fact.written else defaulted(fact, fact.value)


def of_listener(listener: NetworkListener) -> Iterator[Row]:
    """The settings of a listener that are sent."""
    yield from ((name, fact) for name, fact in listener.settings.items() if name not in _SELF_EVIDENT)
    if listener.is_tcpssl:
        annotation = listener.balancer.annotations.get("additional-cert-ids")
        yield from _listed("AdditionalCertificateId", annotation, listener.additional_certificates)


def _listed(name: str, annotation: Fact[str], items: Iterable[ValueSlice]) -> Iterator[Row]:
    """The items of a list; the whole of it if it cannot be known."""
    if not annotation.known:
        yield name, annotation
    for item in items:
        yield name, part(annotation, item.text, item)
