"""The effect of a change against the recorded runs of the real controller."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from clblint.change.cloud import Cloud
from clblint.change.groups import port_key
from clblint.change.update import effect_of
from clblint.clb.build import build
from clblint.kube.cluster import undeclared
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.source.text import Source
from tests.recorded.files import FOLDERS, runs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from clblint.change.cloud import Call
    from clblint.change.update import Effect
    from clblint.clb.model import LoadBalancer
    from clblint.kube.objects import KubeObject

FIRST_NODE_PORT = 30001

# What the fake cloud has for every CLB, where a request leaves it out.
CREATED = {
    "Address": "203.0.113.100", "MasterZoneId": "cn-hangzhou-h", "SlaveZoneId": "cn-hangzhou-g",
    "ResourceGroupId": "rg-default",
}  # fmt: skip
REUSED = {
    **CREATED, "AddressIPVersion": "ipv4", "AddressType": "internet", "DeleteProtection": "off",
    "InstanceChargeType": "PayBySpec", "InternetChargeType": "paybytraffic", "LoadBalancerName": "fake",
    "LoadBalancerSpec": "slb.s1.small", "ModificationProtectionStatus": "NonProtection", "NetworkType": "classic",
}  # fmt: skip
# What it made up: names from the UID, ids, addresses, and the words of the API.
MADE_UP = (
    (re.compile(r"\ba[0-9a-f]{31}\b"), "a{uid}"),
    (re.compile(r"\bc-oracle\b"), "{clusterId}"),
    (re.compile(r"\bvpc-oracle\b"), "{vpcId}"),
    (re.compile(r"\bvsw-oracle-1\b"), "{vSwitchId}"),
)
ADDRESS = re.compile(r"203\.0\.113\.\d+|\{(?:ip|eip|otherIp)\}")
API_ERROR = re.compile(r"\[SDKError\] API: (\w+, ErrorCode: [\w.]+), RequestId: .*?, Message: [^,\]]*")
GONE = "InvalidLoadBalancerId.NotFound"


class Case(NamedTuple):
    """One recorded run."""

    name: str
    old: str
    new: str
    reports: list[dict[str, Any]]


def cases(folder: Path) -> Iterator[Case]:
    for run in runs(folder):
        if run.mode == "update":
            yield Case(run.name, run.old, run.new, run.reports)


class Surroundings:
    """The two revisions of a case, the node ports that the fake API server gave, and what the cloud has."""

    def __init__(self, case: Case) -> None:
        cluster = undeclared()._replace(node_labels=({}, {}))
        old, new = (objects(text) for text in (case.old, case.new))
        self.old, self.new = (
            {name_of(s): build(s, cluster) for s in side if isinstance(s, Service)} for side in (old, new)
        )
        ends = [thing.root for thing in [*old, *new] if thing.kind == "OracleCloud"]
        missing = {
            name for root in ends for name, state in root.get("certificates").items() if state.text().value == "missing"
        }
        self.gone = any(item.text().value for root in ends for item in root.get("missing").each())
        self.counter = FIRST_NODE_PORT
        given: dict[tuple[str, tuple[str, int]], int] = {}
        for balancer in [*self.old.values(), *self.new.values()]:
            self.give(balancer, given)
        self.given = given
        self.cloud = Cloud(created=CREATED, reused=REUSED, nodes=2, pods=1, documented=False, earlier=False)

    def give(self, balancer: LoadBalancer, given: dict[tuple[str, tuple[str, int]], int]) -> None:
        """The fake gives the next number to a port without one, and keeps that of a port that had one."""
        name = name_of(balancer.service)
        for port in balancer.service.ports:
            key = (name, port_key(port))
            if port.node_port.value:
                given[key] = port.node_port.value
            elif key not in given:
                given[key] = self.counter
                self.counter += 1

    def effect(self, name: str) -> Effect:
        ports = {key: number for (owner, key), number in self.given.items() if owner == name}
        cloud = self.cloud._replace(node_ports=(ports, ports))
        return effect_of(self.old.get(name), self.new.get(name), cloud)


def objects(text: str) -> list[KubeObject]:
    return read_manifest(Source("case.yaml", text.encode()), prefilter=False).objects


def name_of(service: Service) -> str:
    return f"{service.namespace or 'default'}/{service.name.value}"


def ours(call: Call) -> str:
    """A call in one line: what it is about, and the parameters that a manifest decides."""
    action = call.action
    if "VServerGroup" in action:
        weight = call.changed["weight"][1] if action == "SetVServerGroupAttribute" else ""
        return f"{action} {str(call.about).removeprefix('server group ')} {weight}".rstrip()
    if "DomainExtension" in action:
        return f"{action} {json.dumps(call.params, sort_keys=True)}"
    if action == "UntagResources":
        return f"{action} {sorted(call.params)}"
    port = {"ListenerPort": str(call.about).split()[-1]} if "Listener" in action else {}
    params = {name: value for name, value in call.params.items() if value != ""}
    if action == "StartLoadBalancerListener":
        params["ListenerProtocol"] = str(call.about).split()[0]
    return f"{action} {json.dumps({**params, **port}, sort_keys=True)}"


class Theirs:
    """What a report recorded, with the fake's own values replaced."""

    def __init__(self, report: dict[str, Any], group_ids: dict[str, str]) -> None:
        text = json.dumps(report)
        for pattern, name in MADE_UP:
            text = pattern.sub(name, text)
        self.report = json.loads(text)
        self.group_ids = group_ids

    def calls(self) -> list[str]:
        return sorted(self.line(call["action"], call["params"]) for call in self.report["calls"])

    def line(self, action: str, params: dict[str, Any]) -> str:
        if "VServerGroup" in action:
            group = params.get("VServerGroupName") or self.group(params["VServerGroupId"])
            weight = {server["weight"] for server in params.get("BackendServers", ())}
            shown = str(weight.pop()) if action == "SetVServerGroupAttribute" and len(weight) == 1 else ""
            return f"{action} {group} {shown}".rstrip()
        if action == "UntagResources":
            return f"{action} {sorted(params['TagKeys'])}"
        if action == "TagResources":
            return f"{action} {json.dumps(params['Tags'], sort_keys=True)}"
        left_out = {"LoadBalancerId", "VServerGroup"} | ({"Tags"} if action == "CreateLoadBalancer" else set())
        if "DomainExtension" in action:
            left_out.add("ListenerPort")
        kept = {name: value for name, value in params.items() if name not in left_out}
        if "VServerGroupId" in kept:
            kept["VServerGroupId"] = self.group(kept["VServerGroupId"])
        return f"{action} {json.dumps({k: v for k, v in kept.items() if v not in ('', [])}, sort_keys=True)}"

    def group(self, name: str) -> str:
        return self.group_ids.get(name, name)

    @property
    def error(self) -> str:
        return API_ERROR.sub(r"\1", self.report.get("reconcile_error") or "")


