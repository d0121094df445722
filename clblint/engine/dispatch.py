"""The dispatcher: finds the subjects in manifests and calls the checks of each rule with them.

Files are checked in small batches, rule by rule: the code of all rules is far larger than the cache of a processor.
"""

from __future__ import annotations

from itertools import repeat

from clblint.balancer.handling import CLB, NLB, NONE, NetworkRequest
from clblint.balancer.neighbours.claims import FILTERED
from clblint.balancer.neighbours.fleet import Fleet
from clblint.balancer.neighbours.neighbourhood import Neighbourhood
from clblint.balancer.neighbours.node_port import NodePort
from clblint.balancer.neighbours.selection import Selection
from clblint.balancer.neighbours.sharing import AddressUse, DuplicateService, Sharing
from clblint.balancer.neighbours.workloads import ReadinessGate, TargetPort, WorkloadBehind
from clblint.build import build
from clblint.clb.model import ClassicLoadBalancer
from clblint.engine.file_check import FileCheck
from clblint.engine.prepared import SettingsInUse
from clblint.kube.annotations import Annotation, annotations_of
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.clusters.profile import Cluster
from clblint.kube.manifest import Broken
from clblint.kube.objects import Concerned, KubeObject, Service
from clblint.kube.project.project import Project
from clblint.kube.well_known import MARKER
from clblint.kube.workloads.pods import Workload
from clblint.light import partial
from clblint.lint.condition import ANY_ANNOTATION
from clblint.lint.finding import BuiltAs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias, TypeGuard, TypeVar

    from clblint.balancer.back_ends import BackEnds
    from clblint.balancer.model import LoadBalancer
    from clblint.engine.built_findings import FindingBuilder
    from clblint.engine.prepared import PlannedRule, RulePlan
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.facts import RangeSetting
    from clblint.kube.kustomize.record import RefusedBuild
    from clblint.kube.manifest import Manifest
    from clblint.lint.condition import Condition
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Check, Rule
    from clblint.lint.settings import SettingsByFile
    from clblint.migration.migration import Migration

    Thing = TypeVar("Thing", bound=KubeObject)
    Asked: TypeAlias = Container[int] | None  # the positions of the objects in question; None for all
    # The file, the object that findings are about with its id, if there is one, and the subject itself.
    Subject: TypeAlias = tuple[FileCheck, KubeObject | None, str, object]


