"""The dispatcher: finds the subjects in manifests and calls the checks of each rule with them, one at a time."""

from __future__ import annotations

import os
from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING

from clblint.balancer.back_ends import BackEnds, finder_in
from clblint.balancer.handling import CLB, NLB, NONE
from clblint.balancer.neighbours.fleet import Fleet
from clblint.balancer.neighbours.neighbourhood import Neighbourhood
from clblint.balancer.neighbours.selection import Selection
from clblint.balancer.neighbours.sharing import (
    FILTERED,
    AddressUse,
    DuplicateService,
    NodePort,
    Sharing,
)
from clblint.balancer.neighbours.workloads import ReadinessGate, TargetPort, WorkloadBehind
from clblint.build import build
from clblint.clb.model import ClassicLoadBalancer
from clblint.engine.counts import Count
from clblint.errors import raised_in
from clblint.fast import Frozen, cached_property
from clblint.i18n.language import tr
from clblint.kube.annotations import Annotation, annotations_of
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.clusters.facts import with_facts
from clblint.kube.clusters.profile import Cluster, recording
from clblint.kube.kustomize.record import RefusedBuild
from clblint.kube.manifest import Broken
from clblint.kube.objects import Concerned, KubeObject, Service
from clblint.kube.project.project import Project
from clblint.kube.project.questions import Questions
from clblint.kube.ram import Permissions, permissions_of, permissions_of_cluster
from clblint.kube.workloads.pods import Workload
from clblint.lint.finding import BuiltAs, Details, Finding
from clblint.lint.problem import MOST
from clblint.lint.subjects import giver, kinds_of, parts_of, with_wholes

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator
    from typing import TypeGuard

    from clblint.balancer.model import LoadBalancer
    from clblint.engine.built_findings import FindingBuilder
    from clblint.inventory.inventory import Inventory
    from clblint.kube.manifest import Manifest
    from clblint.lint.problem import Problem
    from clblint.lint.rule import Check, Rule
    from clblint.lint.settings import LintSettings, SettingsByFile
    from clblint.migration.migration import Migration


class _Plan(Frozen):
    """The rules on one kind of subject, and, for each kind of part that a rule is on, its getter and its own plan."""

    kind: str
    rules: tuple[tuple[str, Rule], ...]  # each with the name of the subject that it is on, which may be more general
    parts: tuple[tuple[Callable[[object], Iterable[object]], _Plan], ...]

    @cached_property
    def checks(self) -> list[tuple[Check, Rule]]:
        """The rules with their functions, whose modules are imported for the first subject."""
        return [(_check_of(rule, kind), rule) for kind, rule in self.rules]


class _PreparedSettings:
    """Lint settings prepared for use: the rules by subject, and the cluster, which records the facts that are read."""

    def __init__(self, lint_settings: LintSettings, facts_read: set[str]) -> None:
        self.lint_settings = lint_settings
        self.choose(_rules_to_run(lint_settings))
        self.cluster = recording(lint_settings.cluster, facts_read)

    def choose(self, rules: Iterable[Rule]) -> None:
        """Take these rules."""
        self.rules = _by_subject(rules)
        self.subjects = with_wholes(self.rules)
        self.plan_for = cache(self._plan_for)

    @cached_property
    def of_parts(self) -> _PreparedSettings:
        """The same for files that are only parts of what is built: with the rules about the text of a file."""
        return self._only(lambda rule: rule.of_file)

    @cached_property
    def of_builds(self) -> _PreparedSettings:
        """The same for what is built: without the rules about the text of a file."""
        return self._only(lambda rule: not rule.of_file)

    def _only(self, wanted: Callable[[Rule], bool]) -> _PreparedSettings:
        from copy import copy  # noqa: PLC0415 - brings weakref, and only kustomizations need it

        made = copy(self)
        made.choose(rule for rule in _rules_to_run(self.lint_settings) if wanted(rule))
        return made

    def _plan_for(self, kind: str, carried: frozenset[str] | None) -> _Plan:
        """The plan for a kind of subject of a Service with the annotations `carried`; None runs the rules for any."""
        rules = [(name, rule) for name in kinds_of(kind) for rule in self.rules.get(name, ())]
        if carried is not None:
            rules = [pair for pair in rules if not pair[1].when or not pair[1].when.isdisjoint(carried)]
        below = [self.plan_for(name, carried) for name in parts_of(kind)]
        parts = tuple((giver(one.kind), one) for one in below if one.rules or one.parts)
        return _Plan(kind=kind, rules=tuple(rules), parts=parts)


