"""The check and the plan never contradict each other.

What an error of the check calls refused, given up or pending is refused in the plan, or its sync ends in an error; what
the plan refuses has an error of the check. That goes for every manifest that the controller was run with, every example
of a rule's page, and the changes from one to the other, on a cluster of which nothing is declared and on an old one.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from clblint.balancer.neighbours.claims import claims_of
from clblint.build import build
from clblint.change.effect import NONE, REFUSED
from clblint.change.plan import rows_of
from clblint.config.model import no_config
from clblint.config.parse import parse_config
from clblint.discovery.walk import Input
from clblint.engine.dispatch import Dispatcher
from clblint.files.view import Listed
from clblint.inventory.load import Export
from clblint.kube.clusters.facts import with_facts
from clblint.kube.kustomize.build.files import Files
from clblint.kube.kustomize.role import role_of
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.kube.project.outlining import outline_of
from clblint.kube.project.project import Project
from clblint.lint.settings import LintSettings, one_settings
from clblint.lint.severity import Severity
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import page_of, unmarked
from clblint.run.against import between, findings_by_file
from clblint.run.builds import build_all
from clblint.run.verdicts import Verdicts
from clblint.source.text import Source
from tests.recorded.files import FOLDERS, NLB_FOLDERS, documents_of, runs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.kube.manifest import Manifest
    from clblint.lint.finding import Finding
    from tests.recorded.files import Run

RULES = load_plugins().rules
CORPUS = Path(os.environ.get("CLBLINT_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
CONFIG, OLD = ".clblint.yaml", "old/"
OLD_CLUSTER = "cluster: {ccm-version: v1.9.3.276-g372aa98-aliyun, kubernetes-version: 1.18.8-aliyun.1}\n"
# What an error says where nothing is built, or not all of it.
NO = re.compile(r"SyncLoadBalancerFailed|API server refuses|passed on and refused|gives up|pending|does not touch")


class Case(NamedTuple):
    """Files of a project by name; those of the older revision stand in `old/`."""

    name: str
    files: tuple[tuple[str, str], ...]


class World:
    """The files of a case, read once, and what the check says of them."""

    def __init__(self, files: dict[str, str]) -> None:
        own = {name: text.encode() for name, text in files.items()}
        config = parse_config(CONFIG, own.pop(CONFIG)) if CONFIG in own else no_config()
        exported = {
            name: unmarked(own.pop(name).decode()).encode() for name in list(own) if name.startswith("inventory")
        }
        self.inventory = Export(tuple(sorted(exported.items())), 20_454).read() if exported else None
        self.cluster = config.cluster
        self.old = {name.removeprefix(OLD): (name, own.pop(name)) for name in list(own) if name.startswith(OLD)}
        self.new = {name: (name, data) for name, data in own.items()}
        names = {os.path.abspath(name): name for name in own}
        view = Files(["/"], Listed(names, lambda path: own[names[path]]), lambda path: names.get(path, path))
        built = build_all([Input(name) for name in sorted(own)], own.__getitem__, files=lambda: view)
        self.manifests = {
            item.path: built.manifests.get(item.path)
            or read_manifest(Source(item.path, own[item.path]), role_of(item.role))
            for item in built.inputs
        }
        self.project = Project([outline_of(one, claims_of) for one in self.manifests.values()], self.manifest)
        self.settings_by_file = one_settings(LintSettings(RULES, self.cluster, self.inventory))
        self.verdicts = Verdicts(self.settings_by_file)
        self.verdicts.read(self.project, self.manifests.values())

    def manifest(self, path: str) -> Manifest:
        return self.manifests[path]

    def findings(self) -> Iterator[tuple[str, Finding]]:
        """The findings, each with the path of the file or of the kustomization that it is about."""
        checker = Dispatcher(self.settings_by_file)
        checker.within(self.project)
        for path, manifest in self.manifests.items():
            (alone,), (within,) = checker.check_alone([manifest]), checker.check_within([manifest])
            for finding in (*alone, *within.take_findings()):
                yield path, finding

    def balancers(self) -> Iterator[LoadBalancer]:
        for manifest in self.manifests.values():
            for thing in manifest.objects if not manifest.role.built else ():
                if isinstance(thing, Service) and not (thing.partial or thing.unsettled):
                    told = self.project.facts_about(self.project.objects.ref_of(thing))
                    yield build(thing, with_facts(self.cluster, told), inventory=self.inventory)


def says_no(finding: Finding) -> bool:
    return NO.search(f"{finding.message} {finding.seen}") is not None


def contradictions(case: Case) -> Iterator[str]:
    """Where the check and the plan of a state, or of a change, do not say the same."""
    world = World(dict(case.files))
    errors: dict[tuple[str, str], list[Finding]] = {}
    for path, finding in world.findings():
        if finding.severity is Severity.ERROR:
            errors.setdefault((path, finding.object), []).append(finding)
    refused: dict[tuple[str, str], str] = {}
    for balancer in world.balancers():
        if balancer.handled_by.is_("none"):
            continue  # no sync, so none that ends in an error
        ends = world.verdicts.sync_end_of(balancer)
        text = balancer.stopped.text if balancer.stopped is not None else ends.first or ends.later
        key = (balancer.service.path, balancer.service.id)
        refused[key] = refused.get(key) or text
    for key, text in refused.items():
        found = errors.get(key, [])
        if text and not found:
            yield f"{case.name}: the plan refuses {key}, the check does not: {text}"
        for finding in found:
            if says_no(finding) and not text:
                yield f"{case.name}: {finding.rule} refuses {key}, the plan does not: {finding.seen}"
    if world.old:
        yield from contradictions_of_changes(case.name, world, errors)


def contradictions_of_changes(name: str, world: World, errors: dict[tuple[str, str], list[Finding]]) -> Iterator[str]:
    """The same for what changes."""
    for change in between(world.old, world.new, world.cluster, world.inventory):
        found, _ = findings_by_file([change], world.settings_by_file)
        found = [one for one in found if one.severity is Severity.ERROR]
        own = errors.get((change.service.path, change.service.id), []) if change.new is not None else []
        for row in rows_of([change.new] if change.new else [], [change], world.verdicts.sync_end_of_change):
            if row.kind == REFUSED and not (found or own):
                yield f"{name}: the plan refuses the change of {change.service.id}, the check does not: {row.error}"
            for finding in found if row.kind == NONE else (*found, *own):  # what nobody touches may be refused as it is
                if says_no(finding) and row.kind != REFUSED:
                    yield f"{name}: {finding.rule} refuses the change, the plan says {row.kind}: {finding.seen}"


def pages() -> Iterator[Case]:
    for rule in RULES:
        for number, example in enumerate(page_of(rule).examples, 1):
            yield Case(f"{rule.name} {number}", example.files)


def recorded(folders: Sequence[Path] = FOLDERS) -> Iterator[Case]:
    for folder in folders:
        for run in runs(folder):
            old = ((f"{OLD}case.yaml", run.old),) if run.old else ()
            yield Case(run.name, (*old, ("case.yaml", run.new)))


def recorded_with_nlbs() -> Iterator[Case]:
    """The runs of the controller of NLBs, on a cluster with the gates and the back ends of the run."""
    for folder in NLB_FOLDERS:
        for run in runs(folder):
            old = ((f"{OLD}case.yaml", run.old),) if run.old else ()
            declared = ((CONFIG, f"cluster: {json.dumps(config)}\n"),) if (config := config_of(run)) else ()
            yield Case(run.name, (*declared, *old, ("case.yaml", run.new)))


def config_of(run: Run) -> dict[str, object]:
    """What a run says of its cluster, as a configuration declares it."""
    documents = (one for text in run.manifests for one in documents_of(text) if isinstance(one, dict))
    told = [one["config"] for one in documents if one.get("kind") == "OracleCloud" and "config" in one]
    names = {"featureGates": "feature-gates", "serviceBackendType": "service-backend-type"}
    return {names[name]: value for config in told for name, value in config.items() if name in names and value}


def corpus() -> Iterator[Case]:
    for path in sorted(CORPUS.glob("alibaba*/**/*.yaml")):
        yield Case(str(path.relative_to(CORPUS)), (("case.yaml", path.read_text(encoding="utf-8", errors="replace")),))


def on_an_old_cluster(cases: Iterator[Case]) -> Iterator[Case]:
    for case in cases:
        if CONFIG not in dict(case.files):
            yield Case(f"{case.name}, on an old cluster", ((CONFIG, OLD_CLUSTER), *case.files))


SOURCES = {
    "pages": pages,
    "pages, on an old cluster": lambda: on_an_old_cluster(pages()),
    "recorded runs": recorded,
    "recorded runs with NLBs": recorded_with_nlbs,
    "recorded runs with NLBs, of which nothing is declared": lambda: recorded(NLB_FOLDERS),
    "recorded runs, on an old cluster": lambda: on_an_old_cluster(recorded()),
    "corpus": corpus,
}


@pytest.mark.parametrize(
    "source", [pytest.param(source, marks=() if source == "pages" else pytest.mark.whole) for source in SOURCES]
)
def test_findings_and_plans_do_not_contradict_each_other(source: str) -> None:
    cases = list(SOURCES[source]())
    if source == "corpus" and not cases:
        pytest.skip(f"no manifests of other people in {CORPUS}")
    found = [text for case in cases for text in contradictions(case)]
    assert cases
    assert not found, "\n".join(found)
