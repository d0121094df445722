"""`SUBJECTS`: the registry of the types that a rule can be on, and where their instances come from.

The dispatcher yields a subject itself, or derives it as a part of another one: `of` names that subject, and `by` the
getter of the parts, an attribute of it or a function (`module:name`, or `:name` in the module of the type). Parts are
computed only if a selected rule is on them. A rule on any other type would never run, so creating it raises.
"""

from __future__ import annotations

from clblint.errors import UsageError
from clblint.i18n.language import tr
from clblint.light import attrgetter, cache, import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


SERVER_GROUP, LISTENER = "server-group", "listener"  # stages, by the names of scopes in the annotation catalogue
BY_ANNOTATION = "annotation"  # the stage is that of the annotations of the rule


class Subject:
    """An entry of the registry: the module of the type, the subject that it is a part of, and the getter.

    `is_a` names a more general subject: rules on that one are handed this one, too. `stage` is the stage of a sync
    that handles the subject (see `clblint.run.stages`); every part of a load balancer has one.
    """

    __slots__ = ("by", "is_a", "module", "of", "stage")  # a named tuple takes three times as long, and there are many

    def __init__(self, module: str, *, of: str = "", by: str = "", is_a: str = "", stage: str = "") -> None:
        self.module = module
        self.of = of
        self.by = by
        self.is_a = is_a
        self.stage = stage


