"""The object model: `KubeObject` (metadata, annotations), `Service` and `ServicePort`, with fields as facts."""

from __future__ import annotations

from itertools import islice

from clblint.fast import NamedTuple, cached_property
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.fact import Fact, Origin
from clblint.kube.field import Field, field_of
from clblint.kube.kustomize.role import NOT_ONE
from clblint.kube.schema.decoding import decodes
from clblint.kube.schema.types import SERVICE
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.duplicate_keys import DuplicateKey
    from clblint.kube.schema.undecodable import Undecodable
    from clblint.source.node import Node
    from clblint.source.place import Place

_MOST_PORTS = 1_000  # of a Service that are checked: checking one may need all others
_WITH_NODE_PORTS = frozenset({"LoadBalancer", "NodePort"})
# Kustomize converts annotation values to strings, and keeps the types of other fields that it does not write itself.
_WRITTEN_BY_KUSTOMIZE = frozenset({"metadata.annotations", "metadata.name", "metadata.namespace"})
_LABELLED = frozenset({
    "metadata.labels", "spec.selector", "spec.selector.matchLabels", "spec.template.metadata.labels",
})  # fmt: skip


class KubeObject:
    """Any Kubernetes object of a manifest."""

    of_any_kind = False  # its kind cannot be known
    are_values = False  # it is no object, but values for a chart
    index = 0  # its position among the objects of its file
    built_by = ""  # the folder of the kustomization that builds it
    told = ""  # all keys and values of what is built, if that is known; a file has them in its text
    kustomized = False  # a kustomization names its file
    alias = ""  # its name in the cluster if kustomizations change it
    repeated_in_texts: tuple[DuplicateKey, ...] = ()  # annotations that are set twice in a text with values
    partial = False  # it is a patch: absent fields are in its target
    patched = False  # a patch changes something of it
    unsettled = ""  # the file of a patch that changes it so much that the written fields are not those of the build
    targets: tuple[tuple[str, str], ...] = ()  # (kind, name) of the targets of a patch
    relabelled: frozenset[str] = frozenset()  # the keys of labels that kustomizations write
    overwritten: tuple[Place, ...] = ()  # the annotation values that every build overwrites
    changes: tuple[tuple[str, str], ...] = ()  # what a patch writes: (area, annotation or field)

    def __init__(self, root: Node) -> None:
        self.node = resolve(root)
        self.root = field_of(root)
        self.path = root.source.path

    @cached_property
    def kind(self) -> str:
        """Its kind; empty if absent."""
        return self.root.get("kind").text().value

    @cached_property
    def api_version(self) -> str:
        """Its API version; empty if absent."""
        return self.root.get("apiVersion").text().value

    @cached_property
    def name(self) -> Fact[str]:
        """`metadata.name`."""
        return self.root.get("metadata", "name").text()

    @cached_property
    def generate_name(self) -> Fact[str]:
        """`metadata.generateName`, the prefix of a generated name; empty if absent."""
        return self.root.get("metadata", "generateName").text()

    @property
    def built_name(self) -> Fact[str]:
        """Its name in the cluster; unknown if kustomizations build it under several names or the name is generated."""
        if not self.alias:
            prefix = self.generate_name if self.name.is_empty else self.name
            made_up = prefix is not self.name and bool(prefix.value)
            return Fact(f"{prefix}{{random}}", prefix.node, Origin.UNKNOWN, prefix.key) if made_up else self.name
        one = NOT_ONE not in self.alias
        node, key = self.name.node, self.name.key
        return Fact(self.alias if one else self.name.value, node, self.name.origin if one else Origin.UNKNOWN, key)

    @cached_property
    def namespace(self) -> str | None:
        """`metadata.namespace`; None if absent, so that `kubectl -n` decides."""
        return self.root.get("metadata", "namespace").text().value or None

    @cached_property
    def id(self) -> str:
        """`namespace/Kind/name`, or `Kind/name` without a namespace."""
        namespace, kind, name = self.namespace, self.kind, self.name.value
        if namespace and kind and name:  # most objects have all three
            return f"{namespace}/{kind}/{name}"
        return "/".join(filter(None, (namespace, kind, name)))

    @cached_property
    def annotations_field(self) -> Field:
        """`metadata.annotations`, present or not."""
        return self.root.get("metadata", "annotations")

    @cached_property
    def annotations(self) -> dict[str, Fact[str]]:
        """`metadata.annotations`; null is an empty string, as for the API server, other types are unknown."""
        return read_annotations(self.annotations_field)

    @property
    def duplicate_keys(self) -> tuple[DuplicateKey, ...]:
        """The keys that are set twice in one mapping, anywhere in the object.

        If two objects are merged by a missing `---`, only the first key of the second one.
        """
        if self.node.origin.ordinary:
            return self.repeated_in_texts
        from clblint.kube.duplicate_keys import duplicates_in  # noqa: PLC0415 - most manifests repeat no key

        return duplicates_in(self.node, self.repeated_in_texts)

    def is_mended(self, wrong: Undecodable) -> bool:
        """Whether kustomize overwrites a field that cannot be decoded, or converts it to a string."""
        if not self.kustomized:
            return False
        field, _, key = wrong.field.removesuffix("]").partition("[")
        return field in _WRITTEN_BY_KUSTOMIZE or (field in _LABELLED and key in self.relabelled)


