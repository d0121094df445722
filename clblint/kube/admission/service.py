"""The API server's validation of a Service (decoding, then ValidateService), as far as one manifest shows.

The rules of pack `manifest` report the rejections, and a refused Service is not planned.
"""

from __future__ import annotations

from clblint.i18n.text import N_, listed, phrase
from clblint.kube.admission.metadata import rejected_metadata
from clblint.kube.admission.names import is_label
from clblint.kube.admission.ports import missing_ports, mixed_protocols, rejected_node_ports, rejected_ports
from clblint.kube.admission.rejection import ANNOTATION, Rejection, WorkloadRejection
from clblint.kube.schema.types import EITHER, LIST, OBJECT, TEXT, TRUTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service
    from clblint.kube.schema.undecodable import Undecodable
    from clblint.kube.workloads.pods import Workload

_TYPES = ("ClusterIP", "ExternalName", "LoadBalancer", "NodePort")
_POLICIES = ("Cluster", "Local")
_LONGEST_AFFINITY = 86400  # seconds

_SERVICE_NAME_FIX = N_("take at most 63 lower-case letters, digits and -, a letter first and no - at the end")
_OF_ANNOTATION = "metadata.annotations["


def rejection_of(service: Service, cluster: Cluster) -> Rejection | None:
    """The first reason why the API server refuses a Service; None if it accepts it, or if that cannot be known."""
    if service.partial or service.unsettled:
        return None
    for rejection in rejections_of(service):
        return rejection
    for rejected in (rejected_node_ports, mixed_protocols):
        for rejection in rejected(service, cluster):
            return rejection
    return None


def rejected_update(old: Service, new: Service) -> Rejection | None:
    """The change of an immutable field of a Service that stays a LoadBalancer; None if the update is accepted."""
    before, after = old.load_balancer_class, new.load_balancer_class
    if not (old.type.value == new.type.value == "LoadBalancer" and before.known and after.known):
        return None
    if before.value == after.value:
        return None
    return Rejection(
        N_("loadBalancerClass changes on a live Service: the API server refuses it"),
        after,
        'spec.loadBalancerClass: Invalid value: "{value}": may not change once set',
        N_("put the class back as it was, or make a second Service with the other class"),
        "loadBalancerClass",
        {"value": after.value},
        ((before, N_("the class before the change")),),
    )


def rejections_of(service: Service) -> Iterator[Rejection]:
    """Yield every field that any cluster refuses; in a partial Service, only errors that do not depend on the rest."""
    if service.undecodable:
        yield from undecodable_in(service)
    kind = service.type
    if kind.given and kind.value not in _TYPES:
        yield _unknown_type(kind)
        return
    yield from _name(service)
    yield from rejected_metadata(service)
    if service.source_ranges or service.external_ips or service.cluster_ip.readable:
        from clblint.kube.admission.addresses import rejected_addresses  # noqa: PLC0415 - few Services have any

        yield from rejected_addresses(service)
    yield from rejected_ports(service)
    yield from _affinity(service)
    if kind.known and (kind.written or service.selector):  # otherwise a patch or an excerpt
        yield from missing_ports(service)
        yield from _policy(service)
        if kind.value != "LoadBalancer":
            yield from _fields_of_load_balancers(service)
    if kind.value == "LoadBalancer":
        yield from _words(service)
        yield from _of_no_load_balancer(service)


def rejections_of_workload(workload: Workload) -> Iterator[WorkloadRejection]:
    """Yield the fields of a workload that the API server cannot decode, and hooks that it refuses."""
    yield from map(WorkloadRejection._make, undecodable_in(workload))
    if workload.refused_sleeps:
        from clblint.kube.admission.hooks import refused_hooks  # noqa: PLC0415 - for few workloads

        yield from refused_hooks(workload)


def undecodable_in(thing: Service | Workload) -> Iterator[Rejection]:
    """Yield the fields that the API server cannot decode."""
    for wrong in thing.undecodable:
        yield _undecodable(wrong, thing.kind)


def _undecodable(wrong: Undecodable, kind: str) -> Rejection:
    error = "json: cannot unmarshal {got} {literal} into Go struct field {struct} of type {go}"
    return Rejection(
        _why_undecodable(wrong),
        wrong.at,
        error if wrong.is_misfit else error.replace(" {literal}", ""),
        _way_to_decode(wrong),
        wrong.field,
        {
            "kind": kind,
            "field": wrong.field,
            "got": wrong.got,
            "wanted": phrase("number or string") if wrong.wanted == EITHER else wrong.wanted,
            "written": wrong.at.value,
            "literal": wrong.literal,
            "struct": wrong.struct,
            "go": wrong.type,
        },
        about=ANNOTATION if _OF_ANNOTATION in wrong.field else "",
    )


def _why_undecodable(wrong: Undecodable) -> str:
    if not wrong.is_misfit:
        return N_("{field} has the JSON type {got} instead of {wanted}, and the API server refuses the {kind}")
    if wrong.literal.lstrip("-").isdigit():
        return N_("{field} is the number {written}, which is too large for it, and the API server refuses the {kind}")
    return N_("{field} is the number {written}, which is not a whole one, and the API server refuses the {kind}")


def _way_to_decode(wrong: Undecodable) -> str:
    if wrong.wanted == LIST:
        return N_("write a list, each entry with a dash before it")
    if wrong.wanted == OBJECT:
        return N_("write a mapping of keys to values")
    if wrong.wanted == TRUTH:
        return N_("write true or false, without quotes")
    if wrong.wanted == TEXT:
        name = wrong.field == "metadata.name" and not _is_service_name(wrong.at.value)  # "1" is no name either
        return _SERVICE_NAME_FIX if name or not wrong.at.value else N_('put it in quotes: "{written}"')
    if wrong.at.value.isdigit() and not wrong.is_misfit:
        return N_("write the number without quotes")
    return N_("take a port from 1 to 65535") if wrong.field.lower().endswith("port") else N_("write a whole number")


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
    elif not _is_service_name(name.value):
        yield Rejection(
            N_("{name} is not a name that a Service can have, and the API server refuses it"),
            name,
            'metadata.name: Invalid value: "{name}": a DNS-1035 label must consist of lower case alphanumeric '
            "characters or '-', start with an alphabetic character, and end with an alphanumeric character",
            _SERVICE_NAME_FIX,
            "name",
            {"name": name.value},
        )


def _is_service_name(text: str) -> bool:
    """Whether a text is a DNS label as RFC 1035 has it: a letter first."""
    return is_label(text) and text[0].isalpha()


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
