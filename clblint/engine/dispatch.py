"""Handing each rule its subjects, one at a time."""

from __future__ import annotations

import os
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from clblint.clb.back_ends import BackEnds
from clblint.clb.build import build
from clblint.clb.existing.holdings import ExistingClb, OrphanedResource, existing_clbs, orphaned_resources
from clblint.clb.handling import CLB, NONE
from clblint.clb.model import LoadBalancer
from clblint.clb.neighbours.fleet import Fleet
from clblint.clb.neighbours.neighbourhood import Neighbourhood
from clblint.clb.neighbours.selection import Selection
from clblint.clb.neighbours.sharing import (
    AddressUse,
    DuplicateService,
    NodePort,
    Sharing,
)
from clblint.clb.neighbours.workloads import ReadinessGate, TargetPort, WorkloadBehind
from clblint.engine.counts import Count
from clblint.errors import raised_in
from clblint.fast import NamedTuple
from clblint.i18n.language import tr
from clblint.i18n.text import Text
from clblint.kube.annotations import Annotation, annotations_of
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.clusters.facts import with_found
from clblint.kube.clusters.profile import Cluster, watched
from clblint.kube.manifest import Broken
from clblint.kube.objects import Concerned, KubeObject, Service
from clblint.kube.project.project import Project
from clblint.kube.ram import NEEDED, PERMISSION, POLICY, Permissions, permissions_of, permissions_of_cluster
from clblint.kube.workloads.pods import Workload
from clblint.lint.finding import Finding, Label
from clblint.lint.problem import MOST
from clblint.lint.subjects import giver, parts_of, with_wholes
from clblint.nlb.model import NetworkLoadBalancer

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from clblint.inventory.inventory import Inventory
    from clblint.kube.manifest import Manifest
    from clblint.lint.problem import Problem
    from clblint.lint.rule import Rule
    from clblint.lint.settings import LintSettings, SettingsByFile


class _Plan(NamedTuple):
    """What is done with subjects of one kind: the rules that see them, and what gives the parts that rules want."""

    kind: str
    rules: tuple[Rule, ...]
    parts: tuple[tuple[Callable[[object], Iterable[object]], _Plan], ...]


class _Ground:
    """A standard as it is used: its rules by subject, and its cluster, which notes what is asked for."""

    def __init__(self, lint_settings: LintSettings, asked: set[str]) -> None:
        self.lint_settings = lint_settings
        self.rules = _by_subject(lint_settings.rules)
        self.asked_for = with_wholes(self.rules)
        self.watched = watched(lint_settings.cluster, asked)
        self._plans: dict[tuple[str, frozenset[str] | None], _Plan] = {}

    def plan_for(self, kind: str, carried: frozenset[str] | None) -> _Plan:
        """What is to be done with a kind of subject of a Service that carries these annotations; None is of any."""
        plan = self._plans.get((kind, carried))
        if plan is None:
            rules = self.rules.get(kind, ())
            if carried is not None:
                rules = [rule for rule in rules if not rule.when or not rule.when.isdisjoint(carried)]
            below = [(giver(name), self.plan_for(name, carried)) for name in parts_of(kind)]
            parts = tuple((give, one) for give, one in below if one.rules or one.parts)
            plan = self._plans[kind, carried] = _Plan(kind, tuple(rules), parts)
        return plan


