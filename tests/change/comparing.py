"""Two states of files, and what is said of the way from the one to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.change.effect import NONE
from clblint.kube.clusters.profile import undeclared
from clblint.plugins.manager import load_plugins
from clblint.run.against import between, findings_of
from tests.recorded.files import CORPUS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.change.change import Change
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster

EVERY = 1
RULES = load_plugins().rules


def manifests(every: int = EVERY) -> dict[str, bytes]:
    """Every file of the corpus with a load balancer Service, or every so many-th."""
    paths = sorted(path for path in CORPUS.rglob("*") if path.suffix in {".yaml", ".yml"} and path.is_file())
    found = ((path, path.read_bytes()) for path in paths)
    holding = [(path, data) for path, data in found if b"LoadBalancer" in data and b"kind: Service" in data]
    return {path.relative_to(CORPUS).as_posix(): data for path, data in holding[::every]}


def effects(found: Iterable[Change]) -> list[str]:
    """What a change does to load balancers, where it does anything."""
    return [f"{change.service.path}: {change.effect.kind}" for change in found if change.effect.kind != NONE]


def compared(
    old: dict[str, bytes], new: dict[str, bytes], cluster: Cluster | None = None, inventory: Inventory | None = None
) -> list[str]:
    """What is said about a change, and what the plan of it holds."""
    cluster = cluster or undeclared()
    then = {path: (f"old/{path}", data) for path, data in old.items()}
    now = {path: (path, data) for path, data in new.items()}
    found = between(then, now, cluster, inventory)
    findings, failures = findings_of(found, RULES, cluster)
    assert not failures
    return [f"{finding.path}: {finding.rule}" for finding in findings] + effects(found)
