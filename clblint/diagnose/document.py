"""The diagnosis as a JSON document (format 1): names and keys are the same in every language, texts are English."""

from __future__ import annotations

from clblint.diagnose.diagnosis import HEALTHY, STATES
from clblint.diagnose.times import shown_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from clblint.diagnose.cluster import Known, ReadCluster
    from clblint.diagnose.diagnosis import Cause, Diagnosis, Evidence, Past, Unknown
    from clblint.diagnose.report import DiagnosisReport
    from clblint.diagnose.snapshot import Snapshot, SnapshotProblem

FORMAT = 1
_CLUSTER_WIDE = frozenset({"Node"})


def document(report: DiagnosisReport) -> dict[str, Any]:
    """The whole report."""
    return {
        "format": FORMAT,
        "snapshot": _snapshot(report.snapshot),
        "cluster": cluster_facts(report.cluster),
        "services": [_service(one) for one in report.diagnoses],
        "together": [{"services": list(one.services), "why": str(one.why)} for one in report.common_causes],
        "apply": str(report.apply) or None,
        "summary": summary(report.diagnoses),
    }


def summary(diagnoses: Iterable[Diagnosis]) -> dict[str, int]:
    """How many Services are in each state, in the order of states."""
    counts = dict.fromkeys(STATES, 0)
    for one in diagnoses:
        counts[one.state] += 1
    return {state: count for state, count in counts.items() if count or state == HEALTHY}


def _time(seconds: float | None) -> str | None:
    """A time; none for what a table shows as an age only, which lies before 1970 where no time is known at all."""
    return None if seconds is None or seconds <= 0 else shown_time(seconds)


def _snapshot(snapshot: Snapshot) -> dict[str, Any]:
    now = snapshot.now
    kinds = sorted(kind for kind, things in snapshot.objects.items() if things)
    collected: dict[str, Any] = {
        kind: True if kind in _CLUSTER_WIDE else sorted({namespace for namespace, _ in snapshot.objects[kind]})
        for kind in kinds
    }
    if snapshot.events:
        collected["Event"] = sorted({event.namespace for event in snapshot.events})
    return {
        "time": _time(now.seconds) if now.source else None,
        "timeFrom": now.source or None,
        "files": [
            {"path": one.path, "as": ", ".join(one.holds) or None, "objects": one.total, "complete": one.complete}
            for one in snapshot.files
        ],
        "collected": collected,
        "skipped": [{"kind": kind, "count": count} for kind, count in sorted(snapshot.skipped.items())],
        "problems": list(map(_problem, snapshot.problems)),
    }


def _problem(problem: SnapshotProblem) -> dict[str, Any]:
    return {
        "name": problem.name,
        "file": problem.file or None,
        "message": str(problem.message),
        "command": problem.command or None,
    }


def cluster_facts(cluster: ReadCluster) -> dict[str, Any]:
    """The facts about the cluster, each with the place where it was read."""
    lease = cluster.lease
    facts: dict[str, Any] = {
        "ccm-version": {
            **_known(cluster.ccm_version),
            "atLeast": cluster.ccm_at_least.value.lstrip("v") or None,
            "from": cluster.ccm_at_least.source or None,
        },
        "kubernetes-version": _known(cluster.kubernetes_version),
        "network-plugin": _known(cluster.network_plugin),
        "cluster-type": _known(cluster.kind),
        "nodes": {
            "value": len(cluster.nodes) if cluster.nodes_known else None,
            "from": "read" if cluster.nodes_known else None,
        },
        "ccm-running": {"value": cluster.ccm_running, "from": f"Lease {lease.id}" if lease is not None else None},
    }
    for name, read in (("node-port-range", cluster.node_port_range), ("ip-local-port-range", cluster.local_port_range)):
        if read is not None:
            facts[name] = {"value": f"{read[0]}-{read[1]}", "from": read[2]}
    return facts


def _known(known: Known) -> dict[str, Any]:
    return {"value": known.value or None, "from": known.source or None}


def _service(one: Diagnosis) -> dict[str, Any]:
    return {
        "name": one.name,
        "uid": one.uid or None,
        "handledBy": one.handled_by,
        "state": one.state,
        "note": str(one.note) if one.note is not None else None,
        "since": _time(one.since),
        "address": one.address or None,
        "loadBalancerId": one.balancer or None,
        "synced": {"hash": one.hash, "last": _time(one.last_sync), "finalizer": one.finalizer},
        "causes": list(map(_cause, one.causes)),
        "advice": list(map(_cause, one.advice)),
        "rules": [
            {"rule": rule, "severity": level, "message": str(message)} for rule, level, message in one.rule_findings
        ],
        "differences": [{**row._asdict(), "text": str(row.text)} for row in one.differences],
        "history": list(map(_past, one.history)),
        "unknown": list(map(_unknown, one.unknown)),
    }


def _cause(one: Cause) -> dict[str, Any]:
    return {
        "name": one.name,
        "confidence": one.confidence,
        "comesNext": one.comes_next,
        "message": str(one.message),
        "evidence": list(map(_evidence, one.evidence)),
        "ruledOut": list(one.ruled_out),
        "do": list(map(str, one.do)),
        "rules": [rule for rule in one.rules if rule != "*"],
    }


def _evidence(one: Evidence) -> dict[str, Any]:
    found: dict[str, Any] = {
        "kind": one.kind,
        "object": str(one.object),
        "file": one.file or None,
        "text": str(one.text),
    }
    if one.pointer:
        found["pointer"] = one.pointer
    if one.last is not None:
        found |= {"count": one.times, "first": _time(one.first), "last": _time(one.last)}
    return found


def _past(one: Past) -> dict[str, Any]:
    event = one.event
    return {
        "event": f"{event.type} {event.reason}: {event.message}",
        "count": event.times,
        "last": _time(event.last),
        "why": str(one.why),
    }


def _unknown(one: Unknown) -> dict[str, Any]:
    return {"fact": one.fact, "matters": str(one.matters), "command": str(one.command)}
