"""A change on the cloud that an inventory prints has the calls that it has on the simulated cloud that was printed.

Every recorded update once more: the old manifest is simulated as ever, the console does what it did, and what there is
then is all that the plan of the change knows. Servers are left out, since an inventory does not tell whose they are.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import yaml

from clblint.build import as_network, build
from clblint.change.cloud import Cloud
from clblint.change.nlb.effect import effect_on_nlb
from clblint.change.update import effect_of
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.source.text import Source
from tests.recorded.files import NLB_FOLDERS, documents_of, runs
from tests.recorded.nlb_printed import OWNER, UID, Printed
from tests.recorded.nlb_replay import NetworkReplay, ours
from tests.recorded.nlb_surroundings import CREATED, NetworkSurroundings
from tests.recorded.replay import WAYS, Allocator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.change.calls import ApiCall
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster
    from tests.recorded.files import Run

_FEW = 250


class Late(NetworkReplay):
    """A run up to its update."""

    def differences_of_update(self) -> Iterator[str]:
        """What the plan says otherwise, if the run can be told by an inventory."""
        for report in self.run.reports:
            if report["phase"] == "update via nlb controller":
                yield from self._compared(report["name"])
                return
            list(self._phase(report))

    def can_be_printed(self, name: str) -> bool:
        """Whether the Service keeps its NLB, which is there, and nothing is refused for reasons of the cloud alone."""
        there = [side.get(name) for side in self.balancers]
        ids = {one.reuses.value for one in there if one is not None}
        alone = len({one["name"] for one in self.run.reports}) == 1
        printed = len(ids) == 1 and all(id_ in self.cloud.nlbs for id_ in ids if id_)
        return None not in there and alone and printed and not any(map(_is_fickle, self.run.manifests))

    def _compared(self, name: str) -> Iterator[str]:
        if not self.can_be_printed(name):
            return
        self._enter(1)
        old, new = (side[name] for side in self.balancers)
        printed = Printed(self.cloud, as_network(old).key)
        inventory = printed.inventory
        ports = [{key: port for (of, key), port in then.items() if of == name} for then in self.ports_then]
        sides = zip(self.run.manifests, self.sides, strict=True)
        then, now = (live(text, name, side.cluster, inventory) for text, side in sides)
        planned = effect_of(
            then, now, Cloud(created=CREATED, node_ports=(ports[0], ports[1]), documented=False, earlier=False)
        )
        state = self._state(name)
        state.cloud = state.cloud._replace(node_ports=(ports[1], ports[1]))
        side = self.sides[1]
        assert isinstance(side, NetworkSurroundings)
        self.cloud.population = side.population(new.service)
        simulated = effect_on_nlb(state, old, new)
        theirs, mine = Counter(lines(simulated.calls, {})), Counter(lines(planned.calls, printed.names))
        yield from (f"only simulated: {one}" for one in theirs - mine)
        yield from (f"only planned: {one}" for one in mine - theirs)
        self.compared = True

    compared = False


def _is_fickle(manifest: str) -> bool:
    """Whether the cloud refuses calls, or lacks what there was."""
    documents = (one for one in documents_of(manifest) if isinstance(one, dict))
    return any({"fail", "failOnce", "missing", "jobStatus"} & set(one) for one in documents)


def live(text: str, name: str, cluster: Cluster, inventory: Inventory) -> LoadBalancer:
    """A Service as it is read from the cluster, with its UID."""
    documents = [one for one in documents_of(text) if isinstance(one, dict)]
    for one in documents:
        if one.get("kind") == "Service":
            one["metadata"]["uid"] = UID
    objects = read_manifest(Source("web.yaml", yaml.safe_dump_all(documents).encode()), prefilter=False).objects
    services = (thing for thing in objects if isinstance(thing, Service))
    found = {f"{thing.namespace or 'default'}/{thing.name.value}": thing for thing in services}
    return build(found[name], cluster, inventory=inventory)


def lines(calls: Iterable[ApiCall], names: dict[str, str]) -> Iterator[str]:
    """The calls in one line each, with the names of the simulation for ids."""
    for call in calls:
        if "Servers" not in call.action:
            text = ours(call).replace(OWNER, "a{uid}").replace("<security group>", "{securityGroupId}")
            for id_, simulated in names.items():
                text = text.replace(id_, simulated)
            action, _, params = text.partition(" ")
            asked = json.loads(params)
            own = asked.get("LoadBalancerId", "").startswith("{loadBalancerId}")
            yield f"{action} {[pair for pair in asked.items() if not (own and pair[0] == 'LoadBalancerId')]}"


def late(run: Run) -> Late:
    return Late(run, Allocator(**WAYS[0]))


def test_a_plan_on_what_is_printed_is_the_plan_on_what_is_there() -> None:
    updates = [late(run) for folder in NLB_FOLDERS for run in runs(folder) if run.mode == "update" and run.old]
    wrong = [f"{one.run.name}: {text}" for one in updates for text in one.differences_of_update()]
    assert not wrong, "\n".join(wrong)
    assert sum(one.compared for one in updates) > _FEW