class Concerned(KubeObject):
    """The subject of rules on objects that may matter to the CCM.

    Such a rule is called with Services, workloads, and every object with an annotation of the CCM.
    """


# What stands for the address of the back end in a health check (CLB, NLB), although it looks like a placeholder.
_THE_IP, _TAKES_IT = frozenset({"$_ip", "$SERVER_IP"}), "-loadbalancer-health-check-domain"


def read_annotations(field: Field) -> dict[str, Fact[str]]:
    """The annotations in a mapping as facts."""
    return {key: read_annotation(key, value) for key, value in field.items()}


def read_annotation(key: str, field: Field) -> Fact[str]:
    """The value of an annotation: null is stored as empty; an unquoted number or boolean is `MEANT` as its text."""
    fact, node = field.text(), field.node
    if fact.origin is Origin.GIVEN or not isinstance(node, Scalar):  # as nearly always
        return fact
    if node.value is None:
        return Fact("", node, Origin.GIVEN, field.at)
    if not isinstance(node.value, str):
        meant = next((text for text in (node.text, node.text.lower()) if _takes(key, text)), None)
        if meant is None:
            return Fact(node.text, node, Origin.UNKNOWN, field.at)
        return Fact(meant, node, Origin.MEANT, field.at)
    if fact.value in _THE_IP and key.endswith(_TAKES_IT):
        return Fact(fact.value, node, Origin.GIVEN, fact.key)
    return fact


def _takes(key: str, text: str) -> bool:
    known = catalogue().find(key)
    return known is not None and any(known.is_valid(text, reader) for reader in known.controllers)


class ServicePort(NamedTuple):
    """One entry of `spec.ports`; at position -1 stands the node port of health checks, which has no entry."""

    name: Fact[str]
    port: Fact[int]
    protocol: Fact[str]
    target_port: Fact[int | str | None]
    node_port: Fact[int]
    app_protocol: Fact[str]
    position: int

    @property
    def node_port_field(self) -> str:
        """The name of the field that asks for its node port."""
        return "nodePort" if self.position >= 0 else "healthCheckNodePort"

    @property
    def node_port_error(self) -> str:
        """The error of the API server for its node port, up to the reason; with `{index}` and `{port}`."""
        if self.position >= 0:
            return "spec.ports[{index}].nodePort: Invalid value: {port}"
        return "Internal error occurred: failed to allocate requested HealthCheck NodePort {port}"

    @property
    def is_by_name(self) -> bool:
        """Whether `targetPort` is the name of a port, and no number in quotes."""
        target = self.target_port
        return target.readable and isinstance(target.value, str) and not target.value.isdigit()

    @property
    def target(self) -> Fact[int | str | None]:
        """The port of the pods: `targetPort`, or `port` if that is absent, 0 or empty (the API server's default)."""
        return self.target_port if self.target_port.written and not self.target_port.is_empty else self.port