def first_difference(case: Case) -> str:
    around = Surroundings(case)
    calls = [call for report in case.reports for call in report["calls"] if call["action"] == "CreateVServerGroup"]
    names = [call["params"]["VServerGroupName"].replace("c-oracle", "{clusterId}") for call in calls]
    group_ids = {f"rsp-oracle-{number}": name for number, name in enumerate(names, 1)}
    for report in case.reports:
        new = around.new.get(report["name"])
        if report["phase"] == "create" or "nlb" in report["phase"]:
            continue
        effect = around.effect(report["name"])
        theirs = Theirs(report, group_ids)
        if around.gone and GONE in theirs.error:  # nothing that a manifest could tell
            continue
        for difference in (
            *differ("handled by", new.handled_by.value if new else "none", report["handled_by"]),
            *differ("error", shown(effect.error), shown(theirs.error)),
            *differ_calls(sorted(map(ours, effect.calls)), theirs.calls()),
        ):
            return f"{report['name']}: {difference}"
    return ""


def shown(error: str) -> str:
    return ADDRESS.sub("<address>", error)


def differ(what: str, ours: object, theirs: object) -> Iterator[str]:
    if ours != theirs:
        yield f"{what}:\n      ours   {ours}\n      theirs {theirs}"


def differ_calls(ours: list[str], theirs: list[str]) -> Iterator[str]:
    if ours != theirs:
        more = [line for line in ours if line not in theirs]
        less = [line for line in theirs if line not in ours]
        yield f"calls ({len(ours)}, {len(theirs)}):\n      ours   {more}\n      theirs {less}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_effect_of_an_update_is_what_the_controller_did(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Refusals with their texts, every call with its parameters, and nothing where nothing happened."""
    recorded = list(cases(folder))
    wrong = {case.name: difference for case in recorded if (difference := first_difference(case))}
    with capsys.disabled():
        sys.stdout.write(f"\nrecorded updates: {len(recorded) - len(wrong)} of {len(recorded)} agree\n")
        for name, difference in wrong.items():
            sys.stdout.write(f"  {name}: {difference}\n")
    assert recorded
    assert not wrong
