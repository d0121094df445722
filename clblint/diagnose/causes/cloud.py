"""What the inventory and the health check show beside the snapshot: listeners, back ends that are not reached."""

from __future__ import annotations

from clblint.diagnose.causes.making import cause
from clblint.diagnose.diagnosis import CERTAIN, CLOUD, LIKELY, Evidence, field_of
from clblint.diagnose.nodes import region_and_server
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.diagnosis import Cause
    from clblint.diagnose.service import LiveService
    from clblint.diagnose.snapshot import HealthRow

_BAD = "abnormal"


def health_of(service: LiveService) -> list[HealthRow]:
    """The rows of DescribeHealthStatus about a Service: by the node port, or the address of a pod, and listener."""
    ports = {port.get("port"): port.get("nodePort") for port in service.ports}
    nodes = {region_and_server(node)[1] for node in service.cluster.nodes}
    pods = {one.address for one in service.endpoints or []}
    return [
        row
        for row in service.snapshot.health
        if row.listener_port in ports
        and ((row.server in nodes and row.port == ports[row.listener_port]) or (row.address in pods))
    ]


def health_check_failing(service: LiveService) -> Cause | None:
    """The load balancer reaches no back end, or only some, although pods are ready."""
    rows = health_of(service)
    bad = [row for row in rows if row.status == _BAD]
    if not bad or not service.ready or (service.is_local and _is_expected(service, bad)):
        return None
    http = service.get("health-check-type").lower() == "http" or service.get("health-check-uri")
    message = phrase(
        "The health check fails for {bad} of {total} back ends, while {ready} pods are ready: the "
        "load balancer does not reach "
        "the nodes.",
        bad=len(bad),
        total=len(rows),
        ready=len(service.ready),
    )
    seen = [
        Evidence(
            CLOUD,
            f"{row.server} {row.address}:{row.port}",
            row.file,
            phrase("listener {port}: {status}", port=row.listener_port, status=row.status),
        )
        for row in bad[:3]
    ]
    do = (
        phrase("let 100.64.0.0/10 in at the security group of the nodes, for the node ports of the Service"),
        phrase("look at kube-proxy on these nodes: curl NODE:{port}", port=bad[0].port),
        *(
            (phrase("the path of the check must answer 200: {path}", path=service.get("health-check-uri") or "/"),)
            if http
            else ()
        ),
    )
    sure = CERTAIN if len(bad) == len(rows) else LIKELY
    return cause("health-check-failing", message, sure, seen, do, ("security-groups",))


def _is_expected(service: LiveService, bad: list[HealthRow]) -> bool:
    """Whether only nodes without a pod fail, which is normal under policy Local."""
    nodes = {one.node for one in service.ready}
    serving = {region_and_server(node)[1] for node in service.cluster.nodes if node.name in nodes}
    return not any(row.server in serving for row in bad)


def listeners_missing(service: LiveService) -> Cause | None:
    """A reused load balancer without a listener on the groups of the Service; None if no inventory shows it."""
    record = service.record_of(service.wanted_id) or service.record
    if record is None or not record.all_listeners or overrides(service) or not service.wanted_id:
        return None
    wanted = {str(port.get("port")) for port in service.ports}
    there = {listener.ports for listener in record.listeners}
    missing = sorted(wanted - there)
    if not missing:
        return None
    message = phrase(
        "The reused {kind} has no listener on {ports}, and without force-override-listeners the CCM "
        "makes none, while it reports "
        "success.",
        kind=service.balancer_kind,
        ports=", ".join(missing),
    )
    seen = [
        field_of(service.thing, service.wanted_id, "metadata", "annotations", service.key("id")),
        Evidence(
            CLOUD,
            f"{service.balancer_kind} {record.id.value}",
            "",
            phrase("listeners: {ports}", ports=", ".join(sorted(there)) or "-"),
        ),
    ]
    do = (phrase('annotation force-override-listeners: "true", or make the listener in the console'),)
    return cause("listeners-not-managed", message, CERTAIN, seen, do)


def overrides(service: LiveService) -> bool:
    """Whether the CCM manages the listeners of a reused load balancer."""
    return service.get("force-override-listeners") == "true"
