"""Snapshots for tests: a healthy cluster to change, and the report about files."""

from __future__ import annotations

import copy
import gzip
import io
import json
from contextlib import redirect_stdout
from functools import cache
from typing import TYPE_CHECKING, Any

from clblint.cli.diagnose import run as run_diagnose
from clblint.diagnose.hash_label import service_hash
from tests.recorded.files import DIAGNOSED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Plain = dict[str, Any]
DAY = "2026-11-20T"
PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
_HASH = "service.beta.kubernetes.io/hash"


@cache
def recorded() -> dict[str, Plain]:
    """The recorded cases by name."""
    with gzip.open(DIAGNOSED, "rt", encoding="utf-8") as stream:
        return {case["name"]: case for case in map(json.loads, stream)}


class Cluster:
    """A cluster whose only Service is healthy, and what a test changes in it."""

    def __init__(self, case: str = "healthy-plain") -> None:
        self.root: Plain = copy.deepcopy(json.loads(recorded()[case]["files"]["cluster.json"]))

    def all(self, kind: str) -> list[Plain]:
        return [item for item in self.root["items"] if item["kind"] == kind]

    @property
    def service(self) -> Plain:
        return self.all("Service")[0]

    def drop(self, kind: str) -> Cluster:
        self.root["items"] = [item for item in self.root["items"] if item["kind"] != kind]
        return self

    def add(self, item: Plain) -> Cluster:
        self.root["items"].append(item)
        return self

    def annotate(self, **values: str) -> Cluster:
        direct = {
            "backend_type": "service.beta.kubernetes.io/backend-type",
            "class_": "service.beta.kubernetes.io/class",
        }
        for name, value in values.items():
            key = direct.get(name) or PREFIX + name.replace("_", "-")
            self.service["metadata"].setdefault("annotations", {})[key] = value
        return self

    def synced(self) -> Cluster:
        """The hash label is that of the Service as it is."""
        meta = self.service["metadata"]
        meta.setdefault("labels", {})[_HASH] = service_hash(self.service["spec"], meta.get("annotations"))
        return self

    def pending(self, *, finalizer: bool = True, created: str = "07:20:00Z") -> Cluster:
        service = self.drop("Event").service
        service["status"] = {"loadBalancer": {}}
        service["metadata"].pop("labels", None)
        service["metadata"]["creationTimestamp"] = DAY + created
        if not finalizer:
            service["metadata"].pop("finalizers", None)
        return self

    def deleted(self, at: str = "07:10:00Z") -> Cluster:
        self.drop("Event").service["metadata"]["deletionTimestamp"] = DAY + at
        return self

    def event(  # noqa: PLR0913, PLR0917 - what an event is made of
        self,
        message: str,
        reason: str = "SyncLoadBalancerFailed",
        kind: str = "Warning",
        first: str = "07:25:00Z",
        last: str = "07:57:00Z",
        uid: str = "",
    ) -> Cluster:
        about = self.service["metadata"]
        return self.add(
            {
                "apiVersion": "v1",
                "kind": "Event",
                "metadata": {"name": f"e{len(self.root['items'])}", "namespace": about["namespace"]},
                "involvedObject": {
                    "kind": "Service",
                    "namespace": about["namespace"],
                    "name": about["name"],
                    "uid": uid or about["uid"],
                },
                "reason": reason,
                "message": message,
                "type": kind,
                "count": 11,
                "firstTimestamp": DAY + first,
                "lastTimestamp": DAY + last,
                "source": {"component": "service-controller"},
            }
        )

    def fails(self, message: str, **times: str) -> Cluster:
        return self.event(f"Error syncing load balancer [lb-1]: {message}", **times)

    def without_endpoints(self) -> Cluster:
        for item in self.all("EndpointSlice"):
            item["endpoints"] = []
        for item in self.all("Endpoints"):
            item.pop("subsets", None)
        return self

    def text(self) -> str:
        return json.dumps(self.root)


def diagnosed(folder: Path, *files: str | bytes, options: tuple[str, ...] = ()) -> Plain:
    """The JSON report about these files."""
    for number, data in enumerate(files):
        (folder / f"{number}.json").write_bytes(data if isinstance(data, bytes) else data.encode())
    out = io.StringIO()
    with redirect_stdout(out):
        run_diagnose([str(folder), "--format", "json", *options])
    made: Plain = json.loads(out.getvalue())
    return made


def judged(folder: Path, change: Callable[[Cluster], object]) -> Plain:
    """The diagnosis of the one Service of a cluster after a change."""
    cluster = Cluster()
    change(cluster)
    found: Plain = diagnosed(folder, cluster.text())["services"][0]
    return found


def causes(service: Plain) -> list[str]:
    return [cause["name"] for cause in service["causes"]]
