"""What the API server refuses about a Service (ValidateService of Kubernetes), as far as one manifest tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from clblint.api import N_, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clblint.api import Fact, Service, ServicePort, Undecodable

_TYPES = ("ClusterIP", "ExternalName", "LoadBalancer", "NodePort")
_PROTOCOLS, _POLICIES = ("TCP", "UDP", "SCTP"), ("Cluster", "Local")
_LABEL = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?\Z"
_SERVICE_NAME = r"[a-z]([-a-z0-9]*[a-z0-9])?\Z"
_PORT_NAME = r"(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]*[a-z0-9])?\Z"
_LONGEST_LABEL, _LONGEST_PORT_NAME, _LAST_PORT, _PARTS, _LAST_BYTE, _BITS = 63, 15, 65535, 4, 255, 32

_SERVICE_NAME_FIX = N_("take at most 63 lower-case letters, digits and -, a letter first and no - at the end")


class Refusal(NamedTuple):
    """One refused field: the sentence, where, the API server's words and what to do, all with the same values."""

    message: str
    at: Any
    error: str
    fix: str
    subject: str
    values: Mapping[str, Any]
    because: tuple[tuple[Any, str], ...] = ()


def refusals_of(service: Service) -> Iterator[Refusal]:
    """Every field that is refused; of a piece of a Service, only what is wrong whatever the rest says."""
    for wrong in service.undecodable:
        yield _undecodable(wrong)
    kind = service.type
    if kind.given and kind.value not in _TYPES:
        yield _unknown_type(kind)
        return
    yield from _name(service)
    yield from _source_ranges(service)
    for port in service.ports:
        yield from _port(port)
        yield from _target(port)
    yield from _twice(service)
    if kind.known and (kind.written or service.selector):  # else a patch, or an excerpt
        yield from _missing(service)
        yield from _policy(service)
        if kind.value != "LoadBalancer":
            yield from _fields_of_load_balancers(service)
    if kind.value == "LoadBalancer":
        yield from _words(service)
        yield from _of_no_load_balancer(service)


def _undecodable(wrong: Undecodable) -> Refusal:
    written, fraction = wrong.at.value, wrong.got == wrong.wanted
    return Refusal(
        N_("{field} is the number {written}, which is no whole one, and the API server refuses the Service")
        if fraction
        else N_("{field} has the JSON type {got} instead of {wanted}, and the API server refuses the Service"),
        wrong.at,
        "json: cannot unmarshal {got} {written} into Go struct field {struct} of type {go}"
        if fraction
        else "json: cannot unmarshal {got} into Go struct field {struct} of type {go}",
        _way_to_decode(wrong),
        wrong.field,
        {
            "field": wrong.field,
            "got": wrong.got,
            "wanted": wrong.wanted,
            "written": written,
            "struct": wrong.struct,
            "go": wrong.type,
        },
    )


def _way_to_decode(wrong: Undecodable) -> str:
    if wrong.wanted == "array":
        return N_("write a list, each entry with a dash before it")
    if wrong.wanted == "object":
        return N_("write a mapping of keys to values")
    if wrong.wanted == "string":
        name = wrong.field == "metadata.name"  # no quotes make a number a name
        return _SERVICE_NAME_FIX if name or not wrong.at.value else N_('put it in quotes: "{written}"')
    return N_("write the number without quotes") if wrong.at.value.isdigit() else N_("take a port from 1 to 65535")


def _unknown_type(kind: Fact[str]) -> Refusal:
    import difflib  # noqa: PLC0415 - only a misspelt type needs it

    folded = {name.lower(): name for name in _TYPES}
    near = difflib.get_close_matches(kind.value.lower(), folded, 1, 0.5)
    return Refusal(
        N_("a Service of type {type} does not exist, and the API server refuses it"),
        kind,
        'spec.type: Unsupported value: "{type}"',
        N_("write {near}") if near else N_("write one of {types}"),
        "type",
        {"type": kind.value, "near": folded[near[0]] if near else "", "types": listed(_TYPES)},
    )


