"""Runs the rules of `clblint check` on the live Services, without the rules about files.

The objects are written as JSON, one text for each namespace, and read as manifests are.
"""

from __future__ import annotations

import json
from collections import defaultdict

from clblint.diagnose.hash_label import is_hidden
from clblint.diagnose.objects import HIDDEN_VALUE, WORKLOADS
from clblint.discovery.walk import Input
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.service import LiveService, SnapshotServices
    from clblint.diagnose.shape import Plain
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule

# Rules about fields that controllers write, allocated ports and the order of fields: each live object breaks them.
_ABOUT_FILES = frozenset({
    "copied-server-fields", "duplicate-service", "yaml-syntax", "unknown-suppression", "unused-suppression",
    "unexplained-suppression", "expired-setting", "duplicate-key", "int-zero-ignored", "orphan-clb", "orphan-nlb",
})  # fmt: skip
_FILE_PACKS = frozenset({"clblint_suppressions", "clblint_changes", "clblint_migration"})
_SCALERS = ("HorizontalPodAutoscaler", "ScaledObject")
_VERSIONS = {"HorizontalPodAutoscaler": "autoscaling/v2", "ScaledObject": "keda.sh/v1alpha1"}
_META = ("name", "namespace", "labels", "annotations")


def rules_for_objects(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """The rules that make sense for a live object."""
    return tuple(rule for rule in rules if rule.name not in _ABOUT_FILES and rule.pack not in _FILE_PACKS)


class LiveFindings:
    """The findings about the Services of a snapshot, by `namespace/name`, and errors of rules that broke."""

    def __init__(
        self, all_services: SnapshotServices, rules: tuple[Rule, ...], cluster: Cluster, inventory: Inventory | None
    ) -> None:
        texts = {f"{namespace or '-'}.json": text for namespace, text in _texts(all_services)}
        inputs = [Input(name) for name in sorted(texts)]
        settings = WorkerSettings(rules_for_objects(rules), cluster, inventory=inventory)
        outcome = lint(inputs, lambda: settings, texts.__getitem__)
        self.errors = outcome.errors
        self._found: dict[str, list[Finding]] = defaultdict(list)
        for finding in outcome.findings:
            self._found[finding.object].append(finding)

    def of(self, service: LiveService) -> list[Finding]:
        """The findings about a Service and the workloads behind it, the most severe first."""
        names = [f"{one.namespace}/{one.kind}/{one.name}" for one in (service.thing, *service.templates)]
        return sorted((found for name in names for found in self._found.get(name, ())), key=lambda one: -one.severity)


def _texts(all_services: SnapshotServices) -> Iterator[tuple[str, bytes]]:
    """Yield the namespaces with a load balancer Service, and their objects as JSON."""
    found: dict[str, list[Plain]] = defaultdict(list)
    for service in all_services.by_name.values():
        if not service.is_described and not all_services.cluster.foreign:
            found[service.namespace].append(_service(service))
    for kind in (*WORKLOADS, "Pod", *_SCALERS):
        for thing in all_services.snapshot.all(kind):
            if thing.namespace in found and (thing.raw or kind in _SCALERS):
                found[thing.namespace].append(_workload(thing))
    for namespace, items in found.items():
        yield namespace, json.dumps({"apiVersion": "v1", "kind": "List", "items": items}).encode()


def _service(service: LiveService) -> Plain:
    thing = service.thing
    meta = {key: value for key in (*_META, "uid") if (value := thing.body["metadata"].get(key))}
    if "annotations" in meta:
        meta["annotations"] = {key: _known(value) for key, value in thing.annotations.items()}
    status = thing.body.get("status", {})  # by which an inventory has its load balancer
    return {"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": thing.raw.get("spec"), "status": status}


def _known(value: str) -> str:
    """A value; a redacted one becomes `HIDDEN_VALUE`, which rules treat as unknown."""
    return HIDDEN_VALUE if is_hidden(value) else value


def _workload(thing: LiveObject) -> Plain:
    meta = {key: value for key in _META if (value := thing.body["metadata"].get(key))}
    version = thing.raw.get("apiVersion") or _VERSIONS.get(thing.kind, "v1")
    spec = thing.raw.get("spec") if thing.raw else thing.body.get("spec")
    return {"apiVersion": version, "kind": thing.kind, "metadata": meta, "spec": spec}