class Dispatcher:
    """Runs rules over objects. An exception in a rule is added to `failures`, and the other rules go on."""

    def __init__(self, settings_by_file: SettingsByFile) -> None:
        self.failures: list[str] = []
        self.brief = False  # findings about what kustomizations build need no more than their root
        self.counts_advice = False  # of files without suppressions, which apply to advice, too
        self._settings = SettingsInUse(settings_by_file)
        self._project = Project((), _nothing)

    def within(self, project: Project) -> None:
        """Check files within this project from now on."""
        self._project = project

    def forget(self) -> None:
        """Drop the project."""
        self.within(Project((), _nothing))

    def check_alone(self, manifests: Sequence[Manifest], only: Sequence[Asked] | None = None) -> list[list[Finding]]:
        """The findings of each of some files that depend on it alone.

        `only` gives, for each file, the positions of the objects to check; by default all.
        """
        checks = list(map(self._check_of, manifests))
        pairs = list(zip(checks, manifests, strict=True))
        self._run(Broken, ((check, None, "", broken) for check, one in pairs for broken in one.broken))
        whole = [
            (check, thing)
            for (check, one), asked in zip(pairs, only or repeat(None), strict=False)
            for thing in (_in_question(one, asked) if not one.role.built else ())
        ]
        self._check_objects(whole + [(check, values) for check, one in pairs for values in one.values])
        for check, one in pairs:
            if one.role.built:  # its objects are judged as they are built, its text here
                check.settings = check.settings.of_parts
        self._check_objects([(check, thing) for check, one in pairs if one.role.built for thing in one.objects])
        for check in checks:
            self.failures += check.failures
        return [check.take_findings() for check in checks]

    def _check_objects(self, things: Sequence[tuple[FileCheck, KubeObject]]) -> None:
        """Find what depends on an object alone, or on values for a chart."""
        is_ours = catalogue().is_ours
        found = [(check, one, tuple(annotations_of(one, is_ours, check.cluster))) for check, one in things]
        self._run(
            Concerned,
            [
                (check, thing, thing.id, thing)
                for check, thing, annotations in found
                if annotations or isinstance(thing, (Service, Workload))
            ],
        )
        self._run(
            KubeObject,
            [
                (check, thing, thing.id, thing)
                for check, thing in things
                if check.is_wanted(KubeObject) and not thing.are_values
            ],
        )
        self._run_each(
            [
                (Annotation, annotation.traits, (check, thing, thing.id, annotation))
                for check, thing, annotations in found
                for unread in ([_unread(check, thing)] if annotations else ())
                for annotation in annotations
                if annotation.key not in unread
            ]
        )

    def _check_of(self, manifest: Manifest) -> FileCheck:
        """The check of a manifest within the project."""
        prepared = self._settings.of(manifest.source.path)
        if not manifest.role.builds:
            counts = self.counts_advice and MARKER not in manifest.source.text
            return FileCheck(prepared, self._settings, self._project, counts_advice=counts)
        from clblint.engine.built_findings import FindingBuilder  # noqa: PLC0415 - only with kustomizations

        return FileCheck(prepared.of_builds, self._settings, self._project, FindingBuilder(manifest, brief=self.brief))

    def check_within(self, manifests: Sequence[Manifest], only: Sequence[Asked] | None = None) -> list[FileCheck]:
        """Find what depends on the rest of the project in the Services and workloads of some files.

        `only` is as for `check_alone`.
        """
        checks = list(map(self._check_of, manifests))
        pairs = list(zip(checks, manifests, strict=True))
        for check, manifest in pairs:
            check.questions.settle(manifest)
        for check, manifest in pairs:
            self._check_facts(check, manifest)
        things = [
            (check, thing)
            for (check, one), asked in zip(pairs, only or repeat(None), strict=False)
            for thing in (_in_question(one, asked) if not one.role.built else ())
            if not (thing.partial or thing.unsettled)
        ]
        self._check_services(list(_of_kind(Service, things)))
        self._check_workloads(list(_of_kind(Workload, things)))
        for check, manifest in pairs:
            if manifest.policies:
                self._check_policies(check, manifest)
        return checks

    def _check_policies(self, check: FileCheck, manifest: Manifest) -> None:
        from clblint.kube.ram_policies import Permissions, permissions_of  # noqa: PLC0415 - few files are policies

        for policy in manifest.policies if check.is_wanted(Permissions) else ():
            allowed = check.questions.permissions()
            lacking = permissions_of(policy, check.cluster, allowed, source_ranges=self._has_source_ranges(check))
            self._run(Permissions, [(check, None, "", lacking)] if lacking else ())

    def check_refused(self, refused: RefusedBuild) -> list[Finding]:
        """The findings about what kustomize refuses to build."""
        roots = tuple([BuiltAs(folder, "") for folder in refused.folders])
        found = self.check_subject(refused, "", refused.place.path)
        return [finding._replace(roots=roots) for finding in found]

    def check_cluster(self) -> list[Finding]:
        """The findings about the clusters as declared in configurations, and about the inventories."""
        found: list[Finding] = []
        inventories: set[int] = set()
        for number, lint_settings in enumerate(self._settings.by_file):
            check = FileCheck(self._settings.at(number), self._settings, self._project)
            found += self._check_declared(check)
            if lint_settings.inventory is not None and id(lint_settings.inventory) not in inventories:
                inventories.add(id(lint_settings.inventory))
                for subject in self._of_inventory(check, lint_settings.inventory):
                    found += self._found_in(check, type(subject), subject)
            self.failures += check.failures
            check.end()
        # A cluster that several configurations inherit from one file is checked once for each of them.
        return list({finding.sort_key: finding for finding in reversed(found)}.values())[::-1]

    def _check_declared(self, check: FileCheck) -> list[Finding]:
        of, lint_settings = self._settings.by_file.of, check.settings.lint_settings
        facts = [fact for fact in self._project.facts_about(None) if of(fact.place.path) is lint_settings]
        elsewhere = {fact.place.path for fact in facts}
        found = self._found_in(check, Cluster, _completed(lint_settings.cluster, facts))
        found = [finding for finding in found if finding.path not in elsewhere]
        if check.is_wanted(Fleet):
            fleet = Fleet(cluster=lint_settings.cluster, find=partial(self._fleet, check))
            found += self._found_in(check, Fleet, fleet)
        if lint_settings.cluster.is_dedicated and not any(one.traits.has_policy for one in self._project.outlines):
            found += self._lacking(check)
        return found

    def _lacking(self, check: FileCheck) -> list[Finding]:
        """The findings about what the CCM of a dedicated cluster is not permitted."""
        from clblint.kube.ram_policies import Permissions, permissions_of_cluster  # noqa: PLC0415 - few are declared to be dedicated

        if not check.is_wanted(Permissions):
            return []
        allowed, own = self._project.permissions, self._has_source_ranges(check)
        lacking = permissions_of_cluster(check.settings.lint_settings.cluster, allowed, source_ranges=own)
        return self._found_in(check, Permissions, lacking) if lacking else []

    def _found_in(self, check: FileCheck, kind: type, subject: object) -> list[Finding]:
        """The findings about one subject that belongs to no object."""
        self._run(kind, [(check, None, "", subject)])
        return check.take_findings()

    def _has_source_ranges(self, check: FileCheck) -> bool:
        """Whether an NLB by the settings of a file has source ranges."""
        of = self._settings.by_file.of
        return any(of(ref.path) is check.settings.lint_settings for ref in check.questions.claimants(FILTERED))

    def _check_facts(self, check: FileCheck, manifest: Manifest) -> None:
        """Check the facts of the cluster that manifests in this file state."""
        for position, facts in check.questions.facts_in(manifest.source.path):
            thing = manifest.objects[position]
            self._run(Cluster, [(check, None, thing.id, _completed(check.cluster, facts))])

    def check_subject(
        self,
        subject: object,
        owner: str,
        path: str = "",
        builder: FindingBuilder | None = None,
        thing: KubeObject | None = None,
    ) -> list[Finding]:
        """The findings about a subject that is no object of a manifest, such as a change, by the rules for `path`.

        `builder` completes those about `thing`, which a kustomization builds.
        """
        check = FileCheck(self._settings.of(path), self._settings, self._project, builder)
        self._run(type(subject), [(check, thing, owner, subject)])
        check.end()
        self.failures += check.failures
        return check.take_findings()

    def check_balancer(self, balancer: LoadBalancer, path: str, builder: FindingBuilder | None) -> list[Finding]:
        """The findings about a load balancer, its parts and its back ends alone, as by `check_subject`."""
        service, carried = balancer.service, _carried(balancer)
        check = FileCheck(self._settings.of(path), self._settings, self._project, builder)
        subjects = (balancer, balancer.back_ends)
        self._run_each([(type(one), carried, (check, service, service.id, one)) for one in subjects])
        check.end()
        self.failures += check.failures
        return check.take_findings()

    def check_at(self, path: str) -> FileCheck:
        """A check of a file that has not found anything yet."""
        return FileCheck(self._settings.of(path), self._settings, self._project)

    def _check_services(self, services: Sequence[tuple[FileCheck, Service]]) -> None:
        self._run(Service, [(check, service, service.id, service) for check, service in services])
        self._run_related(NodePort, services, Neighbourhood.node_ports)
        self._run_related(DuplicateService, services, Neighbourhood.duplicates)
        balancers = [(check, check.balancer(service)) for check, service in services]
        self._run(NetworkRequest, list(_network_requests(balancers)))
        handled = [(check, one, _carried(one)) for check, one in balancers if one.handled_by.value != NONE]
        for subjects_of in (_balancer, _moves, _address_uses, _sharing, _back_ends, _selections, _target_ports):
            self._run_each(
                [
                    (type(subject), carried, (check, balancer.service, balancer.service.id, subject))
                    for check, balancer, carried in handled
                    for subject in subjects_of(check, balancer)
                ]
            )

    def _fleet(self, check: FileCheck) -> tuple[LoadBalancer, ...]:
        """The CLBs of all Services with the settings of a check."""
        of, lint_settings = self._settings.by_file.of, check.settings.lint_settings
        refs = (service.ref for service in self._project.services)
        services = (check.questions.resolve(ref) for ref in refs if of(ref.path) is lint_settings)
        balancers = (check.balancer(thing) for thing in services if isinstance(thing, Service))
        return tuple(balancer for balancer in balancers if balancer.handled_by.value == CLB)

    def _of_inventory(self, check: FileCheck, inventory: Inventory) -> Iterator[object]:
        """Yield the subjects of an inventory, matched with the objects of its clusters."""
        from clblint.balancer.orphaned_resources import (  # noqa: PLC0415 - most runs have no inventory
            ExistingBalancer,
            OrphanedResource,
            existing_balancers,
            orphaned_resources,
        )

        of = self._settings.by_file.of
        services = [one for one in self._project.services if of(one.ref.path).inventory is inventory]
        claims = [claim for service in services for claim in service.claims]
        if check.is_wanted(ExistingBalancer):
            yield from existing_balancers(inventory, claims)
        if check.is_wanted(OrphanedResource):
            refs = (ref for ref in self._project.objects.all if of(ref.path).inventory is inventory)
            yield from orphaned_resources(inventory, refs, claims)

    def _check_workloads(self, workloads: Sequence[tuple[FileCheck, Workload]]) -> None:
        self._run(Workload, [(check, workload, workload.id, workload) for check, workload in workloads])
        self._run_related(WorkloadBehind, workloads, Neighbourhood.workloads_behind)
        self._run_related(ReadinessGate, workloads, Neighbourhood.readiness_gates)

    def _run_related(
        self,
        kind: type,
        things: Iterable[tuple[FileCheck, Thing]],
        find: Callable[[Neighbourhood, Thing], Iterable[object]],
    ) -> None:
        """Run the rules on what relates objects to others of the project, if there are any."""
        self._run(
            kind,
            [
                (check, thing, thing.id, found)
                for check, thing in things
                if check.is_wanted(kind)
                for found in find(check.neighbourhood, thing)
            ],
        )

    def wants_all(self, path: str) -> bool:
        """Whether a rule is on every object of a file, including kinds that no load balancer depends on."""
        return KubeObject.__name__ in self._settings.of(path).rules

    def looks_into_parts(self, path: str) -> bool:
        """Whether a rule is on the objects of a file even where they are judged as they are built."""
        return self._settings.of(path).looks_into_parts

    def _run(self, kind: type, subjects: Iterable[Subject]) -> None:
        """Run the rules on a kind of subject, and on its parts."""
        self._run_each([(kind, None, subject) for subject in subjects])

    def _run_each(self, subjects: Iterable[tuple[type, frozenset[str] | None, Subject]]) -> None:
        """Run the rules on subjects, each with its kind and the annotations of its Service, and on their parts."""
        by_plan: dict[RulePlan, list[Subject]] = {}
        for kind, carried, subject in subjects:
            plan = subject[0].settings.plan_for(kind.__name__, carried)
            found = by_plan.get(plan)
            if found is None:
                by_plan[plan] = [subject]
            else:
                found.append(subject)
        if by_plan:
            self._run_plans(by_plan)

    def _run_plans(self, by_plan: Mapping[RulePlan, list[Subject]]) -> None:
        """Run each rule of some plans with the subjects of all of them, then those on their parts."""
        self._settings.facts_read.clear()
        for check, rule, subjects in _by_check(by_plan):
            self._run_check(check, rule, subjects)
        below: dict[int, dict[RulePlan, list[Subject]]] = {}
        for plan, subjects in by_plan.items():
            for give, part in plan.parts:
                below.setdefault(id(give), {}).setdefault(part, []).extend(_parts(give, part, subjects))
        for parts_by_plan in below.values():
            self._run_plans({plan: parts for plan, parts in parts_by_plan.items() if parts})

    def _run_check(self, check: Check, rule: Rule, subjects: Iterable[Subject]) -> None:
        facts_read = self._settings.facts_read
        for file, thing, owner, subject in subjects:
            found_nothing = True
            try:
                for found in check(subject):
                    file.add(rule, owner, thing, found)  # problems found before an exception count
                    found_nothing = False
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a broken rule must not stop the others
                file.fail(rule, owner, subject, error)
            if facts_read:
                file.note_missing_facts(rule, owner, found_nothing=found_nothing)


