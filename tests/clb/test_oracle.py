"""The model against the recorded runs of the real controller."""

from __future__ import annotations

import json
import re
import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from clblint.clb.build import build
from clblint.clb.deletion import deletion_of
from clblint.kube.cluster import undeclared
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.source.text import Source
from tests.recorded.files import FOLDERS, runs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from clblint.clb.listeners import Listener
    from clblint.clb.model import LoadBalancer
    from clblint.clb.server_groups import ServerGroup

FIRST_NODE_PORT = 30001

# What the fake cloud made up: names from the Service's UID, and its own ids.
MADE_UP = (
    (re.compile(r"\ba[0-9a-f]{31}\b"), "a{uid}"),
    (re.compile(r"\bc-oracle\b"), "{clusterId}"),
    (re.compile(r"\bvpc-oracle\b"), "{vpcId}"),
    (re.compile(r"\bvsw-oracle-1\b"), "{vSwitchId}"),
)
CREATE_LISTENER = re.compile(r"CreateLoadBalancer(TCP|UDP|HTTP|HTTPS)Listener")


class Case(NamedTuple):
    """One recorded run."""

    name: str
    mode: str
    manifest: str
    reports: list[dict[str, Any]]


def cases(folder: Path) -> Iterator[Case]:
    for run in runs(folder):
        if run.mode != "update":
            yield Case(run.name, run.mode, run.new, run.reports)


class Surroundings:
    """What a case says of the cloud, and the node ports that the fake API server gave."""

    def __init__(self, case: Case) -> None:
        objects = read_manifest(Source(f"{case.name}.yaml", case.manifest.encode()), prefilter=False).objects
        self.services = [thing for thing in objects if isinstance(thing, Service)]
        self.cloud = next((thing.root for thing in objects if thing.kind == "OracleCloud"), None)
        self.node_ports: dict[tuple[str, int], int] = {}
        for service in self.services:
            for port in service.ports:
                if not port.node_port.value:
                    self.node_ports[service.name.value, port.position] = FIRST_NODE_PORT + len(self.node_ports)

    @cached_property
    def type_annotation(self) -> bool:
        if self.cloud is None:
            return False
        return self.cloud.get("config", "featureGates", "LoadBalancerTypeAnnotation").boolean(default=False).value

    def may_be_reused(self, balancer: LoadBalancer) -> bool:
        """Whether the cloud has the CLB and nobody else owns it: an inventory's knowledge, not the manifest's."""
        wanted = balancer.reuses.value
        if not wanted or self.cloud is None:
            return True
        missing = [item.text().value for item in self.cloud.get("missing").each()]
        return wanted not in missing and not any(
            item.get("id").text().value == wanted and item.get("tags", "kubernetes.do.not.delete").present
            for item in self.cloud.get("loadBalancers").each()
        )

    def existing_listeners(self) -> set[tuple[str, str]]:
        """The listeners that a reused CLB has already, which are changed and not created."""
        found = self.cloud.get("loadBalancers").each() if self.cloud else ()
        return {
            (str(listener.get("ListenerPort").integer().value), listener.get("ListenerProtocol").text().value)
            for balancer in found
            for listener in balancer.get("listeners").each()
        }

    def group_name(self, group: ServerGroup) -> str:
        given = self.node_ports.get((group.service.name.value, group.service_port.position), 0)
        if group.on_pods or not given or not group.balancer.allocates_node_ports.value:
            return group.name
        return re.sub(r"^k8s/[^/]*/", f"k8s/{given}/", group.name)  # the fake gives each port one of its own


class Expected:
    """What a report recorded, with the fake's own values replaced."""

    def __init__(self, report: dict[str, Any], group_ids: dict[str, str]) -> None:
        self.group_ids = group_ids
        text = json.dumps(report)
        for pattern, name in MADE_UP:
            text = pattern.sub(name, text)
        self.report = json.loads(text)
        self.calls: list[dict[str, Any]] = self.report["calls"]

    def params(self, action: str) -> list[dict[str, Any]]:
        return [call["params"] for call in self.calls if call["action"] == action]

    def listeners(self) -> list[str]:
        found = []
        for call in self.calls:
            made = CREATE_LISTENER.fullmatch(call["action"])
            if made:
                params = {k: v for k, v in call["params"].items() if k != "LoadBalancerId"}
                group = params.get("VServerGroupId", "")
                params["VServerGroupId"] = self.group_ids.get(group, group)
                found.append(as_text(made[1].lower(), params))
        return sorted(found)


def as_text(protocol: str, params: dict[str, Any]) -> str:
    return f"{protocol} {json.dumps(params, sort_keys=True)}"


