"""A recorded run with NLBs once more, with the model in place of the controllers: every call, every error.

What a CLB comes to in such a run is compared as in the runs of CLBs alone.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from clblint.change.nlb.cloud import NetworkCloud, NetworkState
from clblint.change.nlb.effect import effect_on_nlb
from tests.recorded.nlb_surroundings import CREATED, NetworkSurroundings
from tests.recorded.replay import MADE_UP, WAYS, Allocator, Replay, differ, differ_calls, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.calls import ApiCall
    from clblint.change.cloud import State
    from clblint.change.effect import Effect
    from tests.recorded.files import Run

# The error of a call: only its code is a fact of the run.
API_ERRORS = (
    re.compile(r"\[SDKError\] API: \w+, StatusCode: \d+, ErrorCode: ([\w.]+), RequestId: [^,]*, Message: code: \d+, "
               r"(?:[^\],]|,(?! ))*"),
    re.compile(r"\[SDKError\] API: \w+, ErrorCode: ([\w.]+)"),
    re.compile(r"SDK\.ServerError\nErrorCode: ([\w.]+)\n(?:.*\n)*?RespHeaders: map\[.*?\]\]"),
)  # fmt: skip
DNS_NAME = re.compile(r"[\w-]+\.cn-hangzhou\.nlb\.aliyuncsslb\.com|\{(?:dnsName|otherDnsName)\}")
OWN_ID = re.compile(r"\bnlb-oracle-\d+\b|\{loadBalancerId\}(?: \(\d+\))?")
SECURITY_GROUP = re.compile(r"\bsg-oracle-\d+\b|\{securityGroupId\}(?: \(\d+\))?")
FILLER = re.compile(r"x{5,}")
GROUP = re.compile(r"\bsgp-oracle-\d+\b")
LISTENER = re.compile(r"lsn-([a-z]+)-([\d-]+)@.*")


class NetworkReplay(Replay):
    """The Services of a run, one phase after the other, on one cloud."""

    surroundings = NetworkSurroundings

    def __init__(self, run: Run, allocate: Allocator) -> None:
        """Begin with an empty cluster; `allocate` gives node ports."""
        super().__init__(_filled_in(run), allocate)
        self.cloud = NetworkCloud(created=CREATED, documented=False)
        self.ids = _ids_of(run)
        self._side: NetworkSurroundings | None = None

    def _phase(self, report: dict[str, Any]) -> Iterator[str]:
        first = report["phase"].startswith("create")
        name = report["name"]
        number = 0 if first and name in self.balancers[0] and name not in self.states else len(self.sides) - 1
        self._enter(number)
        if "clb controller" in report["phase"] or (
            "controller" not in report["phase"] and report["handled_by"] == "clb"
        ):
            yield from super()._phase(report | _forbidden(report))
            return
        new = self.balancers[number].get(name) if report["phase"] != "delete" else None
        yield from differ("handled by", new.handled_by.value if new else report["handled_by"], report["handled_by"])
        old = None if first or report["phase"] == "resync" else self.balancers[0].get(name)
        state = self._state(name)
        ports = {key: port for (of, key), port in self.ports_then[number].items() if of == name}
        state.cloud = state.cloud._replace(node_ports=(ports, ports))
        owner = new or old
        if owner is not None and self._side is not None:
            self.cloud.population = self._side.population(owner.service)
            self.cloud.resource_group = self._side.resource_group
        yield from self._compare(effect_on_nlb(state, old, new), report)

    def _compare(self, effect: Effect, report: dict[str, Any]) -> Iterator[str]:
        text = json.dumps(report)
        for pattern, word in MADE_UP:
            text = pattern.sub(word, text)
        theirs = json.loads(GROUP.sub(lambda found: self.ids.get(found[0], found[0]), text))
        yield from differ("error", _parts(effect.error), _parts(theirs.get("reconcile_error") or ""))
        retried = self._side is not None and self._side.retries
        made = [call for call in theirs["calls"] if not (retried and "error" in call)]
        yield from differ_calls(map(ours, effect.calls), map(recorded, made), fewer=False)

    def _enter(self, number: int) -> None:
        """Change the cloud as the manifest says, when it is applied."""
        side = self.sides[number]
        assert isinstance(side, NetworkSurroundings)
        if side is not self._side:
            side.put_into(self.cloud, self.ids, self._owners)
            self.cloud.user_made = lambda id_: self.cloud.nlbs.get(self.ids.get(id_, "")) or side.user_made(id_)
            self._side = side

    @property
    def _owners(self) -> dict[str, str]:
        """The Services by the default names of what is made for them."""
        found = {}
        for report in self.run.reports:
            namespace, name = report["name"].split("/")
            for call in report["calls"]:
                tags = call["params"].get("Tags")
                if isinstance(tags, dict) and "Create" in call["action"]:
                    found[tags.get("kubernetes.do.not.delete", "")] = f"{name}.{namespace}.{{clusterId}}"
        return found

    def _state(self, name: str) -> State:
        known = name in self.states
        state = super()._state(name)
        if not known:
            state.network = NetworkState(self.cloud)
        return state


def _forbidden(report: dict[str, Any]) -> dict[str, str]:
    """The event with which the controller of CLBs leaves a Service alone, as the error that it is in runs of CLBs."""
    told = next((event["message"] for event in report["events"] if "is not allowed" in event["message"]), "")
    return {"local_model_error": told, "reconcile_error": told} if told else {}


def _filled_in(run: Run) -> Run:
    """A run in which nothing looks as if it were to be filled in: `xxxx` is a name like others there."""
    old, new, reports = (
        FILLER.sub(lambda it: "y" * len(it[0]), text) for text in (run.old, run.new, json.dumps(run.reports))
    )
    return run._replace(old=old, new=new, reports=json.loads(reports))


def _ids_of(run: Run) -> dict[str, str]:
    """The simulation's names for the ids that the fake made up: by the order in which things are made."""
    made, ids = Counter[str](), {}
    calls = [call for report in run.reports for call in report["calls"] if "error" not in call]
    for action, key, prefix in (
        ("nlb:CreateServerGroup", "ServerGroupName", "sgp"),
        ("nlb:CreateLoadBalancer", "", "nlb"),
        ("ecs:CreateSecurityGroup", "", "sg"),
    ):
        for number, call in enumerate((call for call in calls if call["action"] == action), 1):
            name = call["params"][key].replace("c-oracle", "{clusterId}") if key else _OWN[prefix]
            made[name] += 1
            ids[f"{prefix}-oracle-{number}"] = name if made[name] == 1 else f"{name} ({made[name]})"
    return ids