_NODE_PORT = "clblint.balancer.neighbours.node_port"
_SHARED = "clblint.balancer.neighbours.shared"
_SHARING = "clblint.balancer.neighbours.sharing"
_PARTS_OF_CHANGES = "clblint.change.parts"
SUBJECTS = {
    "Annotation": Subject("clblint.kube.annotations"),
    "BackEnds": Subject("clblint.balancer.back_ends"),
    "WorkloadBehind": Subject("clblint.balancer.neighbours.workloads"),
    "Broken": Subject("clblint.kube.manifest"),
    "Change": Subject("clblint.change.change"),
    "ClassAdded": Subject(_PARTS_OF_CHANGES, of="Change", by=":classes_added"),
    "FrozenEdit": Subject(_PARTS_OF_CHANGES, of="Change", by=":frozen_edits"),
    "RemovedPort": Subject(_PARTS_OF_CHANGES, of="Change", by=":removed_ports"),
    "StaleValues": Subject(_PARTS_OF_CHANGES, of="Change", by="clblint.change.kept:grouped_stale_values"),
    "SwappedCertificate": Subject(_PARTS_OF_CHANGES, of="Change", by=":swapped_certificates"),
    "NetworkRequest": Subject("clblint.balancer.handling"),
    "NetworkChange": Subject("clblint.change.nlb.change", of="Change", by=":network_changes"),
    "ImmutableEdit": Subject("clblint.change.immutable", of="Change", by="clblint.change.kept:immutable_edits"),
    "KeptListener": Subject("clblint.change.edits", of="Change", by="kept", stage=LISTENER),
    "PortPair": Subject("clblint.change.edits", of="Change", by="ports"),
    "UnknownName": Subject("clblint.suppress.model", of="Suppression", by="unknown_names"),
    "UnusedName": Subject("clblint.suppress.model", of="Suppression", by="unused_names"),
    "DuplicateKey": Subject("clblint.kube.duplicate_keys", of="Concerned", by="duplicate_keys"),
    "MistypedAnnotation": Subject("clblint.kube.mistyped", of="Concerned", by="clblint.kube.annotations:mistyped_of"),
    "Misplaced": Subject("clblint.kube.misplaced", of="Concerned", by="clblint.kube.annotations:misplaced_of"),
    "Rejection": Subject(
        "clblint.kube.admission.rejection", of="Service", by="clblint.kube.admission.service:rejections_of"
    ),
    "WorkloadRejection": Subject(
        "clblint.kube.admission.workloads", of="Workload", by="clblint.kube.admission.service:rejections_of_workload"
    ),
    "Tag": Subject("clblint.balancer.values.tags", of="Annotation", by=":tags_of"),
    "Cluster": Subject("clblint.kube.clusters.profile"),
    "Concerned": Subject("clblint.kube.objects"),
    "CopiedFields": Subject("clblint.kube.copied", of="Service", by=":copied_fields"),
    "ExpiredSetting": Subject("clblint.suppress.silenced"),
    "Fleet": Subject("clblint.balancer.neighbours.fleet"),
    "RefusedBuild": Subject("clblint.kube.kustomize.record"),
    "ReadinessGate": Subject("clblint.balancer.neighbours.workloads"),
    "ExistingBalancer": Subject("clblint.balancer.orphaned_resources"),
    "KubeObject": Subject("clblint.kube.objects"),
    "OrphanedResource": Subject("clblint.balancer.orphaned_resources"),
    "LoadBalancer": Subject("clblint.balancer.model"),
    "Listener": Subject("clblint.balancer.listeners", of="LoadBalancer", by="listeners", stage=LISTENER),
    "ServerGroup": Subject("clblint.balancer.server_groups", of="LoadBalancer", by="server_groups", stage=SERVER_GROUP),
    "CarriedAnnotation": Subject(
        "clblint.balancer.carried", of="LoadBalancer", by=":annotations_of", stage=BY_ANNOTATION
    ),
    "GroupItem": Subject(
        "clblint.balancer.values.vgroup_port", of="LoadBalancer", by="vgroup_items", stage=SERVER_GROUP
    ),
    "ProtocolItem": Subject(
        "clblint.balancer.values.protocol_port", of="LoadBalancer", by="protocol_items", stage=LISTENER
    ),
    "ClassicLoadBalancer": Subject("clblint.clb.model", is_a="LoadBalancer"),
    "ClassicListener": Subject(
        "clblint.clb.listeners", of="ClassicLoadBalancer", by="listeners", is_a="Listener", stage=LISTENER
    ),
    "ClassicServerGroup": Subject(
        "clblint.clb.server_groups",
        of="ClassicLoadBalancer",
        by="server_groups",
        is_a="ServerGroup",
        stage=SERVER_GROUP,
    ),
    "ClassicCarriedAnnotation": Subject(
        "clblint.clb.carried",
        of="ClassicLoadBalancer",
        by=":annotations_of",
        is_a="CarriedAnnotation",
        stage=BY_ANNOTATION,
    ),
    "ClassicGroupItem": Subject(
        "clblint.clb.values.classic_items",
        of="ClassicLoadBalancer",
        by="vgroup_items",
        is_a="GroupItem",
        stage=SERVER_GROUP,
    ),
    "ClassicProtocolItem": Subject(
        "clblint.clb.values.classic_items",
        of="ClassicLoadBalancer",
        by="protocol_items",
        is_a="ProtocolItem",
        stage=LISTENER,
    ),
    "EnforcedAcl": Subject(
        "clblint.clb.existing.named", of="ClassicLoadBalancer", by=":enforced_acls", stage=BY_ANNOTATION
    ),
    "NamedCertificate": Subject(
        "clblint.balancer.named", of="LoadBalancer", by="clblint.existing:named_certificates", stage=LISTENER
    ),
    "DriftedSetting": Subject(
        "clblint.balancer.drift", of="LoadBalancer", by="clblint.existing:drifted_settings", stage=BY_ANNOTATION
    ),
    "Mismatch": Subject(
        "clblint.balancer.drift", of="LoadBalancer", by="clblint.existing:mismatches", stage=BY_ANNOTATION
    ),
    "Extension": Subject(
        "clblint.clb.values.domain_extensions", of="ClassicLoadBalancer", by="extensions", stage=LISTENER
    ),
    "ForwardItem": Subject(
        "clblint.clb.values.forward_port", of="ClassicLoadBalancer", by="forward_items", stage=LISTENER
    ),
    "LabelItem": Subject(
        "clblint.balancer.values.backend_label", of="LoadBalancer", by="label_items", stage=SERVER_GROUP
    ),
    "NodeOption": Subject("clblint.balancer.ineffective", of="LoadBalancer", by=":node_options", stage=BY_ANNOTATION),
    "ProxyField": Subject("clblint.balancer.ineffective", of="LoadBalancer", by=":proxy_fields", stage=BY_ANNOTATION),
    "NetworkLoadBalancer": Subject("clblint.nlb.model", is_a="LoadBalancer"),
    "NetworkListener": Subject(
        "clblint.nlb.listeners", of="NetworkLoadBalancer", by="listeners", is_a="Listener", stage=LISTENER
    ),
    "NetworkServerGroup": Subject(
        "clblint.nlb.server_groups",
        of="NetworkLoadBalancer",
        by="server_groups",
        is_a="ServerGroup",
        stage=SERVER_GROUP,
    ),
    "NetworkCarriedAnnotation": Subject(
        "clblint.nlb.carried",
        of="NetworkLoadBalancer",
        by=":annotations_of",
        is_a="CarriedAnnotation",
        stage=BY_ANNOTATION,
    ),
    "NetworkGroupItem": Subject(
        "clblint.nlb.values.network_items",
        of="NetworkLoadBalancer",
        by="vgroup_items",
        is_a="GroupItem",
        stage=SERVER_GROUP,
    ),
    "NetworkProtocolItem": Subject(
        "clblint.nlb.values.network_items",
        of="NetworkLoadBalancer",
        by="protocol_items",
        is_a="ProtocolItem",
        stage=LISTENER,
    ),
    "PortRangeItem": Subject(
        "clblint.nlb.values.port_range", of="NetworkLoadBalancer", by="range_items", stage=LISTENER
    ),
    "SourceRange": Subject(
        "clblint.nlb.security", of="NetworkLoadBalancer", by=":source_ranges_of", stage=BY_ANNOTATION
    ),
    "SecurityGroupItem": Subject(
        "clblint.nlb.values.security_groups", of="NetworkLoadBalancer", by="security_group_items", stage=BY_ANNOTATION
    ),
    "ZoneMapping": Subject(
        "clblint.nlb.values.zone_maps", of="NetworkLoadBalancer", by="zone_mappings", stage=BY_ANNOTATION
    ),
    "Migration": Subject("clblint.migration.migration"),
    "LostAnnotation": Subject("clblint.migration.migration", of="Migration", by="left_out"),
    "MovedListener": Subject("clblint.migration.migration", of="Migration", by="listeners", stage=LISTENER),
    "NodePort": Subject(_NODE_PORT),
    "Permissions": Subject("clblint.kube.ram_policies"),
    "AddressUse": Subject(_SHARING),
    "Selection": Subject("clblint.balancer.neighbours.selection"),
    "Service": Subject("clblint.kube.objects"),
    "SharedAttribute": Subject(_SHARED, of="Sharing", by=":shared_attributes"),
    "SharedGroup": Subject(_SHARED, of="Sharing", by=":shared_groups", stage=SERVER_GROUP),
    "SharedListener": Subject(_SHARED, of="Sharing", by=":shared_listeners", stage=LISTENER),
    "Sharing": Subject(_SHARING),
    "Suppression": Subject("clblint.suppress.model"),
    "TargetPort": Subject("clblint.balancer.neighbours.workloads"),
    "DuplicateService": Subject(_SHARING),
    "Workload": Subject("clblint.kube.workloads.pods"),
}