def _by_check(by_plan: Mapping[RulePlan, list[Subject]]) -> Iterable[tuple[Check, Rule, list[Subject]]]:
    """The checks of some plans, each with the subjects of those that have it and that it waits for."""
    found: dict[tuple[str, int], tuple[PlannedRule, list[Subject]]] = {}  # a rule may have a severity of its own
    for plan, subjects in by_plan.items():
        for one in plan.rules:
            met = subjects if one.condition is None else _that_meet(one.condition, subjects)
            if met:
                found.setdefault((one.kind, id(one.rule)), (one, []))[1].extend(met)
    return [(one.check, one.rule, subjects) for one, subjects in found.values()]


def _that_meet(condition: Condition, subjects: list[Subject]) -> list[Subject]:
    return [subject for subject in subjects if condition.may_hold(subject[1])]


def _parts(give: Callable[[Any], Iterable[object]], plan: RulePlan, subjects: Iterable[Subject]) -> Iterator[Subject]:
    """Yield the parts of some subjects."""
    for file, thing, owner, subject in subjects:
        try:
            parts = tuple(give(subject))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a broken rule must not stop those on other parts
            for one in plan.rules:
                file.fail(one.rule, owner, subject, error)
            continue
        for part in parts:
            yield file, thing, owner, part


def _carried(balancer: LoadBalancer) -> frozenset[str]:
    """The annotations of a Service by their short names, and that there are any."""
    names = frozenset(balancer.annotations)
    return names | {ANY_ANNOTATION} if names else names