def _name(service: Service) -> Iterator[Refusal]:
    name = service.name
    if not name.given or service.fragment:
        return
    if len(name.value) > _LONGEST_LABEL or not re.match(_SERVICE_NAME, name.value):
        yield Refusal(
            N_("{name} is no name that a Service can have, and the API server refuses it"),
            name,
            'metadata.name: Invalid value: "{name}": a DNS-1035 label must consist of lower case alphanumeric '
            "characters or '-', start with an alphabetic character, and end with an alphanumeric character",
            _SERVICE_NAME_FIX,
            "name",
            {"name": name.value},
        )


def _source_ranges(service: Service) -> Iterator[Refusal]:
    for item in service.source_ranges:
        if item.given and not _is_cidr(item.value.strip()):
            yield Refusal(
                N_("{range} in loadBalancerSourceRanges is no address range, and the API server refuses the Service"),
                item,
                'spec.LoadBalancerSourceRanges: Invalid value: "[{range}]": must be a list of IP ranges. For example, '
                "10.240.0.0/24,10.250.0.0/24",
                N_("write it as address/length, one address as /32"),
                f"range {item.value}",
                {"range": item.value},
            )


def _is_cidr(text: str) -> bool:
    import ipaddress  # noqa: PLC0415 - few Services have ranges

    address, _, length = text.partition("/")
    if not _is_at_most(length, _LAST_BYTE):
        return False
    try:
        ipaddress.ip_interface(text)
    except ValueError:  # leading zeros, which Kubernetes takes
        parts = address.split(".")
        small = all(_is_at_most(part, _LAST_BYTE) for part in parts)
        return small and len(parts) == _PARTS and _is_at_most(length, _BITS)
    return True


def _is_at_most(text: str, most: int) -> bool:
    """Whether it is a number of ASCII digits, however many zeros stand before it, up to another."""
    digits = text.lstrip("0") or text[:1]
    return digits.isascii() and digits.isdigit() and len(digits) <= len(str(most)) and int(digits) <= most


def _port(port: ServicePort) -> Iterator[Refusal]:
    """Number, protocol and name of one entry of `spec.ports`."""
    if (
        0 < port.port.value <= _LAST_PORT
        and port.protocol.value in _PROTOCOLS
        and _matches(_LABEL, port.name.value or "a", _LONGEST_LABEL)
    ):
        return
    values = {"port": port.port.value, "index": port.position, "protocol": port.protocol.value, "name": port.name.value}
    subject = f"port {port.port.value}"
    if port.port.known and not 1 <= port.port.value <= _LAST_PORT:
        yield Refusal(
            N_("port {port} does not exist, and the API server refuses the Service")
            if port.port.given
            else N_("a port of the Service has no number, and the API server refuses it"),
            port.port,
            "spec.ports[{index}].port: Invalid value: {port}: must be between 1 and 65535, inclusive",
            N_("take a port from 1 to 65535"),
            subject,
            values,
        )
    if port.protocol.given and port.protocol.value not in _PROTOCOLS:
        yield Refusal(
            N_("protocol {protocol} of port {port} is none that a Service knows, and the API server refuses it"),
            port.protocol,
            'spec.ports[{index}].protocol: Unsupported value: "{protocol}": supported values: "SCTP", "TCP", "UDP"',
            N_("write TCP, UDP or SCTP; what a listener speaks is said by the annotation protocol-port"),
            subject,
            values,
        )
    if port.name.given and port.name.value and not _matches(_LABEL, port.name.value, _LONGEST_LABEL):
        yield Refusal(
            N_("{name} is no name that a port can have, and the API server refuses the Service"),
            port.name,
            'spec.ports[{index}].name: Invalid value: "{name}": a lowercase RFC 1123 label must consist of lower case '
            "alphanumeric characters or '-', and must start and end with an alphanumeric character",
            N_("take at most 63 lower-case letters, digits and -, no - at either end"),
            subject,
            values,
        )