@cache
def _parts() -> dict[str, list[str]]:
    """The names of the subjects with `of`, by that name."""
    found: dict[str, list[str]] = {}
    for name, subject in SUBJECTS.items():
        found.setdefault(subject.of, []).append(name)
    return found


@cache
def parts_of(kind: str) -> tuple[str, ...]:
    """The names of the parts of a subject; a specific part replaces the general one."""
    own = _parts().get(kind, ())
    covered = {SUBJECTS[name].is_a for name in own}
    general = SUBJECTS[kind].is_a
    shared = parts_of(general) if general else ()
    return (*own, *(name for name in shared if name not in covered))


@cache
def kinds_of(kind: str) -> tuple[str, ...]:
    """The name of a subject, and of its more general subject, if any."""
    general = SUBJECTS[kind].is_a
    return (kind, general) if general else (kind,)


def with_wholes(kinds: Iterable[str]) -> set[str]:
    """The given kinds of subjects, and all those that they are parts of."""
    found = set(kinds)
    pending = [*found]
    while pending:
        whole = SUBJECTS[pending.pop()].of
        if whole and whole not in found:
            found.add(whole)
            pending.append(whole)
    return found


@cache
def giver(kind: str) -> Callable[[Any], Iterable[object]]:
    """The function from a whole to its parts of one kind; imports its module."""
    module, colon, name = SUBJECTS[kind].by.rpartition(":")
    if not colon:
        return attrgetter(name)
    function: Callable[[Any], Iterable[object]] = getattr(import_module(module or SUBJECTS[kind].module), name)
    return function


def refuse_unknown(rule: str, on: type | str, check: Callable[..., object]) -> None:
    """Raise `UsageError` if a rule is on a type, or the name of one, that is not in the registry."""
    name = on if isinstance(on, str) else on.__name__
    known = SUBJECTS.get(name)
    if known is not None and (isinstance(on, str) or known.module == on.__module__):
        return
    code = check.__code__
    raise UsageError(
        tr(
            "rule {rule} is on {subject}, which no rule is handed ({place}); a rule can be on {subjects}",
            rule=rule,
            subject=name,
            place=f"{code.co_filename}:{code.co_firstlineno}",
            subjects=", ".join(SUBJECTS),
        )
    )