class Modelled:
    """What the model says would be called."""

    def __init__(self, balancer: LoadBalancer, around: Surroundings) -> None:
        self.balancer = balancer
        self.around = around
        stopped = balancer.refusal is not None or not around.may_be_reused(balancer)
        self.goes_ahead = not stopped
        self.goes_on = not stopped and balancer.failure is None

    def load_balancer(self) -> list[dict[str, Any]]:
        if not self.goes_ahead or self.balancer.reuses.value:
            return []
        return [{name: fact.value for name, fact in self.balancer.attributes.items()}]

    def groups(self) -> list[str]:
        groups = self.balancer.server_groups if self.goes_on else ()
        made = [group for group in groups if group.dropped is None and not group.vgroup_id.value]
        return sorted({self.around.group_name(group) for group in made})

    def listeners(self) -> list[str]:
        existing = self.around.existing_listeners()
        return sorted(
            as_text(listener.protocol.value, self.params(listener))
            for listener in (self.balancer.listeners if self.goes_on else ())
            if listener.managed and listener.supported
            if (str(listener.port.value), listener.protocol.value) not in existing
        )

    def params(self, listener: Listener) -> dict[str, Any]:
        params = {name: fact.value for name, fact in listener.settings.items()}
        group = listener.server_group
        name = "" if "ListenerForward" in params else self.around.group_name(group)
        return {**params, "VServerGroupId": group.vgroup_id.value or name}

    def wrong_back_ends(self, expected: Expected) -> list[str]:
        """The back ends that are of another kind, port or weight than the model says, where it can say."""
        groups = {self.around.group_name(group): group for group in reversed(self.balancer.server_groups)}
        wrong = []
        for params in expected.params("AddVServerGroupBackendServers"):
            for back_end in params["BackendServers"]:
                group = groups[back_end["description"]]
                port = group.target_port.value if group.on_pods else int(back_end["description"].split("/")[1])
                ours = ("eni" if group.on_pods else "ecs", port, group.weighting.weight.value)
                theirs = (back_end["type"], back_end.get("port", 0), back_end.get("weight", 0))
                named, counted = isinstance(port, str), group.weighting.kind != "each"
                seen = (theirs[0], port if named else theirs[1], ours[2] if counted else theirs[2])
                if ours != seen:
                    wrong.append(f"{ours} {theirs}")
        return wrong

    def extensions(self) -> list[tuple[str, str, str]]:
        if not self.goes_on:
            return []
        return sorted(
            (str(listener.port.value), extension.domain, extension.certificate)
            for listener in self.balancer.listeners
            if listener.managed
            for extension in listener.extensions
        )


def differences_on_creation(balancer: LoadBalancer, around: Surroundings, expected: Expected) -> Iterator[str]:
    report = expected.report
    yield from differ("handled by", balancer.handled_by.value, report["handled_by"])
    if report["handled_by"] != "clb":
        return
    refusal = balancer.refusal.text if balancer.refusal else ""
    yield from differ("refusal", refusal, report.get("local_model_error", ""))
    modelled = Modelled(balancer, around)
    yield from differ("load balancer", modelled.load_balancer(), expected.params("CreateLoadBalancer"))
    names = sorted(params["VServerGroupName"] for params in expected.params("CreateVServerGroup"))
    yield from differ("server groups", modelled.groups(), names)
    yield from differ("listeners", modelled.listeners(), expected.listeners())
    found = [
        (p["ListenerPort"], p["Domain"], p["ServerCertificateId"]) for p in expected.params("CreateDomainExtension")
    ]
    yield from differ("domain extensions", modelled.extensions(), sorted(found))
    yield from differ("back ends", modelled.wrong_back_ends(expected), [])
    if balancer.failure is not None:
        error = f"apply model error: {balancer.failure.text}"
        names_of = {group.name: around.group_name(group) for group in balancer.server_groups}
        for template, name in names_of.items():
            error = error.replace(template, name)
        yield from differ("failure", error, expected.report.get("reconcile_error"))


def differences_on_deletion(balancer: LoadBalancer, report: dict[str, Any]) -> Iterator[str]:
    gone = deletion_of(balancer)
    calls = [call["action"] for call in report["calls"]]
    yield from differ("deletes the CLB", gone.load_balancer, "DeleteLoadBalancer" in calls)
    if not gone.load_balancer:
        yield from differ("deletes listeners", gone.listeners, "DeleteLoadBalancerListener" in calls)
        yield from differ("deletes server groups", gone.server_groups, "DeleteVServerGroup" in calls)
    yield from differ("unprotects", gone.unprotects, "SetLoadBalancerDeleteProtection" in calls)


def differ(what: str, ours: object, theirs: object) -> Iterator[str]:
    if ours != theirs:
        yield f"{what}:\n      ours   {ours}\n      theirs {theirs}"


def created_groups(case: Case) -> dict[str, str]:
    """The names of the groups that were created, by the ids that the fake gave one after another."""
    calls = [call for report in case.reports for call in report["calls"] if call["action"] == "CreateVServerGroup"]
    names = [call["params"]["VServerGroupName"].replace("c-oracle", "{clusterId}") for call in calls]
    return {f"rsp-oracle-{number}": name for number, name in enumerate(names, 1)}


def first_difference(case: Case) -> str:
    around = Surroundings(case)
    balancers = {}
    group_ids = created_groups(case)
    for service in around.services:
        name = f"{service.namespace or 'default'}/{service.name.value}"
        balancers[name] = build(service, undeclared(), type_annotation=around.type_annotation)
    for report in case.reports:
        balancer = balancers[report["name"]]
        if report["phase"] == "delete":
            found = differences_on_deletion(balancer, report)
        else:
            found = differences_on_creation(balancer, around, Expected(report, group_ids))
        for difference in found:
            return f"{report['name']}: {difference}"
    return ""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_model_does_what_the_controller_did(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Decision, refusal, every create call with its parameters, and what a deletion takes away."""
    recorded = list(cases(folder))
    wrong = {case.name: difference for case in recorded if (difference := first_difference(case))}
    with capsys.disabled():
        sys.stdout.write(f"\nrecorded runs: {len(recorded) - len(wrong)} of {len(recorded)} agree\n")
        for name, difference in wrong.items():
            sys.stdout.write(f"  {name}: {difference}\n")
    assert recorded
    assert not wrong