_OWN = {"nlb": "{loadBalancerId}", "sg": "{securityGroupId}"}


def first_difference(run: Run) -> str:
    """The first thing that the model says otherwise, empty where there is none, for one way to give node ports."""
    found = [next(NetworkReplay(run, Allocator(**way)).differences(), "") for way in WAYS[:1]]
    if found[0]:
        found += [next(NetworkReplay(run, Allocator(**way)).differences(), "") for way in WAYS[1:]]
    return "" if "" in found else found[0]


def _parts(error: str) -> Counter[str]:
    """The parts of an error, with what only the fake cloud knows replaced."""
    for pattern in API_ERRORS:
        error = pattern.sub(r"API error \1", error)
    error = DNS_NAME.sub("<name>", error)
    return parts_of(_anonymous(error))


def _anonymous(text: str) -> str:
    return SECURITY_GROUP.sub("<security group>", OWN_ID.sub("<own>", text))


def ours(call: ApiCall) -> str:
    """A call of the model in one line."""
    params = {name: _plain(value) for name, value in call.params.items()}
    listener = "Listener" in call.action and call.action != "nlb:CreateListener"
    return _line(
        call.action, {**params, **({"Listener": re.sub(r"(\d+)-\d+$", r"0-\1", str(call.about))} if listener else {})}
    )


def recorded(call: dict[str, Any]) -> str:
    """A recorded call in one line."""
    params: dict[str, Any] = {}
    for name, value in call["params"].items():
        if name == "Tags":
            pairs = value.items() if isinstance(value, dict) else ((one["Key"], one["Value"]) for one in value)
            params[name] = [{"Key": key, "Value": text} for key, text in pairs]
        elif isinstance(value, dict):
            params |= {f"{name}.{key}": _plain(text) for key, text in value.items()}
        else:
            params[name] = _plain(value)
    if "ListenerId" in params:
        found = LISTENER.fullmatch(params.pop("ListenerId"))
        params["Listener"] = f"{found[1].upper()} listener {found[2]}" if found else ""
    params.pop("ResourceId", None)
    return _line(call["action"], params)


def _plain(value: Any) -> Any:  # noqa: ANN401 - as JSON has it
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ",".join(value)
    return value


def _line(action: str, params: dict[str, Any]) -> str:
    if OWN_ID.fullmatch(str(params.get("LoadBalancerId", ""))):
        del params["LoadBalancerId"]
    for name in ("TagKeys", "SecurityGroupIds"):
        if name in params:
            params[name] = ",".join(sorted(params[name].split(",")))
    for name, value in params.items():
        if isinstance(value, (list, tuple)):
            params[name] = sorted(json.dumps(one, sort_keys=True) for one in value)
    return _anonymous(f"{action} {json.dumps(params, sort_keys=True)}")
