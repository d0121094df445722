"""`FileCheck`: the check of one file, with its questions to the project, its load balancers and its findings."""

from __future__ import annotations

from clblint.balancer.back_ends import finder_in
from clblint.balancer.handling import CLB, NLB, NONE
from clblint.balancer.neighbours.neighbourhood import Neighbourhood
from clblint.build import build
from clblint.engine.counted_advice import as_advice, is_mere_advice
from clblint.engine.result import Count
from clblint.kube.clusters.profile import recording
from clblint.kube.objects import Service
from clblint.kube.project.questions import Questions
from clblint.kube.workloads.pods import Workload
from clblint.lint.finding import Details, Finding
from clblint.lint.problem import MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.handling import Handling
    from clblint.balancer.model import LoadBalancer
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.engine.built_findings import FindingBuilder
    from clblint.engine.prepared import PreparedSettings, SettingsInUse
    from clblint.i18n.text import Value
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject
    from clblint.kube.project.project import Project
    from clblint.lint.problem import Problem
    from clblint.lint.rule import Rule
    from clblint.migration.migration import Migration

_LONGEST = 2_000  # characters of a value in a finding


class FileCheck:
    """The check of one file, or of a subject in one: its findings, and the errors of rules that raised an exception.

    Load balancers are built for each check anew, so that it records each access to another file in its `questions`.
    `builder` completes findings about what a kustomization builds. If advice is only counted, its findings have no
    details and mostly no place (see `counted_advice`), unless they have edits, which are tried with those of others.
    """

    __slots__ = (
        *("_balancers", "_builder", "_found", "_in_use", "_neighbourhood", "_waiting", "_waits"),
        *("counts_advice", "failures", "questions", "settings"),
    )

    def __init__(
        self,
        settings: PreparedSettings,
        in_use: SettingsInUse,
        project: Project,
        builder: FindingBuilder | None = None,
        *,
        counts_advice: bool = False,
    ) -> None:
        self.settings = settings
        self.counts_advice = counts_advice
        self.failures: list[str] = []
        self.questions = Questions(project)
        self._in_use = in_use
        self._builder = builder
        self._neighbourhood: Neighbourhood | None = None
        self._found: dict[int, list[Finding]] = {}  # by the position of the object that they are about
        self._balancers: dict[int, LoadBalancer] = {}
        self._waits: set[tuple[str, str]] = set()  # rules that found nothing for lack of a fact, with the object
        self._waiting: dict[str, int] = {}  # the number of such checks by fact

    @property
    def cluster(self) -> Cluster:
        """The cluster as declared for the file."""
        return self.settings.lint_settings.cluster

    def take_findings(self) -> list[Finding]:
        """What was found since the last time, in the order of the objects, not of the checks; see `placed`.

        Only the first of several objects with the same text is reported; the other files decide which one is checked
        first.
        """
        found, self._found = self._found, {}
        return [finding for position in sorted(found) for finding in found[position]]

    @property
    def neighbourhood(self) -> Neighbourhood:
        """The other objects of the project from the view of this file."""
        made = self._neighbourhood
        if made is None:
            asked = self.questions, self.balancer, self._cluster_of, self._assumed_cluster_of
            made = self._neighbourhood = Neighbourhood(*asked)
        return made

    def balancer(self, service: Service) -> LoadBalancer:
        """The load balancer of a Service, of this file or of another one."""
        made = self._balancers.get(id(service))
        if made is None:
            inventory = self._in_use.of(service.path).lint_settings.inventory
            finder = finder_in(self.questions, service)
            made = build(service, self._cluster_of(service), finder, inventory=inventory)
            self._balancers[id(service)] = made
        return made

    def _cluster_of(self, thing: KubeObject) -> Cluster:
        """The cluster that an object is applied to: the declared facts, completed by those found in manifests."""
        prepared = self._in_use.of(thing.path)
        facts = self.questions.facts_about(thing)
        if not facts:
            return prepared.cluster
        from clblint.kube.clusters.facts import with_facts  # noqa: PLC0415 - few manifests say anything

        return recording(with_facts(prepared.lint_settings.cluster, facts), self._in_use.facts_read)

    def _assumed_cluster_of(self, thing: KubeObject) -> Cluster | None:
        """The same cluster with facts that may belong to another one; None if there are no such facts."""
        facts = self.questions.facts_about(thing)
        if all(fact.sure for fact in facts):
            return None
        from clblint.kube.clusters.facts import with_facts  # noqa: PLC0415 - as above

        return with_facts(self._in_use.of(thing.path).lint_settings.cluster, facts, perhaps=True)

    def move_of(self, balancer: ClassicLoadBalancer) -> Migration:
        """The move of a CLB to an NLB while it is planned, with the uses of its address in the project."""
        from clblint.migration.migration import Migration  # noqa: PLC0415 - few clusters are to move

        return Migration(
            old=balancer, new=None, find_mentions=lambda: self.neighbourhood.address_use(balancer).mentions
        )

    def is_wanted(self, kind: type) -> bool:
        """Whether any rule is on this kind of subject or on a part of it."""
        return kind.__name__ in self.settings.subjects

    def add(self, rule: Rule, owner: str, thing: KubeObject | None, found: Problem) -> None:
        """Add the finding about a problem that a rule found in an object, `thing` with the id `owner`, if in any."""
        if self.counts_advice and is_mere_advice(rule, found):
            made = as_advice(rule, owner, thing, found)
        else:
            made = _finding(rule, owner, found)
        made = made if self._builder is None else self._builder.built(made, found, thing)
        self._found.setdefault(thing.index if thing is not None else -1, []).append(made)

    def fail(self, rule: Rule, owner: str, subject: object, error: BaseException) -> None:
        """Add an exception that a rule raised."""
        from clblint.lint.failure import failure_of  # noqa: PLC0415 - hardly ever

        self.failures.append(failure_of(rule, owner, subject, error))

    def note_missing_facts(self, rule: Rule, owner: str, *, found_nothing: bool) -> None:
        """Note that a rule has read undeclared facts, those in `facts_read`."""
        facts_read = self._in_use.facts_read
        if found_nothing and "P" in rule.evidence:
            self._waits.add((rule.name, owner))
            for name in facts_read:
                self._waiting[name] = self._waiting.get(name, 0) + 1
        facts_read.clear()

    def count(self, manifest: Manifest) -> Count:
        """Count the objects of the file."""
        is_part = manifest.role.built
        whole = [thing for thing in manifest.objects if not thing.partial] if not is_part else []
        services = [thing for thing in whole if isinstance(thing, Service)]
        workloads = len([thing for thing in whole if isinstance(thing, Workload)])
        ours = nlbs = others = 0
        wanting = [thing for thing in services if thing.type.value == "LoadBalancer"]
        for thing in wanting:
            handling = self.balancer(thing).handling
            if handling.by.value == CLB:
                ours += 1
            elif handling.by.value == NLB:
                nlbs += 1
            # Who handles the rest is not known where a patch or a placeholder decides it; nobody makes an NLB that the
            # cluster is too old for.
            elif _is_of_others(handling) and not thing.unsettled:
                others += 1
        waiting, waits = tuple(sorted(self._waiting.items())), tuple(sorted(self._waits))
        held, is_template = manifest.count + len(manifest.values), manifest.template and not is_part
        return Count(held, is_template, len(services), ours, nlbs, others, workloads, waiting, waits)

    def end(self) -> None:
        """Drop what refers to each other: load balancers and their listeners, and the neighbourhood and this.

        Garbage collection is off.
        """
        self._neighbourhood = None
        for balancer in self._balancers.values():
            vars(balancer).clear()
        self._balancers.clear()


def _is_of_others(handling: Handling) -> bool:
    return handling.by.is_(NONE) and handling.nlb is None


def _finding(rule: Rule, owner: str, found: Problem) -> Finding:
    found = found.shortened() if found.unnamed or len(found.because) > MOST else found
    values, place = _bounded(found.values), found.at.place
    because = tuple([(reason.at.place, reason.text) for reason in found.because]) if found.because else ()
    edits = rule.edits(found, place.path) if found.edits else ()
    details = Details(values, found.message, because, found.seen, found.fix)
    return Finding(  # by position, which takes half the time
        place, rule.name, rule.level(found), owner, found.subject, details, "", "", edits, rule.is_safe(found)
    )


def _bounded(values: dict[str, Value]) -> dict[str, Value]:
    """The values, the longest ones without their middle: each item of a list may name the whole list."""
    for value in values.values():
        if type(value) is str and len(value) > _LONGEST:
            break
    else:  # as nearly always
        return values
    half = _LONGEST // 2
    return {
        name: f"{value[:half]}...{value[-half:]}" if type(value) is str and len(value) > _LONGEST else value
        for name, value in values.items()
    }
