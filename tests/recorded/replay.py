"""A recorded run once more, with the model in place of the controller: every call with its parameters, every error."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from clblint.build import build
from clblint.change.cloud import Cloud, State
from clblint.change.node_ports import port_key
from clblint.change.update import effect_on_clb
from tests.recorded.surroundings import CREATED, Surroundings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.change.calls import ApiCall
    from clblint.change.cloud import CloudClb
    from clblint.change.effect import Effect
    from clblint.kube.objects import Service, ServicePort
    from tests.recorded.files import Run

    Ports = dict[tuple[str, tuple[str, int]], int]

FIRST_NODE_PORT = 30001
NODES, PODS_OF_EACH = 2, 1
NAMED_PORTS = {"http": "8080", "https": "8443", "web": "8081"}
# What the fake cloud made up: names from the Service's UID, and its own ids.
MADE_UP = (
    (re.compile(r"\ba[0-9a-f]{31}\b"), "a{uid}"),
    (re.compile(r"\bc-oracle\b"), "{clusterId}"),
    (re.compile(r"\bvpc-oracle\b"), "{vpcId}"),
    (re.compile(r"\bvsw-oracle-1\b"), "{vSwitchId}"),
)
ADDRESS = re.compile(r"203\.0\.113\.\d+|\{(?:ip|eip|otherIp)\}")
API_ERROR = re.compile(r"\[SDKError\] API: (\w+, ErrorCode: [\w.]+), RequestId: .*?, Message: [^,\]]*")
BACK_ENDS = ("AddVServerGroupBackendServers", "RemoveVServerGroupBackendServers", "SetVServerGroupAttribute")
FLEETING = {"LoadBalancerId", "DomainExtensionId", "VServerGroup", "ResourceId.1", "ResourceType"}


class Replay:
    """The Services of a run, one phase after the other, on one cloud."""

    surroundings: type[Surroundings] = Surroundings

    def __init__(self, run: Run, allocate: Allocator) -> None:
        """Begin with an empty cluster; `allocate` gives node ports."""
        self.run = run
        texts = run.manifests
        self.sides = [self.surroundings(run.name, *texts[: number + 1]) for number in range(len(texts))]
        self.balancers = [
            {name_of(service): _balancer(service, side) for service in side.services} for side in self.sides
        ]
        self.ports: Ports = {}
        self.ports_then: list[Ports] = []  # with each manifest
        seen = {report["name"] for report in run.reports}
        for side in self.sides:
            allocate([service for service in side.services if name_of(service) in seen], self.ports)
            self.ports_then.append(dict(self.ports))
        self.states: dict[str, State] = {}
        self.reused: dict[str, CloudClb] = {}
        calls = [call for report in run.reports for call in report["calls"] if call["action"] == "CreateVServerGroup"]
        names = [call["params"]["VServerGroupName"].replace("c-oracle", "{clusterId}") for call in calls]
        self.group_ids = {f"rsp-oracle-{number}": name for number, name in enumerate(names, 1)}

    def differences(self) -> Iterator[str]:
        """What the model says otherwise than was recorded."""
        for report in self.run.reports:
            for difference in self._phase(report):
                yield f"{report['name']}, {report['phase']}: {difference}"

    def _phase(self, report: dict[str, Any]) -> Iterator[str]:
        name, first = report["name"], report["phase"].startswith("create")
        side = 0 if first and name in self.balancers[0] and name not in self.states else len(self.sides) - 1
        new = self.balancers[side].get(name) if report["phase"] != "delete" else None
        yield from differ("handled by", new.handled_by.value if new else report["handled_by"], report["handled_by"])
        if "nlb controller" in report["phase"] or (first and report["handled_by"] == "nlb"):
            return
        theirs = Theirs(report, self.group_ids)
        old = None if first else self.balancers[0].get(name)
        effect = self._again(name, new) if report["phase"] == "resync" else effect_on_clb(self._state(name), old, new)
        surroundings = self.sides[side]
        if surroundings.lacks_its_own and not first:  # nothing that a manifest or an inventory tells
            return
        refused = new.refusal if new is not None and new.handled_by.value == "clb" else None
        if not surroundings.fails:
            if first:
                yield from differ("refusal", refused.text if refused else "", report.get("local_model_error", ""))
            yield from differ("error", parts_of(effect.error), parts_of(theirs.error))
            if new is not None:
                yield from differ("load balancer", asked_of(new, effect), list(theirs.load_balancers(surroundings)))
        yield from differ_calls(map(ours, effect.calls), theirs.calls(surroundings), fewer=surroundings.fails)

    def _again(self, name: str, new: LoadBalancer | None) -> Effect:
        """A sync with nothing changed, which does nothing after a good one."""
        state = self._state(name)
        return effect_on_clb(state, new if state.synced is not None else None, new)

    def _state(self, name: str) -> State:
        if name not in self.states:
            ports = {key: number for (owner, key), number in self.ports.items() if owner == name}
            cloud = Cloud(
                created=CREATED, nodes=NODES, pods=PODS_OF_EACH, node_ports=(ports, ports),
                named_ports=NAMED_PORTS, documented=False, earlier=False,
            )  # fmt: skip
            self.states[name] = State(cloud)
            self.states[name].reused = self.reused  # one cloud for all Services
        return self.states[name]


class Allocator:
    """Gives node ports: as the fake does, one after the other, or as an API server does.

    `shared` by TCP and UDP of one port, `sparing` where a Service needs none, and `free` from what others have written.
    """

    def __init__(self, *, shared: bool, sparing: bool, free: bool) -> None:
        """Begin with the first."""
        self.shared = shared
        self.sparing = sparing
        self.free = free
        self._numbers = itertools.count(FIRST_NODE_PORT)

    def __call__(self, services: list[Service], given: Ports) -> None:
        """Number the ports that have none; one that was there before keeps its own."""
        written = {port.node_port.value for service in services for port in service.ports} if self.free else set()
        for service in services:
            for port in service.ports:
                key = (name_of(service), port_key(port))
                if port.node_port.value:
                    given[key] = port.node_port.value
                elif key not in given and (needs_node_ports(service) or not self.sparing):
                    fresh = (number for number in self._numbers if number not in written)
                    given[key] = self._same(service, port, given) or next(fresh)

    def _same(self, service: Service, port: ServicePort, given: Ports) -> int:
        """The number that another port of the same number has."""
        if not self.shared:
            return 0
        same = [other for other in service.ports if other.port.value == port.port.value]
        numbers = [other.node_port.value or given.get((name_of(service), port_key(other)), 0) for other in same]
        return next(filter(None, numbers), 0)


WAYS = [
    {"shared": shared, "sparing": sparing, "free": free}
    for shared, sparing, free in itertools.product((False, True), repeat=3)
]


def first_difference(run: Run) -> str:
    """The first thing that the model says otherwise, empty where there is none.

    Node ports are no facts: whoever made them, the model has to agree with one way to give them.
    """
    found = [next(Replay(run, Allocator(**way)).differences(), "") for way in WAYS[:1]]
    if found[0]:
        found += [next(Replay(run, Allocator(**way)).differences(), "") for way in WAYS[1:]]
    return "" if "" in found else found[0]


def needs_node_ports(service: Service) -> bool:
    """Whether an API server gives node ports to a Service."""
    return service.type.value in {"NodePort", "LoadBalancer"} and service.allocates_node_ports.value


def _balancer(service: Service, side: Surroundings) -> LoadBalancer:
    return build(service, side.cluster, inventory=side.inventory)


def name_of(service: Service) -> str:
    """The name under which a Service is recorded."""
    return f"{service.namespace or 'default'}/{service.name.value}"


def asked_of(balancer: LoadBalancer, effect: Effect) -> list[dict[str, Any]]:
    """The parameters of the CLB that is made, tags included."""
    made = any(call.action == "CreateLoadBalancer" for call in effect.calls)
    return [{name: fact.value for name, fact in balancer.attributes.items()}] if made else []


def ours(call: ApiCall) -> str:
    """A call of the model in one line: what it is about, and its parameters."""
    action = call.action
    params: dict[str, Any] = {name: value for name, value in call.params.items() if value not in {"", None}}
    if "VServerGroup" in action:
        params |= {"VServerGroup": str(call.about).removeprefix("server group ")}
        params.pop("VServerGroupName", None)
    elif "Listener" in action:
        params |= {"ListenerPort": str(call.about).split()[-1]}
        if action == "StartLoadBalancerListener":
            params["ListenerProtocol"] = str(call.about).split()[0]
    elif action == "CreateDomainExtension":
        params |= {"ListenerPort": str(call.about).split()[-1]}
    elif action == "UntagResources":
        params = {"TagKeys": sorted(call.params)}
    elif action == "TagResources":
        params = {"Tags": dict(call.params)}
    return f"{action} {json.dumps(params, sort_keys=True)}"


class Theirs:
    """What a report recorded, with the fake's own values replaced."""

    def __init__(self, report: dict[str, Any], group_ids: dict[str, str]) -> None:
        """Read the report; `group_ids` are the names of the groups that were made."""
        text = json.dumps(report)
        for pattern, name in MADE_UP:
            text = pattern.sub(name, text)
        self._report = json.loads(text)
        self._group_ids = group_ids

    @property
    def error(self) -> str:
        """The error that it ended in."""
        return API_ERROR.sub(r"\1", self._report.get("reconcile_error") or "")

    def load_balancers(self, surroundings: Surroundings) -> Iterator[dict[str, Any]]:
        """The parameters of each CLB that was made."""
        for call in self._report["calls"]:
            if call["action"] == "CreateLoadBalancer":
                yield _without_group(call["params"], surroundings)

    def calls(self, surroundings: Surroundings) -> list[str]:
        """The calls, each in one line."""
        return [self._line(call["action"], call["params"], surroundings) for call in self._report["calls"]]

    def _line(self, action: str, params: dict[str, Any], surroundings: Surroundings) -> str:
        kept = {name: value for name, value in params.items() if name not in FLEETING and value not in ("", [])}
        if "VServerGroup" in action:
            kept = {"VServerGroup": params.get("VServerGroupName") or self._group(params["VServerGroupId"])}
            kept |= _back_ends(params["BackendServers"]) if action in BACK_ENDS else {}
        elif "VServerGroupId" in kept:
            kept["VServerGroupId"] = self._group(kept["VServerGroupId"])
        elif action == "CreateLoadBalancer":
            kept = {name: value for name, value in _without_group(kept, surroundings).items() if name != "Tags"}
        elif action == "UntagResources":
            kept = {"TagKeys": sorted(kept["TagKeys"])}
        return f"{action} {json.dumps(kept, sort_keys=True)}"

    def _group(self, name: str) -> str:
        return self._group_ids.get(name, name)