class Dispatcher:
    """Runs rules over objects. An exception in a rule is added to `failures`, and the other rules go on."""

    def __init__(self, settings_by_file: SettingsByFile) -> None:
        self.within(Project((), _nothing))
        self.failures: list[str] = []
        self._settings_by_file = settings_by_file
        self._prepared: dict[int, _PreparedSettings] = {}
        self._balancers: dict[int, LoadBalancer] = {}
        self._facts_read: set[str] = set()  # the undeclared facts that the current check has read
        self._waits: set[tuple[str, str]] = set()  # rules that found nothing for lack of a fact, with the object
        self._waiting: dict[str, int] = {}  # the number of such checks by fact
        self._current: _PreparedSettings  # of the file that is checked
        self._last_prepared: tuple[str, _PreparedSettings | None] = ("", None)  # the file asked about last, and its own
        self._builder: FindingBuilder | None = None  # while what a kustomization builds is checked

    def within(self, project: Project) -> None:
        """Check files within this project from now on; what they ask it is recorded in `questions`."""
        self._project = project
        self.questions = Questions(project)

    def forget(self) -> None:
        """Drop the project and all that was built from it."""
        self.within(Project((), _nothing))
        self._drop_balancers()

    def release(self) -> None:
        """Drop what was built of the files, and keep the project."""
        self._drop_balancers()

    def _drop_balancers(self) -> None:
        """Empty the load balancers: they and their listeners refer to each other, and garbage collection is off."""
        for balancer in self._balancers.values():
            vars(balancer).clear()
        self._balancers.clear()

    def check_alone(self, manifest: Manifest, only: Container[int] | None = None) -> list[Finding]:
        """The findings that depend on this file alone; `only` are the positions of the objects that are in question."""
        self._begin(manifest)
        found = [one for broken in manifest.broken for one in self._check_kind(Broken, broken, "")]
        if manifest.role.built:
            found += self._check_part(manifest)
        else:
            found += [one for thing in self._each(manifest, only) for one in self._check_object(thing)]
        for values in manifest.values:
            found += self._check_object(values)
        return found

    def _check_part(self, manifest: Manifest) -> list[Finding]:
        """The findings about the text of a file whose objects are judged as they are built."""
        whole, self._current = self._current, self._current.of_parts
        found = [one for thing in manifest.objects for one in self._check_object(thing)]
        self._current = whole
        return found

    def _check_object(self, thing: KubeObject) -> Iterator[Finding]:
        """Yield the findings about an object, or about values for a chart, that depend on it alone."""
        annotations = tuple(annotations_of(thing, catalogue().is_ours, self._cluster))
        if annotations or isinstance(thing, (Service, Workload)):
            yield from self._check_kind(Concerned, thing, thing.id)
        if self._is_wanted(KubeObject) and not thing.are_values:
            yield from self._check_kind(KubeObject, thing, thing.id)
        unread = self._unread(thing) if annotations else ()
        for annotation in annotations:
            if annotation.key not in unread:
                yield from self._check_kind(Annotation, annotation, thing.id, annotation.traits)

    def _begin(self, manifest: Manifest) -> None:
        """Choose the rules for a manifest."""
        prepared = self._prepared_for(manifest.source.path)
        self._current = prepared.of_builds if manifest.role.builds else prepared
        self._builder = None
        if manifest.role.builds:
            from clblint.engine.built_findings import FindingBuilder  # noqa: PLC0415 - only with kustomizations

            self._builder = FindingBuilder(manifest)

    def _each(self, manifest: Manifest, only: Container[int] | None) -> Iterable[KubeObject]:
        """The objects of a manifest that are in question, each while findings about it are made."""
        things = manifest.objects if only is None else [thing for thing in manifest.objects if thing.index in only]
        return self._builder.each(things) if self._builder is not None else things

    def _unread(self, thing: KubeObject) -> Container[str]:
        """The keys of annotations that the declared CCM does not read; only the rule about that reports on them."""
        if self._cluster.declared.ccm_version is None or not isinstance(thing, Service):
            return ()
        balancer = build(thing, self._cluster)
        return balancer.annotations.unread if balancer.handled_by.is_not(NONE) else ()

    def check_within(self, manifest: Manifest, only: Container[int] | None = None) -> list[Finding]:
        """The findings about the Services and workloads of a file that depend on the rest of the project.

        `only` are the positions of the objects that are in question.
        """
        self._begin(manifest)
        # Built again for each file, so that each access to another file is recorded as a dependency of this one.
        self._drop_balancers()
        self._waiting.clear()
        self._waits.clear()
        found = self._check_facts(manifest)
        for thing in self._each(manifest, only) if not manifest.role.built else ():
            if thing.partial or thing.unsettled:
                continue
            if isinstance(thing, Service):
                found.extend(self._check_service(thing))
            elif isinstance(thing, Workload):
                found.extend(self._check_workload(thing))
        if manifest.policies and self._is_wanted(Permissions):
            for policy in manifest.policies:
                lacking = permissions_of(
                    policy, self._cluster, self.questions.permissions(), source_ranges=self._has_source_ranges()
                )
                found.extend(self._check_kind(Permissions, lacking, "") if lacking else ())
        return found

    def check_refused(self, refused: RefusedBuild) -> list[Finding]:
        """The findings about what kustomize refuses to build."""
        self._builder = None
        self._current = self._prepared_for(refused.place.path)
        roots = tuple([BuiltAs(folder, "") for folder in refused.folders])
        return [finding._replace(roots=roots) for finding in self._check_kind(RefusedBuild, refused, "")]

    def check_cluster(self) -> list[Finding]:
        """The findings about the clusters as declared in configurations, and about the inventories."""
        self._builder = None
        found: list[Finding] = []
        inventories: set[int] = set()
        for lint_settings in self._settings_by_file:
            self._current = _PreparedSettings(lint_settings, self._facts_read)
            found += self._check_declared(lint_settings)
            if lint_settings.inventory is not None and id(lint_settings.inventory) not in inventories:
                inventories.add(id(lint_settings.inventory))
                for subject in self._of_inventory(lint_settings.inventory):
                    found.extend(self._check_kind(type(subject), subject, ""))
        # A cluster that several configurations inherit from one file is checked once for each of them.
        return list({finding.sort_key: finding for finding in reversed(found)}.values())[::-1]

    def _check_declared(self, lint_settings: LintSettings) -> list[Finding]:
        of = self._settings_by_file.of
        facts = [fact for fact in self._project.facts.about(None) if of(fact.place.path) is lint_settings]
        elsewhere = {fact.place.path for fact in facts}
        found = self._check_kind(Cluster, with_facts(lint_settings.cluster, facts), "")
        found = [finding for finding in found if finding.path not in elsewhere]
        if self._is_wanted(Fleet):
            found.extend(
                self._check_kind(
                    Fleet, Fleet(cluster=lint_settings.cluster, find=partial(self._fleet, lint_settings)), ""
                )
            )
        if self._is_wanted(Permissions) and not any(outline.traits.has_policy for outline in self._project.outlines):
            lacking = permissions_of_cluster(
                lint_settings.cluster, self._project.permissions, source_ranges=self._has_source_ranges()
            )
            found.extend(self._check_kind(Permissions, lacking, "") if lacking else ())
        return found

    def _has_source_ranges(self) -> bool:
        """Whether an NLB by the current settings has source ranges."""
        of = self._settings_by_file.of
        return any(of(ref.path) is self._current.lint_settings for ref in self.questions.claimants(FILTERED))

    def _check_facts(self, manifest: Manifest) -> list[Finding]:
        """The findings about facts of the cluster that manifests in this file state."""
        found: list[Finding] = []
        for position, facts in self.questions.facts_in(manifest.source.path):
            found += self._check_kind(Cluster, with_facts(self._cluster, facts), manifest.objects[position].id)
        return found

    def check_subject(
        self, subject: object, owner: str, path: str = "", builder: FindingBuilder | None = None
    ) -> list[Finding]:
        """The findings about a subject that is no object of a manifest, such as a change, by the rules for `path`.

        `builder` completes those about what a kustomization builds.
        """
        self._builder = builder
        self._current = self._prepared_for(path)
        return self._check_kind(type(subject), subject, owner)

    def balancer_of(self, service: Service) -> LoadBalancer:
        """The load balancer of a Service within the project."""
        return self._balancer(service)

    def count(self, manifest: Manifest) -> Count:
        """Count the objects of a file."""
        is_part = manifest.role.built
        whole = [thing for thing in manifest.objects if not (is_part or thing.partial)]
        services = [thing for thing in whole if isinstance(thing, Service)]
        handled = [self._balancer(thing).handled_by.value for thing in services if thing.type.value == "LoadBalancer"]
        ours, nlbs = handled.count(CLB), handled.count(NLB)
        workloads = sum(isinstance(thing, Workload) for thing in whole)
        waiting, waits = tuple(sorted(self._waiting.items())), tuple(sorted(self._waits))
        others = len(handled) - ours - nlbs
        held, is_template = manifest.count + len(manifest.values), manifest.template and not is_part
        return Count(held, is_template, len(services), ours, nlbs, others, workloads, waiting, waits)

    def _check_service(self, service: Service) -> Iterator[Finding]:
        neighbourhood, owner = self._neighbourhood, service.id
        yield from self._check_kind(Service, service, owner)
        if self._is_wanted(NodePort):
            for port in neighbourhood.node_ports(service):
                yield from self._check_kind(NodePort, port, owner)
        if self._is_wanted(DuplicateService) and (duplicates := neighbourhood.duplicates(service)) is not None:
            yield from self._check_kind(DuplicateService, duplicates, owner)
        balancer = self._balancer(service)
        if balancer.handled_by.value == NONE:
            return
        carried = frozenset(balancer.annotations)
        subjects = chain(
            self._of_balancer(balancer, neighbourhood), self._of_back_ends(balancer.back_ends, neighbourhood)
        )
        for kind, subject in subjects:
            yield from self._check_kind(kind, subject, owner, carried)

    def move_of(self, balancer: ClassicLoadBalancer) -> Migration:
        """The move of a CLB to an NLB while it is planned, with the uses of its address in the project."""
        from clblint.migration.migration import Migration  # noqa: PLC0415 - few clusters are to move

        return Migration(
            old=balancer, new=None, find_mentions=lambda: self._neighbourhood.address_use(balancer).mentions
        )

    def _of_balancer(self, balancer: LoadBalancer, neighbourhood: Neighbourhood) -> Iterator[tuple[type, object]]:
        """Yield a load balancer and the subjects built from it, each with its type."""
        yield type(balancer), balancer
        if balancer.handled_by.value == CLB:
            if _is_to_move(balancer):
                move = self.move_of(balancer)
                yield type(move), move
            if self._is_wanted(AddressUse):
                yield AddressUse, neighbourhood.address_use(balancer)
        if self._is_wanted(Sharing):
            yield Sharing, neighbourhood.sharing(balancer)

    def _of_back_ends(self, back_ends: BackEnds, neighbourhood: Neighbourhood) -> Iterator[tuple[type, object]]:
        """Yield the back ends of a Service and the subjects built from them, for any kind of load balancer."""
        yield BackEnds, back_ends
        if self._is_wanted(Selection):
            yield Selection, neighbourhood.selection(back_ends)
        if self._is_wanted(TargetPort):
            for port in neighbourhood.target_ports(back_ends):
                yield TargetPort, port

    def _fleet(self, lint_settings: LintSettings) -> tuple[LoadBalancer, ...]:
        refs = (service.ref for service in self._project.services)
        services = (self._project.resolve(ref) for ref in refs if self._settings_by_file.of(ref.path) is lint_settings)
        balancers = (self._balancer(thing) for thing in services if isinstance(thing, Service))
        return tuple(balancer for balancer in balancers if balancer.handled_by.value == CLB)

    def _of_inventory(self, inventory: Inventory) -> Iterator[object]:
        """Yield the subjects of an inventory, matched with the objects of its clusters."""
        from clblint.balancer.holdings import (  # noqa: PLC0415 - most runs have no inventory
            ExistingBalancer,
            OrphanedResource,
            existing_balancers,
            orphaned_resources,
        )

        of = self._settings_by_file.of
        services = [one for one in self._project.services if of(one.ref.path).inventory is inventory]
        claims = [claim for service in services for claim in service.claims]
        if self._is_wanted(ExistingBalancer):
            yield from existing_balancers(inventory, claims)
        if self._is_wanted(OrphanedResource):
            refs = (ref for ref in self._project.objects.all if of(ref.path).inventory is inventory)
            yield from orphaned_resources(inventory, refs, claims)

    def _check_workload(self, workload: Workload) -> Iterator[Finding]:
        yield from self._check_kind(Workload, workload, workload.id)
        if self._is_wanted(WorkloadBehind):
            for behind in self._neighbourhood.workloads_behind(workload):
                yield from self._check_kind(WorkloadBehind, behind, workload.id)
        if self._is_wanted(ReadinessGate):
            for gate in self._neighbourhood.readiness_gates(workload):
                yield from self._check_kind(ReadinessGate, gate, workload.id)

    @property
    def _neighbourhood(self) -> Neighbourhood:
        return Neighbourhood(self.questions, self._balancer, self._cluster_of, self._assumed_cluster_of)

    def _balancer(self, service: Service) -> LoadBalancer:
        made = self._balancers.get(id(service))
        if made is None:
            inventory = self._prepared_for(service.path).lint_settings.inventory
            finder = finder_in(self.questions, service)
            made = build(service, self._cluster_of(service), finder, inventory=inventory)
            self._balancers[id(service)] = made
        return made

    def _cluster_of(self, thing: KubeObject) -> Cluster:
        """The cluster that an object is applied to: the declared facts, completed by those found in manifests."""
        prepared = self._prepared_for(thing.path)
        facts = self.questions.facts_about(thing)
        return (
            recording(with_facts(prepared.lint_settings.cluster, facts), self._facts_read)
            if facts
            else prepared.cluster
        )

    def _prepared_for(self, path: str) -> _PreparedSettings:
        last, found = self._last_prepared
        if found is None or last != path:  # consecutive calls are mostly for the same file
            number = self._settings_by_file.number_of(path)
            found = self._prepared.get(number)
            if found is None:
                found = self._prepared[number] = _PreparedSettings(self._settings_by_file.at(number), self._facts_read)
            self._last_prepared = path, found
        return found

    @property
    def _cluster(self) -> Cluster:
        return self._current.lint_settings.cluster

    def _assumed_cluster_of(self, thing: KubeObject) -> Cluster | None:
        """The same cluster with facts that may be those of another one; None where there are no such facts."""
        facts = self.questions.facts_about(thing)
        declared = self._prepared_for(thing.path).lint_settings.cluster
        return None if all(fact.sure for fact in facts) else with_facts(declared, facts, perhaps=True)

    def wants_all(self, path: str) -> bool:
        """Whether a rule is on every object of a file, including kinds that no load balancer depends on."""
        return KubeObject.__name__ in self._prepared_for(path).rules

    def _is_wanted(self, kind: type) -> bool:
        """Whether any rule is on this kind of subject or on a part of it."""
        return kind.__name__ in self._current.subjects

    def _check_kind(
        self, kind: type, subject: object, owner: str, carried: frozenset[str] | None = None
    ) -> list[Finding]:
        """The findings about a subject and its parts; `carried` are the annotations of its Service."""
        return self._run_plan(self._current.plan_for(kind.__name__, carried), subject, owner)

    def _run_plan(self, plan: _Plan, subject: object, owner: str) -> list[Finding]:
        findings: list[Finding] = []
        self._facts_read.clear()
        for check, rule in plan.checks:
            found_nothing = True
            try:
                for found in check(subject):
                    findings.append(self._finding(rule, owner, found))  # problems found before an exception count
                    found_nothing = False
            except Exception as error:  # noqa: BLE001 - a broken rule must not stop the others
                self.failures.append(_failure(rule, owner, subject, error))
            if self._facts_read:
                self._note_missing_facts(rule, owner, found_nothing=found_nothing)
        for give, below in plan.parts:
            try:
                parts = tuple(give(subject))
            except Exception as error:  # noqa: BLE001 - the same: the rules on these parts fail
                self.failures += [_failure(rule, owner, subject, error) for _, rule in below.rules]
                continue
            for part in parts:
                findings += self._run_plan(below, part, owner)
        return findings

    def _finding(self, rule: Rule, owner: str, found: Problem) -> Finding:
        made = _finding(rule, owner, found)
        return made if self._builder is None else self._builder.built(made, found)

    def _note_missing_facts(self, rule: Rule, owner: str, *, found_nothing: bool) -> None:
        if found_nothing and "P" in rule.evidence:
            self._waits.add((rule.name, owner))
            for name in self._facts_read:
                self._waiting[name] = self._waiting.get(name, 0) + 1
        self._facts_read.clear()


