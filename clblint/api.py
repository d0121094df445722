"""The public API for packs of rules: the only module of clblint that plugins import.

A name is imported when a rule asks for it: `_HOMES` says from where, which is what type checkers see above it.
"""

from __future__ import annotations

import os

from clblint.light import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from clblint.balancer.back_ends import BackEnds
    from clblint.balancer.carried import CarriedAnnotation
    from clblint.balancer.counting import back_ends_needed, back_ends_of
    from clblint.balancer.drift import Drift, DriftedSetting, Mismatch
    from clblint.balancer.existing import (
        back_ends_of_others,
        is_of,
        is_own,
        listeners_in_the_way,
        made_for_it,
        refused_reuse,
    )
    from clblint.balancer.foreign import is_foreign
    from clblint.balancer.handling import OTHER_CLASSES, NetworkRequest
    from clblint.balancer.ineffective import NodeOption, ProxyField
    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.named import NamedCertificate
    from clblint.balancer.naming import listeners_named, numbers_of, ports_listened_on, ports_named, with_article
    from clblint.balancer.neighbours.claims import id_label
    from clblint.balancer.neighbours.fleet import Fleet
    from clblint.balancer.neighbours.node_port import NodePort
    from clblint.balancer.neighbours.selection import Selection
    from clblint.balancer.neighbours.shared import SharedAttribute, SharedGroup, SharedListener
    from clblint.balancer.neighbours.sharing import AddressUse, DuplicateService, Sharing
    from clblint.balancer.neighbours.workloads import ReadinessGate, TargetPort, WorkloadBehind
    from clblint.balancer.orphaned_resources import ExistingBalancer, OrphanedResource
    from clblint.balancer.server_groups import ServerGroup
    from clblint.balancer.used import Unread
    from clblint.balancer.values.backend_label import LabelFault, LabelItem
    from clblint.balancer.values.decisions import reach_of
    from clblint.balancer.values.protocol_port import ProtocolFault, ProtocolItem
    from clblint.balancer.values.slices import ValueSlice, split
    from clblint.balancer.values.tags import Tag, TagFault, tags_of
    from clblint.balancer.values.vgroup_port import GroupItem
    from clblint.build import as_network, build
    from clblint.change.change import Change
    from clblint.change.cleanup import Cleanup
    from clblint.change.edits import AnnotationEdit, KeptListener, PortPair
    from clblint.change.immutable import ImmutableEdit
    from clblint.change.nlb.change import NetworkChange
    from clblint.change.parts import ClassAdded, FrozenEdit, RemovedPort, StaleValues, SwappedCertificate
    from clblint.clb.address_type import PRIVATE, PUBLIC
    from clblint.clb.carried import ClassicCarriedAnnotation
    from clblint.clb.existing.drift import SETTABLE
    from clblint.clb.existing.named import EnforcedAcl, enforced_acls
    from clblint.clb.existing.reuse import reaching
    from clblint.clb.instance import BY_USE_SINCE, NETWORK_TYPE_SINCE
    from clblint.clb.listeners import ClassicListener
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.clb.options import PROTOCOLS, WITHOUT_SCHEDULER
    from clblint.clb.server_groups import ClassicServerGroup
    from clblint.clb.values.classic_items import ClassicGroupItem, ClassicProtocolItem
    from clblint.clb.values.domain_extensions import Extension
    from clblint.clb.values.forward_port import ForwardFault, ForwardItem
    from clblint.fast import NamedTuple
    from clblint.i18n.text import N_, Text, Words, listed, phrase
    from clblint.inventory.network import Nlb, NlbGroup, NlbListener, NlbZone
    from clblint.inventory.records import AccessList, BalancerRecord, Clb, ClbListener, ListenerRecord, Record
    from clblint.kube.admission.node_ports import out_of_range
    from clblint.kube.admission.ports import mixed_protocols
    from clblint.kube.admission.rejection import Rejection
    from clblint.kube.admission.update import rejected_update
    from clblint.kube.admission.workloads import WorkloadRejection
    from clblint.kube.annotations import (
        BLANKS,
        DOUBTFUL,
        EMPTY,
        NULL,
        OLDER_KEY,
        PLACEHOLDER,
        UNKNOWN_KEY,
        ZERO,
        Annotation,
        AnnotationsHome,
    )
    from clblint.kube.catalogue.annotation import KnownAnnotation, known_up_to
    from clblint.kube.catalogue.catalogue import catalogue
    from clblint.kube.catalogue.violations import Violation
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.copied import CopiedFields
    from clblint.kube.duplicate_keys import DuplicateKey
    from clblint.kube.fact import Fact
    from clblint.kube.kustomize.record import RefusedBuild
    from clblint.kube.manifest import Broken
    from clblint.kube.misplaced import Misplaced
    from clblint.kube.mistyped import MistypedAnnotation
    from clblint.kube.objects import Concerned, KubeObject, Service, ServicePort
    from clblint.kube.quotes import quoted, unquoted
    from clblint.kube.ram_policies import Permissions
    from clblint.kube.unrendered import is_documentation as is_placeholder
    from clblint.kube.unrendered import is_left_over
    from clblint.kube.versions import is_older, known_older
    from clblint.kube.well_known import EXCLUDE_LABEL, EXCLUDE_LABELS, HASH_LABEL, MASTER_LABEL, NLB_CLASS
    from clblint.kube.workloads.pods import Container, ContainerPort, Workload
    from clblint.light import lru_cache
    from clblint.lint.cause import CauseFinder, FoundCause, LiveView, cause_finder
    from clblint.lint.condition import ANY_ANNOTATION
    from clblint.lint.edit import FixEdit
    from clblint.lint.editing import add, remove, rename, replace
    from clblint.lint.problem import Case, Problem, Problems, Reason, if_one_cluster, or_if_one_cluster, problem
    from clblint.lint.quoted_value import is_quoted, problem_of_quotes
    from clblint.lint.rule import Rule, rule
    from clblint.lint.severity import Severity
    from clblint.migration.conversions import is_on
    from clblint.migration.migration import LostAnnotation, Migration, MovedListener
    from clblint.migration.table import fate_of
    from clblint.nlb.carried import NetworkCarriedAnnotation
    from clblint.nlb.existing.drift import is_as_asked
    from clblint.nlb.existing.fitting import (
        eip_fault,
        eip_of,
        filters_sources,
        foreign_listeners,
        group_fault,
        left_groups,
        missing_zones,
        other_types,
        shown_by_none,
        source_range_groups,
        vpc_of,
    )
    from clblint.nlb.existing.quota import crowding
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.options import CHECK_DETAILS, wrapped
    from clblint.nlb.security import SOURCE_RANGES_SINCE, SourceRange
    from clblint.nlb.server_groups import NetworkServerGroup
    from clblint.nlb.values.network_items import NetworkGroupItem, NetworkProtocolItem
    from clblint.nlb.values.port_range import PortRangeItem
    from clblint.nlb.values.security_groups import SecurityGroupItem
    from clblint.nlb.values.zone_maps import ZoneFault, ZoneMapping
    from clblint.plugins.markers import hookimpl
    from clblint.report.report import Reporter
    from clblint.source.go_integers import whole
    from clblint.suppress.model import Suppression, UnknownName, UnusedName
    from clblint.suppress.silenced import ExpiredSetting

    __all__ = [
        "ANY_ANNOTATION",
        "BLANKS",
        "BY_USE_SINCE",
        "CHECK_DETAILS",
        "DOUBTFUL",
        "EMPTY",
        "EXCLUDE_LABEL",
        "EXCLUDE_LABELS",
        "HASH_LABEL",
        "MASTER_LABEL",
        "NETWORK_TYPE_SINCE",
        "NLB_CLASS",
        "NULL",
        "N_",
        "OLDER_KEY",
        "OTHER_CLASSES",
        "PLACEHOLDER",
        "PRIVATE",
        "PROTOCOLS",
        "PUBLIC",
        "SETTABLE",
        "SOURCE_RANGES_SINCE",
        "UNKNOWN_KEY",
        "WITHOUT_SCHEDULER",
        "ZERO",
        "AccessList",
        "AddressUse",
        "Annotation",
        "AnnotationEdit",
        "AnnotationsHome",
        "BackEnds",
        "BalancerRecord",
        "Broken",
        "CarriedAnnotation",
        "Case",
        "CauseFinder",
        "Change",
        "ClassAdded",
        "ClassicCarriedAnnotation",
        "ClassicGroupItem",
        "ClassicListener",
        "ClassicLoadBalancer",
        "ClassicProtocolItem",
        "ClassicServerGroup",
        "Clb",
        "ClbListener",
        "Cleanup",
        "Cluster",
        "Concerned",
        "Container",
        "ContainerPort",
        "CopiedFields",
        "Drift",
        "DriftedSetting",
        "DuplicateKey",
        "DuplicateService",
        "EnforcedAcl",
        "ExistingBalancer",
        "ExpiredSetting",
        "Extension",
        "Fact",
        "FixEdit",
        "Fleet",
        "ForwardFault",
        "ForwardItem",
        "FoundCause",
        "FrozenEdit",
        "GroupItem",
        "ImmutableEdit",
        "KeptListener",
        "KnownAnnotation",
        "KubeObject",
        "LabelFault",
        "LabelItem",
        "Listener",
        "ListenerRecord",
        "LiveView",
        "LoadBalancer",
        "LostAnnotation",
        "Migration",
        "Mismatch",
        "Misplaced",
        "MistypedAnnotation",
        "MovedListener",
        "NamedCertificate",
        "NamedTuple",
        "NetworkCarriedAnnotation",
        "NetworkChange",
        "NetworkGroupItem",
        "NetworkListener",
        "NetworkLoadBalancer",
        "NetworkProtocolItem",
        "NetworkRequest",
        "NetworkServerGroup",
        "Nlb",
        "NlbGroup",
        "NlbListener",
        "NlbZone",
        "NodeOption",
        "NodePort",
        "OrphanedResource",
        "Permissions",
        "PortPair",
        "PortRangeItem",
        "Problem",
        "Problems",
        "ProtocolFault",
        "ProtocolItem",
        "ProxyField",
        "ReadinessGate",
        "Reason",
        "Record",
        "RefusedBuild",
        "Rejection",
        "RemovedPort",
        "Reporter",
        "Rule",
        "SecurityGroupItem",
        "Selection",
        "ServerGroup",
        "Service",
        "ServicePort",
        "Severity",
        "SharedAttribute",
        "SharedGroup",
        "SharedListener",
        "Sharing",
        "SourceRange",
        "StaleValues",
        "Suppression",
        "SwappedCertificate",
        "Tag",
        "TagFault",
        "TargetPort",
        "Text",
        "UnknownName",
        "Unread",
        "UnusedName",
        "ValueSlice",
        "Violation",
        "Words",
        "Workload",
        "WorkloadBehind",
        "WorkloadRejection",
        "ZoneFault",
        "ZoneMapping",
        "add",
        "as_network",
        "back_ends_needed",
        "back_ends_of",
        "back_ends_of_others",
        "build",
        "catalogue",
        "cause_finder",
        "crowding",
        "eip_fault",
        "eip_of",
        "enforced_acls",
        "fate_of",
        "filters_sources",
        "foreign_listeners",
        "group_fault",
        "hookimpl",
        "id_label",
        "if_one_cluster",
        "is_as_asked",
        "is_foreign",
        "is_left_over",
        "is_of",
        "is_older",
        "is_on",
        "is_own",
        "is_placeholder",
        "is_quoted",
        "known_older",
        "known_up_to",
        "left_groups",
        "listed",
        "listeners_in_the_way",
        "listeners_named",
        "load_balancer_of",
        "lru_cache",
        "made_for_it",
        "missing_zones",
        "mixed_protocols",
        "numbers_of",
        "or_if_one_cluster",
        "other_types",
        "out_of_range",
        "phrase",
        "ports_listened_on",
        "ports_named",
        "problem",
        "problem_of_quotes",
        "quoted",
        "reach_of",
        "reaching",
        "refused_reuse",
        "rejected_update",
        "remove",
        "rename",
        "replace",
        "rule",
        "rules_in",
        "shown_by_none",
        "source_range_groups",
        "split",
        "tags_of",
        "unquoted",
        "vpc_of",
        "whole",
        "with_article",
        "wrapped",
    ]