def _target(port: ServicePort) -> Iterator[Refusal]:
    target = port.target_port
    if not target.given or target.value is None or _is_target(target.value):
        return
    values = {"index": port.position, "target": target.value}
    subject = f"port {port.port.value}"
    if isinstance(target.value, int):
        yield Refusal(
            N_("targetPort {target} does not exist, and the API server refuses the Service"),
            target,
            "spec.ports[{index}].targetPort: Invalid value: {target}: must be between 1 and 65535, inclusive",
            N_("take a port from 1 to 65535"),
            subject,
            values,
        )
    else:
        number = target.value.isdigit()
        yield Refusal(
            N_(
                "targetPort {target} is text, so it is the name of a port, which needs a letter: "
                "the API server refuses it"
            )
            if number
            else N_("targetPort {target} is no name that a port of pods can have, and the API server refuses it"),
            target,
            'spec.ports[{index}].targetPort: Invalid value: "{target}"',
            N_("write the number without quotes")
            if number
            else N_("take at most 15 lower-case letters, digits and -, with a letter; no - at either end or twice"),
            subject,
            values,
        )


def _is_target(target: int | str) -> bool:
    if isinstance(target, int):
        return 0 <= target <= _LAST_PORT  # 0 becomes the port itself
    return _matches(_PORT_NAME, target, _LONGEST_PORT_NAME)


def _matches(pattern: str, text: str, longest: int) -> bool:
    return len(text) <= longest and re.match(pattern, text) is not None


def _twice(service: Service) -> Iterator[Refusal]:
    """Two entries of the same port and protocol, or of the same name."""
    if len(service.ports) < 2:  # noqa: PLR2004 - it takes two
        return
    ports: dict[tuple[int, str], ServicePort] = {}
    names: dict[str, ServicePort] = {}
    for port in service.ports:
        same_port = same_name = port
        if port.port.given and port.protocol.known:
            same_port = ports.setdefault((port.port.value, port.protocol.value), port)
        if port.name.given and port.name.value:
            same_name = names.setdefault(port.name.value, port)
        if same_port is not port:
            yield Refusal(
                N_("port {port} is there twice with the same protocol, and the API server refuses the Service"),
                port.port,
                "spec.ports[{index}]: Duplicate value",
                N_("keep one of the two"),
                f"port {port.port.value}",
                {"port": port.port.value, "index": port.position},
                ((same_port.port, N_("first written here")),),
            )
        if same_name is not port:
            yield Refusal(
                N_("two ports have the name {name}, and the API server refuses the Service"),
                port.name,
                'spec.ports[{index}].name: Duplicate value: "{name}"',
                N_("give each port a name of its own"),
                f"port {port.port.value}",
                {"name": port.name.value, "index": port.position},
                ((same_name.name, N_("first written here")),),
            )


def _missing(service: Service) -> Iterator[Refusal]:
    """No ports, or ports without the names that tell them apart."""
    if not service.ports and not _may_have_no_ports(service):
        yield Refusal(
            N_("the Service has no ports, and the API server refuses it"),
            service.port_list.at_key,
            "spec.ports: Required value",
            N_("name at least one port"),
            "ports",
            {},
        )
    for port in service.ports if len(service.ports) > 1 else ():
        if port.name.known and not port.name.value and _has_number(service, port):
            yield Refusal(
                N_("port {port} has no name, and where there are several ports each needs one")
                if port.port.given
                else N_("a port of the Service has no name, and where there are several ports each needs one"),
                port.port,
                "spec.ports[{index}].name: Required value",
                N_("give each port a name of its own"),
                f"port {port.port.value}",
                {"port": port.port.value, "index": port.position},
            )


def _has_number(service: Service, port: ServicePort) -> bool:
    """Its number is right, or a placeholder; else that is what is said about it."""
    if port.port.known:
        return 0 < port.port.value <= _LAST_PORT
    return all(wrong.position != port.position for wrong in service.undecodable)


def _may_have_no_ports(service: Service) -> bool:
    """A headless Service and an alias may, and without a selector it is a patch rather than a Service."""
    address, listed = service.cluster_ip, service.port_list
    if service.type.value == "ExternalName" or address.value == "None" or not address.known:
        return True
    return not listed.known or not (service.selector or listed.written)


