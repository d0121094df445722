"""The API server's validation of Service ports: each by itself, duplicates, node ports, mixed protocols."""

from __future__ import annotations

from clblint.i18n.text import N_
from clblint.kube.admission.names import is_label, is_qualified_name
from clblint.kube.admission.rejection import PROTOCOLS, Rejection
from clblint.kube.versions import known_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.objects import Service, ServicePort

LAST_PORT, LAST_INT32 = 65535, (1 << 31) - 1
_KNOWN = ("TCP", "UDP", "SCTP")
_LONGEST_PORT_NAME = 15
_MIXED = "1.24"  # the first Kubernetes version whose load balancers may have TCP and UDP on one port


def rejected_ports(service: Service) -> Iterator[Rejection]:
    """Yield the errors of ports that do not depend on the rest of the Service."""
    for port in service.ports:
        yield from _port(port)
        yield from _target(port)
    yield from _unknown_protocols(service)
    yield from _twice(service)


def missing_ports(service: Service) -> Iterator[Rejection]:
    """Yield an error if there are no ports, or if several ports lack names."""
    if not service.ports and not _may_have_no_ports(service):
        yield Rejection(
            N_("the Service has no ports, and the API server refuses it"),
            service.port_list.at_key,
            "spec.ports: Required value",
            N_("name at least one port"),
            "ports",
            {},
        )
    nameless = [port for port in service.ports if port.name.is_empty and _has_number(service, port)]
    if len(service.ports) > 1 and nameless:
        yield _nameless(nameless)


def _nameless(ports: list[ServicePort]) -> Rejection:
    """One error for all ports without a name: reported at the first port, with references to the others."""
    first, *others = ports
    one = (
        N_("port {port} has no name, and where there are several ports each needs one")
        if first.port.given
        else N_("a port of the Service has no name, and where there are several ports each needs one")
    )
    return Rejection(
        N_("{count} ports have no name, and where there are several ports each needs one") if others else one,
        first.port,
        "spec.ports[{index}].name: Required value",
        N_("give each port a name of its own"),
        f"port {first.port.value}",
        {"port": first.port.value, "index": first.position, "count": len(ports)},
        tuple((port.port, N_("has no name either")) for port in others),
    )


def mixed_protocols(service: Service, cluster: Cluster) -> Iterator[Rejection]:
    """Yield an error for TCP and UDP on one load balancer, in a cluster that is too old for that."""
    if service.type.value != "LoadBalancer" or len(service.ports) < 2:  # noqa: PLR2004 - it takes two
        return
    first: dict[int, ServicePort] = {}
    for port in service.ports:
        other = first.setdefault(port.port.value, port)
        mixed = port.port.given and {port.protocol.value, other.protocol.value} == {"TCP", "UDP"}
        if mixed and known_older(cluster.kubernetes_version, _MIXED):  # last: access is recorded
            yield Rejection(
                N_("port {port} is both TCP and UDP, which the API server refuses before Kubernetes 1.24"),
                port.port,
                "spec.ports: Invalid value: cannot create an external load balancer with mix protocols",
                N_("upgrade, or put TCP and UDP into two Services"),
                f"port {port.port.value}",
                {"port": port.port.value},
                ((other.port, N_("port {port} for the first time")),),
                PROTOCOLS,
            )


def _unknown_protocols(service: Service) -> Iterator[Rejection]:
    """Yield one error for each protocol that Kubernetes does not know: at the first port, with references to others."""
    wrong: dict[str, list[ServicePort]] = {}
    for port in service.ports:
        if port.protocol.given and port.protocol.value not in _KNOWN:
            wrong.setdefault(port.protocol.value, []).append(port)
    for port, *others in wrong.values():
        yield Rejection(
            N_("protocol {protocol} of port {port} is none that a Service knows, and the API server refuses it"),
            port.protocol,
            'spec.ports[{index}].protocol: Unsupported value: "{protocol}": supported values: "SCTP", "TCP", "UDP"',
            N_("write TCP, UDP or SCTP; what a listener speaks is said by the annotation protocol-port"),
            _subject(port),
            _values(port),
            tuple((other.protocol, N_("the same protocol here")) for other in others),
        )