class Dispatcher:
    """Runs rules over objects; a rule that raises is noted and the others go on."""

    def __init__(self, settings_by_file: SettingsByFile) -> None:
        self.project = Project((), _nothing)
        self.failures: list[str] = []
        self._settings_by_file = settings_by_file
        self._grounds: dict[int, _Ground] = {}
        self._balancers: dict[int, LoadBalancer] = {}
        self._asked: set[str] = set()  # the undeclared facts that a rule asks for
        self._waits: set[tuple[str, str]] = set()  # the rules that waited for one, each with the object
        self._waiting: dict[str, int] = {}  # how many checks asked for each and said nothing
        self._ground: _Ground  # of the file that is checked

    def forget(self) -> None:
        """Let go of the project and all that was built from it."""
        self.project = Project((), _nothing)
        self._drop_balancers()

    def _drop_balancers(self) -> None:
        """Let go of them, and they of their listeners, which hold them: in a run nobody looks for such circles."""
        for balancer in self._balancers.values():
            vars(balancer).clear()
        self._balancers.clear()

    def check_alone(self, manifest: Manifest) -> list[Finding]:
        """The findings about what stands in a file, whatever the other files hold."""
        self._ground = self._ground_of(manifest.source.path)
        found: list[Finding] = []
        for broken in manifest.broken:
            found.extend(self._judge(Broken, broken, ""))
        for thing in manifest.objects:
            annotations = tuple(annotations_of(thing, catalogue().is_ours, self._cluster))
            if annotations or isinstance(thing, (Service, Workload)):
                found.extend(self._judge(Concerned, thing, thing.id))
            if self._asks(KubeObject):
                found.extend(self._judge(KubeObject, thing, thing.id))
            unread = self._unread(thing) if annotations else ()
            for annotation in annotations:
                if annotation.key not in unread:
                    traits = annotation.traits(catalogue().find(annotation.key))
                    found.extend(self._judge(Annotation, annotation, thing.id, traits))
        return found

    def _unread(self, thing: KubeObject) -> Container[str]:
        """The keys of annotations that the declared CCM does not read, about which only the rule on that speaks."""
        if self._cluster.declared.ccm_version is None or not isinstance(thing, Service):
            return ()
        balancer = build(thing, self._cluster)
        return balancer.annotations.unread if balancer.handled_by.is_("clb") else ()

    def check_within(self, manifest: Manifest) -> list[Finding]:
        """The findings about the Services of a file, and about its workloads behind any Service of the project."""
        self._ground = self._ground_of(manifest.source.path)
        # Anew for each file, so that every look into another file is one that this file is known to depend on.
        self._drop_balancers()
        self._waiting.clear()
        self._waits.clear()
        found = self._check_facts(manifest)
        for thing in manifest.objects:
            if thing.partial or thing.unsettled:
                continue
            if isinstance(thing, Service):
                found.extend(self._check_service(thing))
            elif isinstance(thing, Workload):
                found.extend(self._check_workload(thing))
        if manifest.policies and self._asks(Permissions):
            for policy in manifest.policies:
                lacking = permissions_of(policy, self._cluster, self._granted())
                found.extend(self._judge(Permissions, lacking, "") if lacking else ())
        return found

    def check_cluster(self) -> list[Finding]:
        """The findings about the declared clusters, where they stand in the configuration, and about what exists."""
        found: list[Finding] = []
        inventories: set[int] = set()
        for lint_settings in self._settings_by_file:
            self._ground = _Ground(lint_settings, self._asked)
            found += self._check_declared(lint_settings)
            if lint_settings.inventory is not None and id(lint_settings.inventory) not in inventories:
                inventories.add(id(lint_settings.inventory))
                for subject in self._of_inventory(lint_settings.inventory):
                    found.extend(self._judge(type(subject), subject, ""))
        # A profile that one configuration has from another is judged with each of them.
        return list({finding.sort_key: finding for finding in reversed(found)}.values())[::-1]

    def _check_declared(self, lint_settings: LintSettings) -> list[Finding]:
        of = self._settings_by_file.of
        told = [fact for fact in self.project.facts_about(None) if of(fact.place.path) is lint_settings]
        elsewhere = {fact.place.path for fact in told}
        found = self._judge(Cluster, with_found(lint_settings.cluster, told), "")
        found = [finding for finding in found if finding.path not in elsewhere]
        if self._asks(Fleet):
            found.extend(
                self._judge(Fleet, Fleet(cluster=lint_settings.cluster, find=partial(self._fleet, lint_settings)), "")
            )
        if self._asks(Permissions) and not self.project.claimants(POLICY):
            lacking = permissions_of_cluster(lint_settings.cluster, self._granted())
            found.extend(self._judge(Permissions, lacking, "") if lacking else ())
        return found

    def _check_facts(self, manifest: Manifest) -> list[Finding]:
        """The findings about the facts that a file tells of the cluster."""
        found: list[Finding] = []
        for ref in self.project.facts_in(manifest.source.path):
            thing = manifest.objects[ref.position]
            found += self._judge(Cluster, with_found(self._cluster, self.project.facts_about(ref)), thing.id)
        return found

    def check_subject(self, subject: object, owner: str, path: str = "") -> list[Finding]:
        """The findings about one thing that does not stand in a file of this project alone, by the rules for a path."""
        self._ground = self._ground_of(path)
        return self._judge(type(subject), subject, owner)

    def count(self, manifest: Manifest) -> Count:
        """How much of what clblint knows a file holds."""
        whole = [thing for thing in manifest.objects if not thing.partial]
        services = [thing for thing in whole if isinstance(thing, Service)]
        handled = [self._balancer(thing).handled_by.value for thing in services if thing.type.value == "LoadBalancer"]
        ours = sum(value == CLB for value in handled)
        workloads = sum(isinstance(thing, Workload) for thing in whole)
        waiting, waits = tuple(sorted(self._waiting.items())), tuple(sorted(self._waits))
        others = len(handled) - ours
        return Count(manifest.count, manifest.template, len(services), ours, others, workloads, waiting, waits)

    def _check_service(self, service: Service) -> Iterator[Finding]:
        around, owner = self._around, service.id
        yield from self._judge(Service, service, owner)
        if self._asks(NodePort):
            for port in around.node_ports(service):
                yield from self._judge(NodePort, port, owner)
        if self._asks(DuplicateService) and (twins := around.twins(service)) is not None:
            yield from self._judge(DuplicateService, twins, owner)
        balancer = self._balancer(service)
        if balancer.handled_by.value == NONE:
            return
        carried = frozenset(balancer.annotations)
        of_front = self._of_balancer(balancer) if balancer.handled_by.value == CLB else _of_nlb(balancer)
        for kind, subject in chain(of_front, self._of_back_ends(balancer.back_ends)):
            yield from self._judge(kind, subject, owner, carried)

    def _of_balancer(self, balancer: LoadBalancer) -> Iterator[tuple[type, object]]:
        """The subjects that a load balancer gives, each with its type."""
        around = self._around
        yield LoadBalancer, balancer
        if self._asks(AddressUse):
            yield AddressUse, around.reached(balancer)
        if self._asks(Sharing):
            yield Sharing, around.sharing(balancer)

    def _of_back_ends(self, back_ends: BackEnds) -> Iterator[tuple[type, object]]:
        """The subjects that the back ends of a Service give, whatever load balancer is in front."""
        yield BackEnds, back_ends
        if self._asks(Selection):
            yield Selection, self._around.selection(back_ends)
        if self._asks(TargetPort):
            for port in self._around.target_ports(back_ends):
                yield TargetPort, port

    def _fleet(self, lint_settings: LintSettings) -> tuple[LoadBalancer, ...]:
        refs = (ref for ref in self.project.refs if ref.kind == "Service")
        services = (self.project.resolve(ref) for ref in refs if self._settings_by_file.of(ref.path) is lint_settings)
        balancers = (self._balancer(thing) for thing in services if isinstance(thing, Service))
        return tuple(balancer for balancer in balancers if balancer.handled_by.value == CLB)

    def _granted(self) -> set[str]:
        """What the RAM policies of the project allow, of what the CCM needs."""
        return {one.action for one in NEEDED if self.project.claimants((PERMISSION, one.action))}

    def _of_inventory(self, inventory: Inventory) -> Iterator[object]:
        """The subjects that an inventory gives, with the objects of the clusters that it is for."""
        refs = [ref for ref in self.project.refs if self._settings_by_file.of(ref.path).inventory is inventory]
        if self._asks(ExistingClb):
            yield from existing_clbs(inventory, refs)
        if self._asks(OrphanedResource):
            yield from orphaned_resources(inventory, refs)

    def _check_workload(self, workload: Workload) -> Iterator[Finding]:
        yield from self._judge(Workload, workload, workload.id)
        if self._asks(WorkloadBehind):
            for backing in self._around.backings(workload):
                yield from self._judge(WorkloadBehind, backing, workload.id)
        if self._asks(ReadinessGate):
            for gate in self._around.gates(workload):
                yield from self._judge(ReadinessGate, gate, workload.id)

    @property
    def _around(self) -> Neighbourhood:
        return Neighbourhood(self.project, self._balancer, self._cluster_of, self._supposed_for)

    def _balancer(self, service: Service) -> LoadBalancer:
        made = self._balancers.get(id(service))
        if made is None:
            made = build(
                service,
                self._cluster_of(service),
                partial(self.project.workloads_of, service),
                self.project.scaling_of,
                partial(self.project.may_select_more, service),
                inventory=self._ground_of(service.path).lint_settings.inventory,
            )
            self._balancers[id(service)] = made
        return made

    def _cluster_of(self, thing: KubeObject) -> Cluster:
        """The cluster that an object is applied to: what is declared, and what the project tells."""
        ground = self._ground_of(thing.path)
        told = self.project.facts_about(self.project.ref_of(thing)) if self.project.tells else []
        return watched(with_found(ground.lint_settings.cluster, told), self._asked) if told else ground.watched

    def _ground_of(self, path: str) -> _Ground:
        number = self._settings_by_file.number_of(path)
        ground = self._grounds.get(number)
        if ground is None:
            ground = self._grounds[number] = _Ground(self._settings_by_file.at(number), self._asked)
        return ground

    @property
    def _cluster(self) -> Cluster:
        return self._ground.lint_settings.cluster

    def _supposed_for(self, thing: KubeObject) -> Cluster | None:
        """The same with what is told of a cluster that may be another; None where there is nothing of that kind."""
        told = self.project.facts_about(self.project.ref_of(thing)) if self.project.tells else []
        declared = self._ground_of(thing.path).lint_settings.cluster
        return None if all(fact.sure for fact in told) else with_found(declared, told, perhaps=True)

    def wants_all(self, path: str) -> bool:
        """Whether a rule on a file wants every object in it, those, too, that can matter to no load balancer."""
        return KubeObject.__name__ in self._ground_of(path).rules

    def _asks(self, kind: type) -> bool:
        """Whether a rule is on a subject, or on a part of it."""
        return kind.__name__ in self._ground.asked_for

    def _judge(self, kind: type, subject: object, owner: str, carried: frozenset[str] | None = None) -> list[Finding]:
        """What the rules say of a subject and of its parts; `carried` are the annotations of its Service."""
        return self._follow(self._ground.plan_for(kind.__name__, carried), subject, owner)

    def _follow(self, plan: _Plan, subject: object, owner: str) -> list[Finding]:
        said: list[Finding] = []
        kind = plan.kind
        self._asked.clear()
        for rule in plan.rules:
            before = len(said)
            try:
                for found in rule.checks[kind](subject):
                    said.append(_finding(rule, owner, found))  # noqa: PERF401 - what was said before it broke is kept
            except Exception as error:  # noqa: BLE001 - a rule that breaks may not take the others with it
                self.failures.append(_failure(rule, owner, subject, error))
            if self._asked:
                self._note_what_was_asked(rule, owner, found_nothing=len(said) == before)
        for give, below in plan.parts:
            try:
                parts = tuple(give(subject))
            except Exception as error:  # noqa: BLE001 - as with a rule that breaks, which it would have been
                self.failures += [_failure(rule, owner, subject, error) for rule in below.rules]
                continue
            for part in parts:
                said += self._follow(below, part, owner)
        return said

    def _note_what_was_asked(self, rule: Rule, owner: str, *, found_nothing: bool) -> None:
        if found_nothing and "P" in rule.evidence:
            self._waits.add((rule.name, owner))
            for name in self._asked:
                self._waiting[name] = self._waiting.get(name, 0) + 1
        self._asked.clear()


