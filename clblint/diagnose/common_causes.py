"""What several Services have in common: one node, one account, one load balancer, or one moment."""

from __future__ import annotations

from collections import defaultdict

from clblint.fast import NamedTuple
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.diagnose.diagnosis import Diagnosis
    from clblint.diagnose.service import SnapshotServices
    from clblint.i18n.text import Text

_OF_PODS = frozenset({"pods-crashing", "pods-image-pull", "pods-not-ready"})
_OF_ALL = {
    "account-overdue",
    "account-balance",
    "api-throttled",
    "ccm-not-running",
    "permission-missing",
    "no-eligible-node",
}


class CommonCause(NamedTuple):
    """Services with one cause, and why it is one."""

    services: tuple[str, ...]
    why: Text


def common_causes(diagnoses: Iterable[Diagnosis], all_services: SnapshotServices) -> Iterator[CommonCause]:
    """Yield the groups of Services with a common cause."""
    by_cause: dict[str, list[Diagnosis]] = defaultdict(list)
    for one in diagnoses:
        if one.causes:
            by_cause[one.causes[0].name].append(one)
    for name, found in by_cause.items():
        if len(found) > 1 and name in _OF_ALL:
            names = tuple(one.name for one in found)
            yield CommonCause(
                names,
                phrase(
                    "{count} Services have the cause {name}: it is one for all of them", count=len(found), name=name
                ),
            )
        elif len(found) > 1 and name in _OF_PODS:
            yield from _on_one_node(found, all_services)


def _on_one_node(found: list[Diagnosis], all_services: SnapshotServices) -> Iterator[CommonCause]:
    """Yield the Services whose bad pods all run on one node, if others do not."""
    by_node: dict[str, list[str]] = defaultdict(list)
    for one in found:
        service = all_services.by_name[one.name]
        nodes = {pod.text("spec", "nodeName") for pod in service.pods if pod.condition("Ready").get("status") != "True"}
        if len(nodes) == 1:
            by_node[nodes.pop()].append(one.name)
    for node, names in by_node.items():
        if node and len(names) > 1 and len(all_services.cluster.nodes) > 1:
            why = phrase(
                "their {count} bad pods run on one node, {node}: look there first", count=len(names), node=node
            )
            yield CommonCause(tuple(names), why)