def _port(port: ServicePort) -> Iterator[Rejection]:
    """Yield the errors in number, name and application protocol of one entry of `spec.ports`."""
    if port.port.known and not 1 <= port.port.value <= LAST_PORT and abs(port.port.value) <= LAST_INT32:
        yield Rejection(
            N_("port {port} does not exist, and the API server refuses the Service")
            if port.port.given
            else N_("a port of the Service has no number, and the API server refuses it"),
            port.port,
            "spec.ports[{index}].port: Invalid value: {port}: must be between 1 and 65535, inclusive",
            N_("take a port from 1 to 65535"),
            _subject(port),
            _values(port),
        )
    if port.name.readable and not is_label(port.name.value):
        yield Rejection(
            N_("{name} is not a name that a port can have, and the API server refuses the Service"),
            port.name,
            'spec.ports[{index}].name: Invalid value: "{name}": a lowercase RFC 1123 label must consist of lower case '
            "alphanumeric characters or '-', and must start and end with an alphanumeric character",
            N_("take at most 63 lower-case letters, digits and -, no - at either end"),
            _subject(port),
            _values(port),
        )

    if port.app_protocol.given and not is_qualified_name(port.app_protocol.value):
        yield Rejection(
            N_("{name} is not a name that an appProtocol can have, and the API server refuses the Service"),
            port.app_protocol,
            'spec.ports[{index}].appProtocol: Invalid value: "{name}": a qualified name must consist of alphanumeric '
            "characters, '-', '_' or '.', and must start and end with an alphanumeric character, with an optional DNS "
            "subdomain prefix and '/'",
            N_("write a name such as http or kubernetes.io/h2c"),
            _subject(port),
            {**_values(port), "name": port.app_protocol.value},
        )


def _values(port: ServicePort) -> dict[str, int | str]:
    return {"port": port.port.value, "index": port.position, "protocol": port.protocol.value, "name": port.name.value}


def _subject(port: ServicePort) -> str:
    return f"port {port.port.value}"


def _target(port: ServicePort) -> Iterator[Rejection]:
    target = port.target_port
    if not target.readable or target.value is None or _is_target(target.value):
        return  # the API server replaces 0 and an empty text by the port itself
    values = {"index": port.position, "target": target.value}
    subject = f"port {port.port.value}"
    if isinstance(target.value, int):
        yield Rejection(
            N_("targetPort {target} does not exist, and the API server refuses the Service"),
            target,
            "spec.ports[{index}].targetPort: Invalid value: {target}: must be between 1 and 65535, inclusive",
            N_("take a port from 1 to 65535"),
            subject,
            values,
        )
    else:
        number = target.value.isdigit()
        yield Rejection(
            N_(
                "targetPort {target} is text, so it is the name of a port, which needs a letter: "
                "the API server refuses it"
            )
            if number
            else N_("targetPort {target} is not a name that a port of pods can have, and the API server refuses it"),
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
        return 1 <= target <= LAST_PORT
    has_letter = not target.replace("-", "").isdigit()
    return has_letter and len(target) <= _LONGEST_PORT_NAME and is_label(target) and "--" not in target


def _twice(service: Service) -> Iterator[Rejection]:
    """Yield the entries that repeat the port and protocol, or the name, of another entry."""
    if len(service.ports) < 2:  # noqa: PLR2004 - it takes two
        return
    ports: dict[tuple[int, str], ServicePort] = {}
    names: dict[str, ServicePort] = {}
    for port in service.ports:
        same_port = same_name = port
        if port.port.given and port.protocol.known:
            same_port = ports.setdefault((port.port.value, port.protocol.value), port)
        if port.name.readable:
            same_name = names.setdefault(port.name.value, port)
        if same_port is not port:
            yield Rejection(
                N_("port {port} is there twice with the same protocol, and the API server refuses the Service"),
                port.port,
                "spec.ports[{index}]: Duplicate value",
                N_("keep one of the two"),
                f"port {port.port.value}",
                {"port": port.port.value, "index": port.position},
                ((same_port.port, N_("first written here")),),
            )
        if same_name is not port:
            yield Rejection(
                N_("two ports have the name {name}, and the API server refuses the Service"),
                port.name,
                'spec.ports[{index}].name: Duplicate value: "{name}"',
                N_("give each port a name of its own"),
                f"port {port.port.value}",
                {"name": port.name.value, "index": port.position},
                ((same_name.name, N_("first written here")),),
            )


def _has_number(service: Service, port: ServicePort) -> bool:
    """Whether its number is valid or a placeholder; an invalid number is reported by itself."""
    if port.port.known:
        return 0 < port.port.value <= LAST_PORT
    entry = f"spec.ports[{port.position}]"
    return all(wrong.field not in {entry, f"{entry}.port"} for wrong in service.undecodable)


def _may_have_no_ports(service: Service) -> bool:
    """Whether no ports are needed: for a headless Service or ExternalName; without a selector it is likely a patch."""
    address, listed = service.cluster_ip, service.port_list
    if service.type.value == "ExternalName" or address.may_be("None"):
        return True
    return not listed.known or not (service.selector or listed.written)
