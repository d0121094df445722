"""The API server's validation of a Service (decoding, then ValidateService), as far as one manifest shows.

The rules of pack `manifest` report the rejections, and a refused Service is not planned.
"""

from __future__ import annotations

from clblint.i18n.text import N_, listed
from clblint.kube.admission.metadata import rejected_metadata
from clblint.kube.admission.names import SERVICE_NAME_FIX, is_service_name
from clblint.kube.admission.ports import missing_ports, mixed_protocols, rejected_ports
from clblint.kube.admission.rejection import Rejection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from clblint.kube.admission.workloads import WorkloadRejection
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service
    from clblint.kube.workloads.pods import Workload

_TYPES = ("ClusterIP", "ExternalName", "LoadBalancer", "NodePort")
_POLICIES = ("Cluster", "Local")
_LONGEST_AFFINITY = 86400  # seconds
# The fields that functions below ask for only where a Service has one of them, as few have.
_RARE = frozenset({
    "allocateLoadBalancerNodePorts", "clusterIP", "externalIPs", "internalTrafficPolicy", "ipFamilies",
    "ipFamilyPolicy", "loadBalancerClass", "loadBalancerSourceRanges", "sessionAffinity",
})  # fmt: skip


def rejection_of(service: Service, cluster: Cluster) -> Rejection | None:
    """The first reason why the API server refuses a Service; None if it accepts it, or if that cannot be known."""
    if service.partial or service.unsettled:
        return None
    for rejection in rejections_of(service):
        return rejection
    from clblint.kube.admission.node_ports import rejected_node_ports  # noqa: PLC0415 - few Services ask for node ports

    for rejected in (rejected_node_ports, mixed_protocols):
        for rejection in rejected(service, cluster):
            return rejection
    return None


def rejections_of(service: Service) -> Iterator[Rejection]:
    """Yield every field that any cluster refuses; in a partial Service, only errors that do not depend on the rest."""
    if service.undecodable:
        from clblint.kube.admission.undecodable import undecodable_in  # noqa: PLC0415 - few Services cannot be decoded

        yield from undecodable_in(service)
    kind = service.type
    if kind.given and kind.value not in _TYPES:
        yield _unknown_type(kind)
        return
    yield from _name(service)
    yield from rejected_metadata(service)
    has_rare = service.may_have(_RARE)
    if has_rare and (service.source_ranges or service.external_ips or service.cluster_ip.readable):
        from clblint.kube.admission.addresses import rejected_addresses  # noqa: PLC0415 - few Services have any

        yield from rejected_addresses(service)
    yield from rejected_ports(service)
    if has_rare:
        yield from _affinity(service)
    if kind.known and (kind.written or service.selector):  # otherwise a patch or an excerpt
        yield from missing_ports(service)
        yield from _policy(service)
        if has_rare and kind.value != "LoadBalancer":
            yield from _fields_of_load_balancers(service)
    if has_rare and kind.value == "LoadBalancer":
        yield from _words(service)
        yield from _of_no_load_balancer(service)


def rejections_of_workload(workload: Workload) -> Iterable[WorkloadRejection]:
    """The fields of a workload that the API server cannot decode, and hooks that it refuses."""
    if not (workload.undecodable or workload.refused_sleeps):
        return ()
    from clblint.kube.admission.workloads import rejections_in  # noqa: PLC0415 - few workloads are refused

    return rejections_in(workload)


def _unknown_type(kind: Fact[str]) -> Rejection:
    import difflib  # noqa: PLC0415 - only a misspelt type needs it

    folded = {name.lower(): name for name in _TYPES}
    near = difflib.get_close_matches(kind.value.lower(), folded, 1, 0.5)
    return Rejection(
        N_("a Service of type {type} does not exist, and the API server refuses it"),
        kind,
        'spec.type: Unsupported value: "{type}"',
        N_("write {near}") if near else N_("write one of {types}"),
        "type",
        {"type": kind.value, "near": folded[near[0]] if near else "", "types": listed(_TYPES)},
    )


def _name(service: Service) -> Iterator[Rejection]:
    name = service.name
    if service.fragment or not name.known or service.metadata_text.value:
        return
    if not name.value:
        generated = service.generate_name
        if service.ports and service.selector and generated.is_empty:  # otherwise a template
            yield Rejection(
                N_("the Service has no name, and the API server refuses it"),
                name,
                "metadata.name: Required value: name or generateName is required",
                N_("give it a name"),
                "name",
                {},
            )
    elif not is_service_name(name.value):
        yield Rejection(
            N_("{name} is not a name that a Service can have, and the API server refuses it"),
            name,
            'metadata.name: Invalid value: "{name}": a DNS-1035 label must consist of lower case alphanumeric '
            "characters or '-', start with an alphabetic character, and end with an alphanumeric character",
            SERVICE_NAME_FIX,
            "name",
            {"name": name.value},
        )


