"""A recorded run of the NLB controller once more, with the model in place of it: every call, every error."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from clblint.build import build
from clblint.change.nlb.cloud import NetworkCloud
from clblint.change.nlb.sync import Sync
from clblint.nlb.model import NetworkLoadBalancer
from tests.recorded.nlb_surroundings import NetworkSurroundings
from tests.recorded.replay import MADE_UP, WAYS, Allocator, differ, differ_calls, name_of, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.change.cloud import ApiCall
    from tests.recorded.files import Run
    from tests.recorded.replay import Ports


API_ERROR = re.compile(r"\[SDKError\] API: (\w+), StatusCode: .*?, Message: code: \d+, [^\]]*?\.(?: |$)")


class NetworkReplay:
    """The Services of a run, one phase after the other, on one cloud."""

    def __init__(self, run: Run, allocate: Allocator) -> None:
        """Begin with an empty cluster; `allocate` gives node ports."""
        self.run = run
        texts = run.manifests
        self.sides = [NetworkSurroundings(run.name, *texts[: number + 1]) for number in range(len(texts))]
        self.balancers: list[dict[str, LoadBalancer]] = [
            {name_of(service): build(service, side.cluster) for service in side.services} for side in self.sides
        ]
        self.ports: Ports = {}
        seen = {report["name"] for report in run.reports}
        for side in self.sides:
            allocate([service for service in side.services if name_of(service) in seen], self.ports)
        self.cloud = NetworkCloud()
        self.names = Names(run)

    def differences(self) -> Iterator[str]:
        """What the model says otherwise than was recorded."""
        for report in self.run.reports:
            for difference in self._phase(report):
                yield f"{report['name']}, {report['phase']}: {difference}"

    def _phase(self, report: dict[str, Any]) -> Iterator[str]:
        name, side = report["name"], self.sides[0]
        balancer = self.balancers[0].get(name)
        if balancer is None:
            return
        yield from differ("handled by", balancer.handled_by.value, report["handled_by"])
        if not isinstance(balancer, NetworkLoadBalancer):
            return
        if side.fails and report["phase"] == "resync":
            return
        ports = {key: port for (owner, key), port in self.ports.items() if owner == name}
        self.cloud.around = side.around(balancer.service, ports)
        side.put_into(self.cloud)
        self._name_made_ones()
        sync = Sync(self.cloud, balancer)
        sync.run()
        theirs = self.names.of(report)
        refused = next((one.text for one in sync.refused if one.stage != "apply"), "")
        made = [call for call in theirs["calls"] if not (side.retries and "error" in call)]
        if not side.fails:
            yield from differ("refusal", refused, theirs.get("local_model_error") or "")
            yield from differ("error", parts_of(sync.error), parts_of(_error(theirs)))
        yield from differ_calls(map(ours, sync.calls), map(line, made), fewer=side.fails)

    def _name_made_ones(self) -> None:
        """An NLB that the CCM made may be named by the id that the fake gave to it."""
        for id_, name in self.names.ids.items():
            if name in self.cloud.nlbs:
                self.cloud.nlbs[id_] = self.cloud.nlbs[name]


def _error(report: dict[str, Any]) -> str:
    return API_ERROR.sub(r"API: \1", report.get("reconcile_error") or "")


def first_difference(run: Run) -> str:
    """The first thing that the model says otherwise, empty where there is none, for one way to give node ports."""
    found = [next(NetworkReplay(run, Allocator(**way)).differences(), "") for way in WAYS[:1]]
    if found[0]:
        found += [next(NetworkReplay(run, Allocator(**way)).differences(), "") for way in WAYS[1:]]
    return "" if "" in found else found[0]


class Names:
    """What the ids are called that the fake made up: those of groups and NLBs by the order in which they are made."""

    def __init__(self, run: Run) -> None:
        """Read the calls that make things."""
        self.ids: dict[str, str] = {}
        made: Counter[str] = Counter()
        for report in run.reports:
            for call in report["calls"]:
                if call["action"] == "nlb:CreateServerGroup":
                    made["group"] += 1
                    self.ids[f"sgp-oracle-{made['group']}"] = (
                        f"group {call['params']['ServerGroupName'].replace('c-oracle', '{clusterId}')}"
                    )
                elif call["action"] == "nlb:CreateLoadBalancer" and "error" not in call:
                    made["nlb"] += 1
                    number = f":{made['nlb']}" if made["nlb"] > 1 else ""
                    self.ids[f"nlb-oracle-{made['nlb']}"] = f"{{nlb{number}}}"

    def of(self, report: dict[str, Any]) -> dict[str, Any]:
        """The report with names in place of ids."""
        text = json.dumps(report)
        for pattern, name in MADE_UP:
            text = pattern.sub(name, text)
        text = re.sub(r"\b(?:sgp|nlb)-oracle-\d+\b", lambda found: self.ids.get(found[0], found[0]), text)
        text = re.sub(r"lsn-(\w+)-([\d-]+)@([^\"]+)", lambda it: f"{it[1].upper()} {it[2]} of {it[3]}", text)
        text = re.sub(r"\bsg-oracle-\d+\b", "{securityGroup}", text)
        found: dict[str, Any] = json.loads(text)
        return found


def line(call: dict[str, Any]) -> str:
    """A recorded call in one line."""
    return _line(call["action"], _flat(call["params"]))


def ours(call: ApiCall) -> str:
    """A call of the model in one line."""
    action = call.action if ":" in call.action else f"nlb:{call.action}"
    return _line(action, {name: str(value) for name, value in call.params.items()})


def _line(action: str, params: dict[str, str]) -> str:
    tags = sorted((params[f"Tag.{number}.Key"], params[f"Tag.{number}.Value"]) for number in _numbers(params, "Tag"))
    lists = {
        name: sorted(json.dumps(one, sort_keys=True) for one in _items(params, name))
        for name in ("Servers", "Permissions")
        if _numbers(params, name)
    }
    shown = {name: value for name, value in params.items() if name.partition(".")[0] not in {"Tag", *lists}}
    plain = {name: value for name, value in shown.items() if not _is_echo(action, name, value)}
    return f"{action} {json.dumps({**plain, **lists, 'Tags': tags}, sort_keys=True)}"


# What the fake reports of everything, so that an update repeats it.
ECHOES = {
    "nlb:UpdateListenerAttribute": {
        "IdleTimeout": {"900", "20"}, "AlpnEnabled": {"false"}, "CaEnabled": {"false"},
        "ProxyProtocolEnabled": {"false"}, "SecurityPolicyId": {"tls_cipher_policy_1_0"},
        "ProxyProtocolV2Config.Ppv2PrivateLinkEpIdEnabled": {"false"},
        "ProxyProtocolV2Config.Ppv2PrivateLinkEpsIdEnabled": {"false"},
        "ProxyProtocolV2Config.Ppv2VpcIdEnabled": {"false"},
    },
    "nlb:UpdateServerGroupAttribute": {
        "Scheduler": {"Wrr"}, "ConnectionDrainEnabled": {"false"}, "ConnectionDrainTimeout": {"300"},
        "PreserveClientIpEnabled": {"true"}, "IpVersionAffinityMode": {"NonAffinity"},
        "HealthCheckConfig.HealthCheckEnabled": {"true"}, "HealthCheckConfig.HealthCheckType": {"TCP"},
        "HealthCheckConfig.HealthyThreshold": {"2"}, "HealthCheckConfig.UnhealthyThreshold": {"2"},
        "HealthCheckConfig.HealthCheckConnectTimeout": {"5"}, "HealthCheckConfig.HealthCheckInterval": {"5"},
    },
}  # fmt: skip


def _is_echo(action: str, name: str, value: str) -> bool:
    return value in ECHOES.get(action, {}).get(name, ())


def _numbers(params: dict[str, str], name: str) -> list[str]:
    return list(dict.fromkeys(key.split(".")[1] for key in params if key.startswith(f"{name}.")))


def _items(params: dict[str, str], name: str) -> list[dict[str, str]]:
    prefixes = [f"{name}.{number}." for number in _numbers(params, name)]
    return [
        {key.removeprefix(prefix): value for key, value in params.items() if key.startswith(prefix)}
        for prefix in prefixes
    ]


def _flat(params: dict[str, Any]) -> dict[str, str]:
    """Parameters as on the wire."""
    found: dict[str, str] = {}
    for name, value in params.items():
        if name == "Tags":
            pairs = value.items() if isinstance(value, dict) else [(one["Key"], one["Value"]) for one in value]
            items: list[Any] = [{"Key": key, "Value": text} for key, text in pairs]
            found |= _flat({"Tag": items})
        elif name == "TagKeys":
            found |= _flat({"TagKey": sorted(value)})
        elif isinstance(value, dict):
            found |= {f"{name}.{key}": text for key, text in _flat(value).items()}
        elif isinstance(value, list):
            for number, one in enumerate(value, 1):
                inner = _flat(one) if isinstance(one, dict) else {"": str(one)}
                found |= {f"{name}.{number}.{key}".rstrip("."): text for key, text in inner.items()}
        else:
            found[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return found
