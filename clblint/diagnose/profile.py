"""The facts that a snapshot shows as a cluster profile, so that rules which wait for a fact can run.

What the configuration declares beats what was read.
"""

from __future__ import annotations

import json
import re

from clblint.diagnose.cluster import DEDICATED, MANAGED, Known
from clblint.diagnose.nodes import is_virtual, reason_out
from clblint.kube.clusters.profile import PortRange, Unwritten
from clblint.kube.fact import Fact, Origin
from clblint.light import TypeVar
from clblint.report.report import Style
from clblint.report.terminal import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.diagnose.cluster import ReadCluster
    from clblint.kube.clusters.profile import Cluster

T = TypeVar("T")
_PATH = "snapshot"
_VERSION_PARTS = 2
_STYLE = Style(color=False, width=0, unicode=True)
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")  # what YAML takes as it is
_GATES = frozenset({"IPv6DualStack", "LoadBalancerTypeAnnotation"})  # those of a configuration


def profile_of(read: ReadCluster, declared: Cluster) -> Cluster:
    """The declared cluster, completed by what was read."""
    found: dict[str, Any] = {}
    for name, value, _ in facts_read(read):
        known = getattr(declared, name)
        if known is None or not (known.written if isinstance(known, Fact) else True):
            found[name] = _fact(value)
    if declared.node_labels is None and read.nodes_known:
        found["node_labels"] = tuple(node.labels for node in read.nodes if not is_virtual(node))
    gates = {name: _fact(on) for name, on in read.feature_gates[0].items()}
    if gates:
        found["feature_gates"] = gates | (declared.feature_gates or {})
    return declared._replace(**found)


def _fact(value: T) -> Fact[T]:
    return Fact(value, Unwritten(_PATH), Origin.GIVEN)


def facts_read(read: ReadCluster) -> Iterator[tuple[str, Any, str]]:
    """Yield the facts with their names in the profile, their values, and the places where they were read."""
    kubernetes, kind = read.kubernetes_version, read.kind
    facts = {
        "ccm_version": read.ccm_version,
        "kubernetes_version": kubernetes._replace(value=_minor(kubernetes.value)),
        "network_plugin": read.network_plugin,
        "cluster_type": kind if kind.value in {DEDICATED, MANAGED} else Known("", ""),
        "service_backend_type": read.default_back_ends,
        "vpc_id": read.vpc,
        "region": Known(read.region, "providerID of a Node"),
    }
    yield from ((name, known.value, known.source) for name, known in facts.items() if known.value)
    if read.forbids_public.value:
        yield "disable_public_slb", True, read.forbids_public.source
    if read.nodes_known:
        real = (node for node in read.nodes if not is_virtual(node))
        count = sum(not reason_out(node, removes_cordoned=False) for node in real)
        yield "nodes", count, "nodes that can be back ends"
    for name, ports in (("node_port_range", read.node_port_range), ("ip_local_port_range", read.local_port_range)):
        if ports is not None:
            yield name, PortRange(ports[0], ports[1]), ports[2]


def _minor(version: str) -> str:
    """`v1.30.7-aliyun.1` as `1.30`."""
    return ".".join(version.lstrip("v").split(".")[:_VERSION_PARTS])


def profile_text(read: ReadCluster) -> str:
    """The facts as a `cluster:` block of a configuration, each with its source in a comment."""
    gates, place = read.feature_gates
    rows = [f"  {name.replace('_', '-')}: {_scalar(value)}{_from(source)}" for name, value, source in facts_read(read)]
    if gates:
        rows.append(f"  feature-gates:{_from(place)}")
        rows += [f"    {name}: {str(on).lower()}\n" for name, on in gates.items() if name in _GATES]
    return "cluster:\n" + "".join(rows) if rows else ""


def _from(source: str) -> str:
    """A comment; a name in a snapshot may have line ends, which would end it."""
    return f"  # {visible(source, _STYLE)}\n"


def _scalar(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    is_plain = _PLAIN.fullmatch(text) is not None and (isinstance(value, int) or not text.replace(".", "").isdigit())
    return text if is_plain else json.dumps(text)