def _in_question(manifest: Manifest, asked: Asked) -> Iterable[KubeObject]:
    return manifest.objects if asked is None else [thing for thing in manifest.objects if thing.index in asked]


def _of_kind(kind: type[Thing], things: Iterable[tuple[FileCheck, KubeObject]]) -> Iterator[tuple[FileCheck, Thing]]:
    return ((check, thing) for check, thing in things if isinstance(thing, kind))


def _completed(cluster: Cluster, facts: Sequence[RangeSetting]) -> Cluster:
    """A cluster with what manifests say about it."""
    if not facts:
        return cluster
    from clblint.kube.clusters.facts import with_facts  # noqa: PLC0415 - few manifests say anything

    return with_facts(cluster, facts)


def _unread(check: FileCheck, thing: KubeObject) -> Container[str]:
    """The keys of annotations that the declared cluster does not read; only the rule about that reports on them."""
    declared = check.cluster.declared
    if not isinstance(thing, Service) or (declared.ccm_version is None and declared.kubernetes_version is None):
        return ()
    balancer = build(thing, check.cluster)
    if balancer.handling.nlb is not None and balancer.handled_by.is_(NONE):
        return thing.annotations
    return balancer.annotations.unread if balancer.handled_by.is_not(NONE) else ()


def _network_requests(
    balancers: Iterable[tuple[FileCheck, LoadBalancer]],
) -> Iterator[tuple[FileCheck, Service, str, NetworkRequest]]:
    for check, balancer in balancers:
        asked = balancer.handling.nlb
        if asked is not None:
            yield check, balancer.service, balancer.service.id, NetworkRequest(asked, balancer.cluster)