class Service(KubeObject):
    """A Service."""

    @cached_property
    def spec(self) -> Field:
        """`spec`."""
        return self.root.get("spec")

    @cached_property
    def fields(self) -> dict[str, tuple[Node, Node]] | None:
        """The fields of `spec` by name; None if they cannot be known."""
        node = self.spec.node
        if node is None:
            return {}
        return node.resolved() if isinstance(node, Mapping) else None

    def may_have(self, fields: frozenset[str]) -> bool:
        """Whether `spec` has one of these fields in the file, or is a placeholder as a whole.

        What only patches set does not count: such a fact is neither `present` nor `known`.
        """
        written = self.fields
        return written is None or not fields.isdisjoint(written)

    @cached_property
    def metadata_text(self) -> Fact[str]:
        """The text in place of `metadata`, if that is a placeholder (`${METADATA}`)."""
        return self.root.get("metadata").text()

    @cached_property
    def labels(self) -> dict[str, Fact[str]]:
        """`metadata.labels`."""
        return self.root.get("metadata", "labels").strings()

    @property
    def place_of_annotations(self) -> Node:
        """The position for findings on a missing annotation."""
        return self.annotations_field.at

    @cached_property
    def uid(self) -> Fact[str]:
        """`metadata.uid`, which the API server gives; empty where absent."""
        return self.root.get("metadata", "uid").text()

    @cached_property
    def resource_version(self) -> Fact[str]:
        """`metadata.resourceVersion`, which the API server gives; empty where absent."""
        return self.root.get("metadata", "resourceVersion").text()

    @cached_property
    def created(self) -> Fact[str]:
        """`metadata.creationTimestamp`, which the API server gives; empty where absent."""
        return self.root.get("metadata", "creationTimestamp").text()

    @cached_property
    def finalizers(self) -> tuple[Fact[str], ...]:
        """`metadata.finalizers`, in order."""
        return self.root.get("metadata", "finalizers").texts()

    @cached_property
    def annotated(self) -> Mapping | None:
        """The mapping of its annotations, for fixes that add one; None if there is none."""
        node = self.annotations_field.node
        return node if isinstance(node, Mapping) else None

    @cached_property
    def type(self) -> Fact[str]:
        """`spec.type`, by default ClusterIP; unknown if a placeholder is the whole of `spec`."""
        spec = self.spec
        if spec.is_left_open:
            return Fact("ClusterIP", spec.node or spec.at, Origin.UNKNOWN, spec.at)
        return spec.get("type").text_or("ClusterIP")

    @cached_property
    def misplaced_type(self) -> tuple[str, Fact[str]] | None:
        """The path and value of the first unknown field that holds `LoadBalancer`; None if there is none."""
        from clblint.kube.schema.unknown_fields import unknown_fields  # noqa: PLC0415 - few Services have no type

        found = ((path, field.text()) for path, field in unknown_fields(self.root, SERVICE))
        return next(((path, fact) for path, fact in found if fact.is_("LoadBalancer")), None)

    @cached_property
    def load_balancer_class(self) -> Fact[str]:
        """`spec.loadBalancerClass`, empty where absent."""
        return self.spec.get("loadBalancerClass").text()

    @cached_property
    def external_traffic_policy(self) -> Fact[str]:
        """`spec.externalTrafficPolicy`, by default Cluster."""
        return self.spec.get("externalTrafficPolicy").text_or("Cluster")

    @cached_property
    def ports(self) -> tuple[ServicePort, ...]:
        """`spec.ports` in order; of very many the first ones, since no load balancer has so many listeners."""
        return tuple(
            _service_port(item, i) for i, item in enumerate(islice(self.spec.get("ports").each(), _MOST_PORTS))
        )

    @cached_property
    def ports_by_number(self) -> dict[str, list[ServicePort]]:
        """The ports by their numbers as a list in an annotation names them, known or not."""
        return _by((str(port.port.value), port) for port in self.ports)

    @cached_property
    def ports_by_target(self) -> dict[str, list[ServicePort]]:
        """The ports by the numbers or names of their target ports, known or not."""
        return _by((str(port.target.value), port) for port in self.ports)

    @cached_property
    def has_known_ports(self) -> bool:
        """Whether the numbers of all ports are known."""
        return all(port.port.known for port in self.ports)

    @cached_property
    def asked_node_ports(self) -> dict[int, int]:
        """By the number of a port the first node port that a port of that number asks for."""
        asked = ((port.port.value, port.node_port) for port in reversed(self.ports))
        return {number: fact.value for number, fact in asked if fact.given}

    @cached_property
    def port_list(self) -> Fact[int]:
        """The number of entries in `spec.ports`: 0 if absent, unknown if it is not a list."""
        field = self.spec.get("ports")
        if field.node is None or not field.present:
            return Fact(0, field.at, Origin.DEFAULT)
        origin = Origin.GIVEN if isinstance(field.node, Sequence) else Origin.UNKNOWN
        return Fact(sum(1 for _ in field.each()), field.node, origin, field.at)

    @cached_property
    def cluster_ip(self) -> Fact[str]:
        """`spec.clusterIP`, empty where absent; `None` for a headless Service."""
        return self.spec.get("clusterIP").text()

    def has_only(self, family: str) -> bool:
        """Whether it is known to have addresses of one family only, `IPv4` or `IPv6`."""
        families = self.ip_families
        return self.ip_family_policy.is_("SingleStack") and bool(families) and all(one.is_(family) for one in families)

    @cached_property
    def external_ips(self) -> tuple[Fact[str], ...]:
        """`spec.externalIPs`, in order."""
        return self.spec.get("externalIPs").texts()

    @cached_property
    def session_affinity(self) -> Fact[str]:
        """`spec.sessionAffinity`, by default None."""
        return self.spec.get("sessionAffinity").text_or("None")

    @cached_property
    def affinity_seconds(self) -> Fact[int]:
        """`spec.sessionAffinityConfig.clientIP.timeoutSeconds`, 0 where absent."""
        return self.spec.get("sessionAffinityConfig", "clientIP", "timeoutSeconds").integer()

    @cached_property
    def source_ranges(self) -> tuple[Fact[str], ...]:
        """`spec.loadBalancerSourceRanges`, in order."""
        return self.spec.get("loadBalancerSourceRanges").texts()

    @cached_property
    def health_check_node_port(self) -> Fact[int]:
        """`spec.healthCheckNodePort`, 0 where absent."""
        return self.spec.get("healthCheckNodePort").integer()

    @cached_property
    def allocates_node_ports(self) -> Fact[bool]:
        """`spec.allocateLoadBalancerNodePorts`, by default true."""
        return self.spec.get("allocateLoadBalancerNodePorts").boolean(default=True)

    def with_given_node_ports(self) -> Service:
        """The same Service, of which each port has got a node port before: the API server takes none back."""
        from copy import copy  # noqa: PLC0415 - imports `weakref`, and few Services are compared

        made = copy(self)
        allocates = self.allocates_node_ports
        vars(made)["allocates_node_ports"] = Fact(True, allocates.node, Origin.DEFAULT, allocates.key)  # noqa: FBT003 - the value of a fact
        return made

    @cached_property
    def publishes_not_ready(self) -> Fact[bool]:
        """`spec.publishNotReadyAddresses`, by default false."""
        return self.spec.get("publishNotReadyAddresses").boolean(default=False)

    @cached_property
    def status_addresses(self) -> Fact[int]:
        """The number of entries in `status.loadBalancer.ingress`, which the CCM writes; 0 if absent."""
        field = self.root.get("status", "loadBalancer", "ingress")
        if field.node is None or not (count := sum(1 for _ in field.each())):
            return Fact(0, field.at, Origin.DEFAULT)
        return Fact(count, field.node, Origin.GIVEN, field.at)

    @cached_property
    def status_ips(self) -> tuple[Fact[str], ...]:
        """The IP addresses in `status.loadBalancer.ingress`; entries with only a host name are skipped."""
        entries = self.root.get("status", "loadBalancer", "ingress").each()
        return tuple(entry.get("ip").text() for entry in entries if entry.get("ip").present)

    @cached_property
    def status_hostnames(self) -> tuple[Fact[str], ...]:
        """The host names in `status.loadBalancer.ingress`, one for each entry; empty where it has none."""
        entries = self.root.get("status", "loadBalancer", "ingress").each()
        return tuple(entry.get("hostname").text() for entry in entries)

    @cached_property
    def load_balancer_ip(self) -> Fact[str]:
        """`spec.loadBalancerIP`, empty where absent."""
        return self.spec.get("loadBalancerIP").text()

    @cached_property
    def internal_traffic_policy(self) -> Fact[str]:
        """`spec.internalTrafficPolicy`, by default Cluster."""
        return self.spec.get("internalTrafficPolicy").text("Cluster")

    @cached_property
    def traffic_distribution(self) -> Fact[str]:
        """`spec.trafficDistribution`, empty where absent."""
        return self.spec.get("trafficDistribution").text()

    @cached_property
    def ip_families(self) -> tuple[Fact[str], ...]:
        """`spec.ipFamilies`, in order."""
        return self.spec.get("ipFamilies").texts()

    @cached_property
    def ip_family_policy(self) -> Fact[str]:
        """`spec.ipFamilyPolicy`, by default SingleStack."""
        return self.spec.get("ipFamilyPolicy").text("SingleStack")

    @cached_property
    def selector(self) -> dict[str, Fact[str]]:
        """`spec.selector`, empty where absent."""
        return self.spec.get("selector").strings()

    @cached_property
    def place_of_selector(self) -> Node:
        """The position of `spec.selector`, or of the parent that omits it."""
        return self.spec.get("selector").at

    @property
    def node_ports(self) -> list[ServicePort]:
        """The ports that ask for a node port; the last one is that of health checks, of the same range."""
        if self.type.value not in _WITH_NODE_PORTS:
            return []
        return [*(port for port in self.ports if port.node_port.readable), *self._health_check_port]

    @property
    def _health_check_port(self) -> list[ServicePort]:
        asked = self.health_check_node_port
        if not asked.readable or self.type.value != "LoadBalancer" or self.external_traffic_policy.value != "Local":
            return []
        text, number = Fact("", asked.node, Origin.DEFAULT, asked.key), Fact(0, asked.node, Origin.DEFAULT, asked.key)
        target: Fact[int | str | None] = Fact(None, asked.node, Origin.DEFAULT, asked.key)
        return [ServicePort(text, number, text, target, asked, text, position=-1)]

    @cached_property
    def undecodable(self) -> tuple[Undecodable, ...]:
        """The fields whose JSON type the API server cannot decode."""
        if self.partial or decodes(self.node, SERVICE):
            return ()
        from clblint.kube.schema.undecodable import undecodable  # noqa: PLC0415 - few objects cannot be decoded

        return tuple(wrong for wrong in undecodable(self.root, SERVICE) if not self.is_mended(wrong))

    @property
    def fronts_ingress(self) -> bool:
        """Whether its back end is an ingress controller, judged by its name and selector."""
        return any("ingress" in fact.value.lower() for fact in (self.name, *self.selector.values()))

    @property
    def fragment(self) -> bool:
        """Whether it is a partial Service (a patch, an excerpt): without type, ports and selector."""
        return self.partial or bool(self.unsettled) or not (self.type.written or self.ports or self.selector)

    @cached_property
    def selector_values(self) -> dict[str, str] | None:
        """The selector as strings; None if it is absent or partly unknown."""
        if not self.selector or not all(fact.known for fact in self.selector.values()):
            return None
        return {key: fact.value for key, fact in self.selector.items()}


def _by(ports: Iterable[tuple[str, ServicePort]]) -> dict[str, list[ServicePort]]:
    found: dict[str, list[ServicePort]] = {}
    for key, port in ports:
        found.setdefault(key, []).append(port)
    return found


def _service_port(item: Field, position: int) -> ServicePort:
    if not isinstance(item.node, Mapping) and item.present:
        return _unknown_port(item.at, position)
    protocol = item.get("protocol").text_or("TCP")
    target = item.get("targetPort").number_or_text()
    return ServicePort(
        name=item.get("name").text(),
        port=item.get("port").integer(),
        protocol=protocol,
        target_port=target,
        node_port=item.get("nodePort").integer(),
        app_protocol=item.get("appProtocol").text(),
        position=position,
    )


def _unknown_port(at: Node, position: int) -> ServicePort:
    """A port with unknown fields, for an entry that is not a mapping."""
    unknown, number = Fact("", at, Origin.UNKNOWN), Fact(0, at, Origin.UNKNOWN)
    target: Fact[int | str | None] = Fact(None, at, Origin.UNKNOWN)
    return ServicePort(unknown, number, Fact("TCP", at, Origin.UNKNOWN), target, number, unknown, position)
