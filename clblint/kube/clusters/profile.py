"""`Cluster`: the facts about a cluster from the `cluster:` section of the configuration, with defaults."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.fact import Fact, Origin
from clblint.light import cache
from clblint.source.place import Place, Span


class PortRange(NamedTuple):
    """A range of ports, both ends included."""

    first: int
    last: int

    def __contains__(self, port: object) -> bool:
        return isinstance(port, int) and self.first <= port <= self.last

    def __str__(self) -> str:
        return f"{self.first}-{self.last}"

    def overlap(self, other: PortRange) -> PortRange | None:
        """The ports that are in both ranges; None if there are none."""
        first, last = max(self.first, other.first), min(self.last, other.last)
        return PortRange(first, last) if first <= last else None


class Unwritten:
    """The place of a fact that the configuration does not declare."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path

    @property
    def place(self) -> Place:
        """The start of the configuration file, which need not exist."""
        return Place(self.path, Span(1, 1, 1, 1))


NODE_PORTS = PortRange(30000, 32767)  # kube-apiserver's --service-node-port-range
LOCAL_PORTS = PortRange(32768, 60999)  # Linux' net.ipv4.ip_local_port_range


# The words without which no text sets one of these ranges: of the flag, and of the sysctl.
NODE_PORTS_FLAG, LOCAL_PORTS_SYSCTL = "service-node-port-range", "ip_local_port_range"


class Cluster(NamedTuple):
    """The `cluster:` section of the configuration; a fact is None if it is not declared and has no default."""

    node_port_range: Fact[PortRange]
    ip_local_port_range: Fact[PortRange]
    service_backend_type: Fact[str]
    disable_public_slb: Fact[bool]
    backend_quota: Fact[int]
    ccm_version: Fact[str] | None = None
    kubernetes_version: Fact[str] | None = None
    network_plugin: Fact[str] | None = None
    cluster_type: Fact[str] | None = None
    nodes: Fact[int] | None = None
    node_labels: tuple[dict[str, str], ...] | None = None
    vpc_id: Fact[str] | None = None
    region: Fact[str] | None = None
    feature_gates: dict[str, Fact[bool]] | None = None
    migrate_to: Fact[str] | None = None

    @property
    def declared(self) -> Cluster:
        """The same facts; access to them is not recorded as a rule's need of an undeclared fact."""
        return self

    def has_declared(self, key: str) -> bool:
        """Whether the configuration declares a fact, by its key there."""
        value = getattr(self.declared, key.replace("-", "_"))
        return value is not None and getattr(value, "written", True)

    def has_gate(self, name: str) -> Fact[bool] | None:
        """Whether a feature gate of the CCM is on; None if that is not declared."""
        return (self.feature_gates or {}).get(name)

    @property
    def gates_on(self) -> frozenset[str]:
        """The feature gates of the CCM that are declared to be on."""
        gates = self.declared.feature_gates or {}
        return frozenset(name for name, gate in gates.items() if gate.holds)

    @property
    def is_dedicated(self) -> bool:
        """Whether it is declared to be dedicated, so that its CCM has a RAM policy of the user."""
        kind = self.cluster_type
        return kind is not None and kind.value == "dedicated"

    @property
    def default_back_ends(self) -> Fact[str]:
        """The default back end type of a Service: `ecs` for nodes, `eni` for pods.

        Clusters with Terway have either default since August 2020, so it is unknown for them unless declared.
        """
        default, plugin = self.service_backend_type, self.declared.network_plugin
        if default.written or plugin is None or plugin.value == "flannel":
            return default
        return Fact(default.value, default.node, Origin.UNKNOWN, default.key)


@cache
def undeclared(path: str = ".clblint.yaml") -> Cluster:
    """The cluster without declared facts: defaults only."""
    at = Unwritten(path)
    return Cluster(
        node_port_range=Fact(NODE_PORTS, at, Origin.DEFAULT),
        ip_local_port_range=Fact(LOCAL_PORTS, at, Origin.DEFAULT),
        service_backend_type=Fact("ecs", at, Origin.DEFAULT),
        disable_public_slb=Fact(value=False, node=at, origin=Origin.DEFAULT),
        backend_quota=Fact(200, at, Origin.DEFAULT),
    )


def may_be_set_in(text: str) -> bool:
    """Whether a file may set one of the port ranges of a cluster: a fast check before its objects are examined."""
    return NODE_PORTS_FLAG in text or LOCAL_PORTS_SYSCTL in text


def unnamed(path: str) -> str | None:  # noqa: ARG001 - stands for a configuration, which would look at the path
    """The declared name of the cluster that a file is applied to: none; the default without a configuration."""
    return None


class RecordingCluster(Cluster):
    """A cluster that records in `asked` which undeclared facts a rule accesses.

    A rule accesses them last, when everything in the manifests indicates a finding; if it then reports nothing, it
    needs the fact.
    """

    asked: set[str]
    unrecorded: Cluster

    @property
    def declared(self) -> Cluster:
        """The same facts, not recorded."""
        return self.unrecorded


def recording(cluster: Cluster, asked: set[str]) -> RecordingCluster:
    """The cluster, recording in `asked` the configuration keys of accessed facts that are not declared."""
    made = RecordingCluster(*cluster)
    made.asked, made.unrecorded = asked, cluster
    return made


def _noting(name: str) -> property:
    index, key = Cluster._fields.index(name), name.replace("_", "-")

    def get(cluster: RecordingCluster) -> object:
        value = tuple.__getitem__(cluster, index)
        if value is None:
            cluster.asked.add(key)
        return value

    return property(get)


for _name in Cluster._field_defaults:  # the facts without a default value
    setattr(RecordingCluster, _name, _noting(_name))