def _by_subject(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        for kind in rule.checks:
            found.setdefault(kind, []).append(rule)
    return found


def _of_nlb(balancer: LoadBalancer) -> Iterator[tuple[type, object]]:
    yield (
        NetworkLoadBalancer,
        NetworkLoadBalancer(
            service=balancer.service,
            cluster=balancer.cluster,
            annotations=balancer.annotations,
            handled_by=balancer.handled_by,
        ),
    )


def _nothing(path: str) -> Manifest:
    message = f"no project to find {path} in"
    raise LookupError(message)


def _finding(rule: Rule, owner: str, found: Problem) -> Finding:
    found = found.shortened() if found.unnamed or len(found.because) > MOST else found
    values, place = found.values, found.at.place
    because = tuple([Label(reason.at.place, Text(reason.text, values)) for reason in found.because])
    return Finding(
        place, rule.name, rule.level(found), owner, found.subject, Text(found.message, values), because,
        Text(found.seen, values), Text(found.fix, values),
        edits=rule.edits(found, place.path) if found.edits else (), safe=rule.is_safe(found),
    )  # fmt: skip


def _failure(rule: Rule, owner: str, subject: object, error: Exception) -> str:
    from traceback import format_exception  # noqa: PLC0415 - hardly ever

    cause = f"{type(error).__name__}: {error}".splitlines()[0]
    if place := raised_in(rule.pack, error):
        cause += f" ({place})"
    about = owner or type(subject).__name__
    trace = "\n" + "".join(format_exception(error)).rstrip() if os.environ.get("CLBLINT_DEBUG") else ""
    told = tr(
        "rule {rule} of {pack} broke on {object}: {cause}; the other rules' findings are complete",
        rule=rule.name,
        pack=rule.pack,
        object=about,
        cause=cause,
    )
    return told + trace