def load_balancer_of(service: Service) -> LoadBalancer:
    """What the CCM would build from a Service, alone and on a cluster of which nothing is declared.

    For rules about annotations wherever they stand; rules about load balancers are handed theirs.
    """
    from clblint.build import build  # noqa: PLC0415 - few rules build a load balancer of their own
    from clblint.kube.clusters.profile import undeclared  # noqa: PLC0415 - as above

    return build(service, undeclared())


def rules_in(package: ModuleType) -> list[Rule]:
    """Every rule of the modules in a package's folder."""
    files = sorted(name for path in package.__path__ for name in os.listdir(path) if name.endswith(".py"))
    names = [name.removesuffix(".py") for name in files if not name.startswith("_")]
    from clblint.lint.rule import Rule  # noqa: PLC0415 - a module with a rule has imported it already

    modules = [import_module(f"{package.__name__}.{name}") for name in names]
    return [thing for module in modules for thing in vars(module).values() if isinstance(thing, Rule)]


# Where each name is defined; `MODULE:NAME` where it has another name there.
_HOMES = {
    "ANY_ANNOTATION": "clblint.lint.condition",
    "AccessList": "clblint.inventory.records",
    "AddressUse": "clblint.balancer.neighbours.sharing",
    "Annotation": "clblint.kube.annotations",
    "AnnotationEdit": "clblint.change.edits",
    "AnnotationsHome": "clblint.kube.annotations",
    "BLANKS": "clblint.kube.annotations",
    "BY_USE_SINCE": "clblint.clb.instance",
    "BackEnds": "clblint.balancer.back_ends",
    "BalancerRecord": "clblint.inventory.records",
    "Broken": "clblint.kube.manifest",
    "CHECK_DETAILS": "clblint.nlb.options",
    "CarriedAnnotation": "clblint.balancer.carried",
    "Case": "clblint.lint.problem",
    "CauseFinder": "clblint.lint.cause",
    "Change": "clblint.change.change",
    "ClassAdded": "clblint.change.parts",
    "ClassicCarriedAnnotation": "clblint.clb.carried",
    "ClassicGroupItem": "clblint.clb.values.classic_items",
    "ClassicListener": "clblint.clb.listeners",
    "ClassicLoadBalancer": "clblint.clb.model",
    "ClassicProtocolItem": "clblint.clb.values.classic_items",
    "ClassicServerGroup": "clblint.clb.server_groups",
    "Clb": "clblint.inventory.records",
    "ClbListener": "clblint.inventory.records",
    "Cleanup": "clblint.change.cleanup",
    "Cluster": "clblint.kube.clusters.profile",
    "Concerned": "clblint.kube.objects",
    "Container": "clblint.kube.workloads.pods",
    "ContainerPort": "clblint.kube.workloads.pods",
    "CopiedFields": "clblint.kube.copied",
    "DOUBTFUL": "clblint.kube.annotations",
    "Drift": "clblint.balancer.drift",
    "DriftedSetting": "clblint.balancer.drift",
    "DuplicateKey": "clblint.kube.duplicate_keys",
    "DuplicateService": "clblint.balancer.neighbours.sharing",
    "EMPTY": "clblint.kube.annotations",
    "EXCLUDE_LABEL": "clblint.kube.well_known",
    "EXCLUDE_LABELS": "clblint.kube.well_known",
    "EnforcedAcl": "clblint.clb.existing.named",
    "ExistingBalancer": "clblint.balancer.orphaned_resources",
    "ExpiredSetting": "clblint.suppress.silenced",
    "Extension": "clblint.clb.values.domain_extensions",
    "Fact": "clblint.kube.fact",
    "FixEdit": "clblint.lint.edit",
    "Fleet": "clblint.balancer.neighbours.fleet",
    "ForwardFault": "clblint.clb.values.forward_port",
    "ForwardItem": "clblint.clb.values.forward_port",
    "FoundCause": "clblint.lint.cause",
    "FrozenEdit": "clblint.change.parts",
    "GroupItem": "clblint.balancer.values.vgroup_port",
    "HASH_LABEL": "clblint.kube.well_known",
    "ImmutableEdit": "clblint.change.immutable",
    "KeptListener": "clblint.change.edits",
    "KnownAnnotation": "clblint.kube.catalogue.annotation",
    "KubeObject": "clblint.kube.objects",
    "LabelFault": "clblint.balancer.values.backend_label",
    "LabelItem": "clblint.balancer.values.backend_label",
    "Listener": "clblint.balancer.listeners",
    "ListenerRecord": "clblint.inventory.records",
    "LiveView": "clblint.lint.cause",
    "LoadBalancer": "clblint.balancer.model",
    "LostAnnotation": "clblint.migration.migration",
    "MASTER_LABEL": "clblint.kube.well_known",
    "Migration": "clblint.migration.migration",
    "Mismatch": "clblint.balancer.drift",
    "Misplaced": "clblint.kube.misplaced",
    "MistypedAnnotation": "clblint.kube.mistyped",
    "MovedListener": "clblint.migration.migration",
    "NETWORK_TYPE_SINCE": "clblint.clb.instance",
    "NLB_CLASS": "clblint.kube.well_known",
    "NULL": "clblint.kube.annotations",
    "N_": "clblint.i18n.text",
    "NamedCertificate": "clblint.balancer.named",
    "NamedTuple": "clblint.fast",
    "NetworkCarriedAnnotation": "clblint.nlb.carried",
    "NetworkChange": "clblint.change.nlb.change",
    "NetworkGroupItem": "clblint.nlb.values.network_items",
    "NetworkListener": "clblint.nlb.listeners",
    "NetworkLoadBalancer": "clblint.nlb.model",
    "NetworkProtocolItem": "clblint.nlb.values.network_items",
    "NetworkRequest": "clblint.balancer.handling",
    "NetworkServerGroup": "clblint.nlb.server_groups",
    "Nlb": "clblint.inventory.network",
    "NlbGroup": "clblint.inventory.network",
    "NlbListener": "clblint.inventory.network",
    "NlbZone": "clblint.inventory.network",
    "NodeOption": "clblint.balancer.ineffective",
    "NodePort": "clblint.balancer.neighbours.node_port",
    "OLDER_KEY": "clblint.kube.annotations",
    "OTHER_CLASSES": "clblint.balancer.handling",
    "OrphanedResource": "clblint.balancer.orphaned_resources",
    "PLACEHOLDER": "clblint.kube.annotations",
    "PRIVATE": "clblint.clb.address_type",
    "PROTOCOLS": "clblint.clb.options",
    "PUBLIC": "clblint.clb.address_type",
    "Permissions": "clblint.kube.ram_policies",
    "PortPair": "clblint.change.edits",
    "PortRangeItem": "clblint.nlb.values.port_range",
    "Problem": "clblint.lint.problem",
    "Problems": "clblint.lint.problem",
    "ProtocolFault": "clblint.balancer.values.protocol_port",
    "ProtocolItem": "clblint.balancer.values.protocol_port",
    "ProxyField": "clblint.balancer.ineffective",
    "ReadinessGate": "clblint.balancer.neighbours.workloads",
    "Reason": "clblint.lint.problem",
    "Record": "clblint.inventory.records",
    "RefusedBuild": "clblint.kube.kustomize.record",
    "Rejection": "clblint.kube.admission.rejection",
    "RemovedPort": "clblint.change.parts",
    "Reporter": "clblint.report.report",
    "Rule": "clblint.lint.rule",
    "SETTABLE": "clblint.clb.existing.drift",
    "SOURCE_RANGES_SINCE": "clblint.nlb.security",
    "SecurityGroupItem": "clblint.nlb.values.security_groups",
    "Selection": "clblint.balancer.neighbours.selection",
    "ServerGroup": "clblint.balancer.server_groups",
    "Service": "clblint.kube.objects",
    "ServicePort": "clblint.kube.objects",
    "Severity": "clblint.lint.severity",
    "SharedAttribute": "clblint.balancer.neighbours.shared",
    "SharedGroup": "clblint.balancer.neighbours.shared",
    "SharedListener": "clblint.balancer.neighbours.shared",
    "Sharing": "clblint.balancer.neighbours.sharing",
    "SourceRange": "clblint.nlb.security",
    "StaleValues": "clblint.change.parts",
    "Suppression": "clblint.suppress.model",
    "SwappedCertificate": "clblint.change.parts",
    "Tag": "clblint.balancer.values.tags",
    "TagFault": "clblint.balancer.values.tags",
    "TargetPort": "clblint.balancer.neighbours.workloads",
    "Text": "clblint.i18n.text",
    "UNKNOWN_KEY": "clblint.kube.annotations",
    "UnknownName": "clblint.suppress.model",
    "Unread": "clblint.balancer.used",
    "UnusedName": "clblint.suppress.model",
    "ValueSlice": "clblint.balancer.values.slices",
    "Violation": "clblint.kube.catalogue.violations",
    "WITHOUT_SCHEDULER": "clblint.clb.options",
    "Words": "clblint.i18n.text",
    "Workload": "clblint.kube.workloads.pods",
    "WorkloadBehind": "clblint.balancer.neighbours.workloads",
    "WorkloadRejection": "clblint.kube.admission.workloads",
    "ZERO": "clblint.kube.annotations",
    "ZoneFault": "clblint.nlb.values.zone_maps",
    "ZoneMapping": "clblint.nlb.values.zone_maps",
    "add": "clblint.lint.editing",
    "as_network": "clblint.build",
    "back_ends_needed": "clblint.balancer.counting",
    "back_ends_of": "clblint.balancer.counting",
    "back_ends_of_others": "clblint.balancer.existing",
    "build": "clblint.build",
    "catalogue": "clblint.kube.catalogue.catalogue",
    "cause_finder": "clblint.lint.cause",
    "crowding": "clblint.nlb.existing.quota",
    "eip_fault": "clblint.nlb.existing.fitting",
    "eip_of": "clblint.nlb.existing.fitting",
    "enforced_acls": "clblint.clb.existing.named",
    "fate_of": "clblint.migration.table",
    "filters_sources": "clblint.nlb.existing.fitting",
    "foreign_listeners": "clblint.nlb.existing.fitting",
    "group_fault": "clblint.nlb.existing.fitting",
    "hookimpl": "clblint.plugins.markers",
    "id_label": "clblint.balancer.neighbours.claims",
    "if_one_cluster": "clblint.lint.problem",
    "is_as_asked": "clblint.nlb.existing.drift",
    "is_foreign": "clblint.balancer.foreign",
    "is_left_over": "clblint.kube.unrendered",
    "is_of": "clblint.balancer.existing",
    "is_older": "clblint.kube.versions",
    "is_on": "clblint.migration.conversions",
    "is_own": "clblint.balancer.existing",
    "is_placeholder": "clblint.kube.unrendered:is_documentation",
    "is_quoted": "clblint.lint.quoted_value",
    "known_older": "clblint.kube.versions",
    "known_up_to": "clblint.kube.catalogue.annotation",
    "left_groups": "clblint.nlb.existing.fitting",
    "listed": "clblint.i18n.text",
    "listeners_in_the_way": "clblint.balancer.existing",
    "listeners_named": "clblint.balancer.naming",
    "lru_cache": "clblint.light",
    "made_for_it": "clblint.balancer.existing",
    "missing_zones": "clblint.nlb.existing.fitting",
    "mixed_protocols": "clblint.kube.admission.ports",
    "numbers_of": "clblint.balancer.naming",
    "or_if_one_cluster": "clblint.lint.problem",
    "other_types": "clblint.nlb.existing.fitting",
    "out_of_range": "clblint.kube.admission.node_ports",
    "phrase": "clblint.i18n.text",
    "ports_listened_on": "clblint.balancer.naming",
    "ports_named": "clblint.balancer.naming",
    "problem": "clblint.lint.problem",
    "problem_of_quotes": "clblint.lint.quoted_value",
    "quoted": "clblint.kube.quotes",
    "reach_of": "clblint.balancer.values.decisions",
    "reaching": "clblint.clb.existing.reuse",
    "refused_reuse": "clblint.balancer.existing",
    "rejected_update": "clblint.kube.admission.update",
    "remove": "clblint.lint.editing",
    "rename": "clblint.lint.editing",
    "replace": "clblint.lint.editing",
    "rule": "clblint.lint.rule",
    "shown_by_none": "clblint.nlb.existing.fitting",
    "source_range_groups": "clblint.nlb.existing.fitting",
    "split": "clblint.balancer.values.slices",
    "tags_of": "clblint.balancer.values.tags",
    "unquoted": "clblint.kube.quotes",
    "vpc_of": "clblint.nlb.existing.fitting",
    "whole": "clblint.source.go_integers",
    "with_article": "clblint.balancer.naming",
    "wrapped": "clblint.nlb.options",
}
_OWN = ("load_balancer_of", "rules_in")


def __getattr__(name: str) -> object:
    """Import a name on first access: a rule brings what it needs."""
    home = _HOMES.get(name)
    if name == "__all__":
        return [*_HOMES, *_OWN]
    if home is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    module, _, own_name = home.partition(":")
    found = globals()[name] = getattr(import_module(module), own_name or name)
    return found