def _policy(service: Service) -> Iterator[Rejection]:
    policy, check_port = service.external_traffic_policy, service.health_check_node_port
    if policy.readable and policy.value not in _POLICIES:
        yield Rejection(
            N_("externalTrafficPolicy {policy} does not exist, and the API server refuses the Service"),
            policy,
            'spec.externalTrafficPolicy: Unsupported value: "{policy}": supported values: "Cluster", "Local"',
            N_("write Cluster or Local"),
            "externalTrafficPolicy",
            {"policy": policy.value},
        )
    elif policy.readable and _is_internal(service):
        error = 'spec.{field}: Invalid value: "{value}": may only be set for externally-accessible services'
        yield _of_other_type(service, "externalTrafficPolicy", policy, error)
    balanced = service.type.value == "LoadBalancer"
    if check_port.readable and policy.known and not (balanced and policy.value == "Local"):
        yield Rejection(
            N_("healthCheckNodePort goes with type LoadBalancer and externalTrafficPolicy Local only"),
            check_port.at_key,
            "spec.healthCheckNodePort: Invalid value: {value}: may only be set when `type` is 'LoadBalancer' and "
            "`externalTrafficPolicy` is 'Local'",
            N_("remove it"),
            "healthCheckNodePort",
            {"value": check_port.value},
        )


def _affinity(service: Service) -> Iterator[Rejection]:
    """Yield an error for a time out of range; without affinity the API server drops it (SetDefaults_Service)."""
    seconds = service.affinity_seconds
    if service.session_affinity.is_("ClientIP") and seconds.literal and not 0 < seconds.value <= _LONGEST_AFFINITY:
        yield Rejection(
            N_("timeoutSeconds {seconds} is out of range, and the API server refuses the Service"),
            seconds,
            "spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: {seconds}: must be greater than 0 and "
            "less than 86400",
            N_("take a number from 1 to 86400"),
            "timeoutSeconds",
            {"seconds": seconds.value},
        )


def _words(service: Service) -> Iterator[Rejection]:
    """Yield the invalid values of enum fields, which are case sensitive."""
    fields = (
        ("sessionAffinity", service.session_affinity, ("ClientIP", "None")),
        ("internalTrafficPolicy", service.internal_traffic_policy, _POLICIES),
        ("ipFamilyPolicy", service.ip_family_policy, ("SingleStack", "PreferDualStack", "RequireDualStack")),
        *(("ipFamilies", family, ("IPv4", "IPv6")) for family in service.ip_families),
    )
    for field, fact, allowed in fields:
        if fact.readable and fact.value not in allowed:
            yield Rejection(
                N_("{field} {value} does not exist, and the API server refuses the Service"),
                fact,
                'spec.{field}: Unsupported value: "{value}"',
                N_("write one of {allowed}"),
                field,
                {"field": field, "value": fact.value, "allowed": listed(allowed)},
            )


def _of_no_load_balancer(service: Service) -> Iterator[Rejection]:
    """Yield the fields that a Service of type LoadBalancer cannot have."""
    address, wanted = service.cluster_ip, service.load_balancer_class
    if address.given and address.value == "None":
        yield Rejection(
            N_("clusterIP None makes the Service headless, which a LoadBalancer cannot be: the API server refuses it"),
            address,
            "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for LoadBalancer services",
            N_("remove clusterIP, or make a headless Service of type ClusterIP beside this one"),
            "clusterIP",
            {},
        )
    if wanted.given and not wanted.value:
        yield Rejection(
            N_("loadBalancerClass is empty, and the API server refuses the Service"),
            wanted,
            'spec.loadBalancerClass: Invalid value: "": name part must be non-empty',
            N_("remove it for a CLB, write alibabacloud.com/nlb for an NLB"),
            "loadBalancerClass",
            {},
        )


def _is_internal(service: Service) -> bool:
    return service.type.value in {"ClusterIP", "ExternalName"} and not service.external_ips


def _fields_of_load_balancers(service: Service) -> Iterator[Rejection]:
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


def _of_other_type(service: Service, field: str, fact: Fact[Any], error: str) -> Rejection:
    return Rejection(
        N_("{field} does not go with type {type}, and the API server refuses the Service"),
        fact.at_key,
        error,
        N_("remove it, or set type: LoadBalancer"),
        field,
        {"field": field, "value": fact.value, "type": service.type.value},
        ((service.type, N_("the type that decides")),) if service.type.given else (),
    )