def _check_of(rule: Rule, kind: str) -> Check:
    """The function of a rule for a kind of subject; that of a rule that cannot be imported fails at each call."""
    try:
        return rule.check_of(kind)
    except Exception:  # noqa: BLE001 - a broken rule must not stop the others
        return lambda subject: rule.check_of(kind)(subject)  # noqa: PLW0108 - the module is asked for at each call


def _rules_to_run(lint_settings: LintSettings) -> Iterable[Rule]:
    """The selected rules; those that need nothing but an inventory find nothing without one."""
    if lint_settings.inventory is not None:
        return lint_settings.rules
    return [rule for rule in lint_settings.rules if rule.evidence != "I"]


def _by_subject(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        for kind in rule.subjects:
            found.setdefault(kind, []).append(rule)
    return found


def _is_to_move(balancer: LoadBalancer) -> TypeGuard[ClassicLoadBalancer]:
    """Whether the profile of the cluster says that its CLBs are to become NLBs."""
    asked = balancer.cluster.declared.migrate_to
    return asked is not None and asked.is_(NLB) and isinstance(balancer, ClassicLoadBalancer)


def _nothing(path: str) -> Manifest:
    message = f"no project to find {path} in"
    raise LookupError(message)


def _finding(rule: Rule, owner: str, found: Problem) -> Finding:
    found = found.shortened() if found.unnamed or len(found.because) > MOST else found
    values, place = found.values, found.at.place
    because = tuple([(reason.at.place, reason.text) for reason in found.because]) if found.because else ()
    edits = rule.edits(found, place.path) if found.edits else ()
    details = Details(values, found.message, because, found.seen, found.fix)
    return Finding(  # by position, which takes half the time
        place, rule.name, rule.level(found), owner, found.subject, details, "", "", edits, rule.is_safe(found)
    )


def _failure(rule: Rule, owner: str, subject: object, error: Exception) -> str:
    from traceback import format_exception  # noqa: PLC0415 - hardly ever

    cause = f"{type(error).__name__}: {error}".splitlines()[0]
    if place := raised_in(rule.pack, error):
        cause += f" ({place})"
    about = owner or type(subject).__name__
    trace = "\n" + "".join(format_exception(error)).rstrip() if os.environ.get("CLBLINT_DEBUG") else ""
    message = tr(
        "rule {rule} of {pack} broke on {object}: {cause}; the other rules' findings are complete",
        rule=rule.name,
        pack=rule.pack,
        object=about,
        cause=cause,
    )
    return message + trace