def _balancer(_: FileCheck, balancer: LoadBalancer) -> Iterable[LoadBalancer]:
    return (balancer,)


def _moves(check: FileCheck, balancer: LoadBalancer) -> Iterable[Migration]:
    return (check.move_of(balancer),) if balancer.handled_by.value == CLB and _is_to_move(balancer) else ()


def _address_uses(check: FileCheck, balancer: LoadBalancer) -> Iterable[AddressUse]:
    is_asked = balancer.handled_by.value == CLB and check.is_wanted(AddressUse)
    return (check.neighbourhood.address_use(balancer),) if is_asked else ()


def _sharing(check: FileCheck, balancer: LoadBalancer) -> Iterable[Sharing]:
    return (check.neighbourhood.sharing(balancer),) if check.is_wanted(Sharing) else ()


def _back_ends(_: FileCheck, balancer: LoadBalancer) -> Iterable[BackEnds]:
    return (balancer.back_ends,)


def _selections(check: FileCheck, balancer: LoadBalancer) -> Iterable[Selection]:
    return (check.neighbourhood.selection(balancer.back_ends),) if check.is_wanted(Selection) else ()


def _target_ports(check: FileCheck, balancer: LoadBalancer) -> Iterable[TargetPort]:
    return check.neighbourhood.target_ports(balancer.back_ends) if check.is_wanted(TargetPort) else ()


def _is_to_move(balancer: LoadBalancer) -> TypeGuard[ClassicLoadBalancer]:
    """Whether the profile of the cluster says that its CLBs are to become NLBs."""
    asked = balancer.cluster.declared.migrate_to
    return asked is not None and asked.is_(NLB) and isinstance(balancer, ClassicLoadBalancer)


def _nothing(path: str) -> Manifest:
    message = f"no project to find {path} in"
    raise LookupError(message)