def _policy(service: Service) -> Iterator[Refusal]:
    policy, check_port = service.external_traffic_policy, service.health_check_node_port
    if policy.given and policy.value and policy.value not in _POLICIES:
        yield Refusal(
            N_("externalTrafficPolicy {policy} does not exist, and the API server refuses the Service"),
            policy,
            'spec.externalTrafficPolicy: Unsupported value: "{policy}": supported values: "Cluster", "Local"',
            N_("write Cluster or Local"),
            "externalTrafficPolicy",
            {"policy": policy.value},
        )
    elif policy.given and policy.value and _is_internal(service):
        error = 'spec.{field}: Invalid value: "{value}": may only be set for externally-accessible services'
        yield _of_other_type(service, "externalTrafficPolicy", policy, error)
    balanced = service.type.value == "LoadBalancer"
    if check_port.given and check_port.value and policy.known and not (balanced and policy.value == "Local"):
        yield Refusal(
            N_("healthCheckNodePort goes with type LoadBalancer and externalTrafficPolicy Local only"),
            check_port.at_key,
            "spec.healthCheckNodePort: Invalid value: {value}: may only be set when `type` is 'LoadBalancer' and "
            "`externalTrafficPolicy` is 'Local'",
            N_("remove it"),
            "healthCheckNodePort",
            {"value": check_port.value},
        )


def _words(service: Service) -> Iterator[Refusal]:
    """Fields that take a few words, in one letter case."""
    fields = (
        ("sessionAffinity", service.session_affinity, ("ClientIP", "None")),
        ("internalTrafficPolicy", service.internal_traffic_policy, _POLICIES),
        ("ipFamilyPolicy", service.ip_family_policy, ("SingleStack", "PreferDualStack", "RequireDualStack")),
        *(("ipFamilies", family, ("IPv4", "IPv6")) for family in service.ip_families),
    )
    for field, fact, allowed in fields:
        if fact.given and fact.value and fact.value not in allowed:
            yield Refusal(
                N_("{field} {value} does not exist, and the API server refuses the Service"),
                fact,
                'spec.{field}: Unsupported value: "{value}"',
                N_("write one of {allowed}"),
                field,
                {"field": field, "value": fact.value, "allowed": listed(allowed)},
            )


def _of_no_load_balancer(service: Service) -> Iterator[Refusal]:
    """What a Service of type LoadBalancer cannot have."""
    address, wanted = service.cluster_ip, service.load_balancer_class
    if address.given and address.value == "None":
        yield Refusal(
            N_("clusterIP None makes the Service headless, which a LoadBalancer cannot be: the API server refuses it"),
            address,
            "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for LoadBalancer services",
            N_("remove clusterIP, or make a headless Service of type ClusterIP beside this one"),
            "clusterIP",
            {},
        )
    if wanted.given and not wanted.value:
        yield Refusal(
            N_("loadBalancerClass is empty, and the API server refuses the Service"),
            wanted,
            'spec.loadBalancerClass: Invalid value: "": name part must be non-empty',
            N_("remove it for a CLB, write alibabacloud.com/nlb for an NLB"),
            "loadBalancerClass",
            {},
        )


def _is_internal(service: Service) -> bool:
    return service.type.value in {"ClusterIP", "ExternalName"} and not service.external_ips


def _fields_of_load_balancers(service: Service) -> Iterator[Refusal]:
    ranges = service.source_ranges[:1]
    fields: tuple[tuple[str, Fact[Any]], ...] = (
        ("loadBalancerClass", service.load_balancer_class),
        ("allocateLoadBalancerNodePorts", service.allocates_node_ports),
        *(("loadBalancerSourceRanges", item) for item in ranges),
    )
    for name, fact in fields:
        if fact.given and fact.value != "":
            error = "spec.{field}: Forbidden: may only be used when `type` is 'LoadBalancer'"
            yield _of_other_type(service, name, fact, error)


def _of_other_type(service: Service, field: str, fact: Fact[Any], error: str) -> Refusal:
    return Refusal(
        N_("{field} does not go with type {type}, and the API server refuses the Service"),
        fact.at_key,
        error,
        N_("remove it, or set type: LoadBalancer"),
        field,
        {"field": field, "value": fact.value, "type": service.type.value},
        ((service.type, N_("the type that decides")),) if service.type.given else (),
    )
