"""The facts that a snapshot shows as a cluster profile, so that rules which wait for a fact can run.

What the configuration declares beats what was read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from clblint.diagnose.cluster import DEDICATED, MANAGED
from clblint.diagnose.nodes import is_virtual, reason_out
from clblint.kube.clusters.profile import PortRange, Unwritten
from clblint.kube.fact import Fact, Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.cluster import ReadCluster
    from clblint.kube.clusters.profile import Cluster

T = TypeVar("T")
_PATH = "snapshot"
_VERSION_PARTS = 2


def profile_of(read: ReadCluster, declared: Cluster) -> Cluster:
    """The declared cluster, completed by what was read."""
    found: dict[str, Any] = {}
    for name, value, _ in facts_read(read):
        known = getattr(declared, name)
        if known is None or not (known.written if isinstance(known, Fact) else True):
            found[name] = _fact(value)
    if declared.node_labels is None and read.nodes_known:
        found["node_labels"] = tuple(node.labels for node in read.nodes if not is_virtual(node))
    return declared._replace(**found)


def _fact(value: T) -> Fact[T]:
    return Fact(value, Unwritten(_PATH), Origin.GIVEN)


def facts_read(read: ReadCluster) -> Iterator[tuple[str, Any, str]]:
    """Yield the facts with their names in the profile, their values, and the places where they were read."""
    version = read.ccm_version
    if version.value:
        yield "ccm_version", version.value, version.source
    kubernetes = read.kubernetes_version
    if kubernetes.value:
        yield "kubernetes_version", _minor(kubernetes.value), kubernetes.source
    if read.network_plugin.value:
        yield "network_plugin", read.network_plugin.value, read.network_plugin.source
    if read.kind.value in {DEDICATED, MANAGED}:
        yield "cluster_type", read.kind.value, read.kind.source
    if read.nodes_known:
        eligible = [
            node for node in read.nodes if not is_virtual(node) and not reason_out(node, removes_cordoned=False)
        ]
        yield "nodes", len(eligible), "nodes that can be back ends"
    if read.region:
        yield "region", read.region, "providerID of a Node"
    for name, ports in (("node_port_range", read.node_port_range), ("ip_local_port_range", read.local_port_range)):
        if ports is not None:
            yield name, PortRange(ports[0], ports[1]), ports[2]


def _minor(version: str) -> str:
    """`v1.30.7-aliyun.1` as `1.30`."""
    return ".".join(version.lstrip("v").split(".")[:_VERSION_PARTS])


def profile_text(read: ReadCluster) -> str:
    """The facts as a `cluster:` block of a configuration, each with its source in a comment."""
    rows = [f"  {name.replace('_', '-')}: {_scalar(value)}  # {source}\n" for name, value, source in facts_read(read)]
    return "cluster:\n" + "".join(rows) if rows else ""


def _scalar(value: object) -> str:
    text = str(value)
    return f'"{text}"' if text.replace(".", "").isdigit() and not isinstance(value, int) else text