def _without_group(params: dict[str, Any], surroundings: Surroundings) -> dict[str, Any]:
    """The parameters without the resource group that the CCM's own configuration gives."""
    of_cluster = params.get("ResourceGroupId") == surroundings.resource_group
    return {name: value for name, value in params.items() if not (name == "ResourceGroupId" and of_cluster)}


def _back_ends(servers: list[dict[str, Any]]) -> dict[str, str]:
    """What all back ends of a call have in common."""
    found = {(server["type"], str(server.get("port", 0)), str(server.get("weight", 0))) for server in servers}
    kind, port, weight = (" ".join(sorted(set(column))) for column in zip(*found, strict=True))
    return {"Type": kind, "Port": port, "Weight": weight}


def parts_of(error: str) -> Counter[str]:
    """The parts of an error: those of parallel stages come in any order."""
    return Counter(re.split(r"\[|\]|, ", ADDRESS.sub("<address>", error.strip())))


def differ(what: str, ours: object, theirs: object) -> Iterator[str]:
    """Tell what is not the same."""
    if ours != theirs:
        yield f"{what}:\n      ours   {ours}\n      theirs {theirs}"


def differ_calls(ours: Iterable[str], theirs: Iterable[str], *, fewer: bool) -> Iterator[str]:
    """Tell which calls one side has more often than the other; `fewer` may be made where the cloud refuses some."""
    more, less = Counter(ours), Counter(theirs)
    if more != less and not (fewer and less <= more):
        both = sorted((more - less).elements()), sorted((less - more).elements())
        yield "calls:\n      ours   {}\n      theirs {}".format(*both)
