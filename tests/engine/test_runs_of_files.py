"""Files that are checked in runs, as if there were no others: the findings are those within the whole project."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from clblint.discovery.walk import Input
from clblint.engine import batches, packed_result, pool
from clblint.engine.pool import WorkerPool
from clblint.engine.rendering import Renderer
from clblint.engine.run import lint
from clblint.engine.worker import Worker, WorkerSettings
from clblint.kube.clusters.profile import undeclared
from clblint.kube.project import questions
from clblint.kube.project.project import Project
from clblint.lint.severity import Severity
from clblint.plugins.manager import load_plugins
from clblint.source.plain import compiled_parser

from .test_neighbours_through_the_cache import CASES, Case

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.engine.worker import Checked
    from clblint.kube.project.outline import Outline
    from clblint.lint.finding import Finding

RULES = load_plugins().rules
_STEP = 5  # all of them together take minutes
EDGES = Path(__file__).parents[1] / "rules" / "edges"


def edges() -> dict[str, bytes]:
    """Some manifests that have much to do with each other: Services of one name, and so on."""
    return {path.name: path.read_bytes() for path in sorted(EDGES.glob("*.yaml"))[::_STEP]}


def findings(files: dict[str, bytes]) -> tuple[Finding, ...]:
    """All findings in a project, with unpacked details."""
    settings = WorkerSettings(RULES, undeclared())
    outcome = lint([Input(name) for name in files], lambda: settings, files.__getitem__)
    assert outcome.errors == ()
    return tuple(finding.unpacked() for finding in outcome.findings)


def apart(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Make each file a run of its own from now on; returns the files that are then checked a second time."""
    monkeypatch.setattr(pool, "WORTH_A_PROCESS", 1)
    monkeypatch.setattr(pool, "WORTH_DROPPING", 1)
    monkeypatch.setattr(batches, "_LONGEST", 1)
    found: list[str] = []
    check = WorkerPool.check

    def noted(workers: WorkerPool, kept: Sequence[Input], again: Sequence[Input]) -> Iterator[Checked]:
        assert not kept
        found.extend(item.path for item in again)
        return check(workers, kept, again)

    monkeypatch.setattr(WorkerPool, "check", noted)
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_file_is_checked_again_if_another_one_matters(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"other.yaml": case.other.encode(), "web.yaml": case.web.encode()}
    whole = findings(files)
    assert case.rule in {finding.rule for finding in whole}
    again = apart(monkeypatch)
    assert findings(files) == whole
    assert "web.yaml" in again


def test_a_file_is_checked_once_if_no_other_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    service = "apiVersion: v1\nkind: Service\nmetadata: {name: NAME, namespace: NAME}\nspec: {type: LoadBalancer}\n"
    again = apart(monkeypatch)
    findings({f"{name}.yaml": service.replace("NAME", name).encode() for name in ("api", "web")})
    assert again == []


def test_a_text_of_several_objects_is_reported_for_each_in_any_company() -> None:
    """Rules are run on objects with the same annotations together, beginning with those of the first file."""
    service = "kind: Service, metadata: {name: NAME, annotations: {service.beta.kubernetes.io/KEY: VALUE}}"
    first = service.replace("NAME", "first").replace("KEY: VALUE", "alibaba-cloud-loadbalancer-name: web")
    annotated = "KEY: VALUE", "alibaba-cloud-loadbalancer-address-type: intranet"
    second = service.replace("NAME", "second").replace(*annotated)
    spec = "{type: LoadBalancer, selector: {app: web}, ports: [{port: 53, protocol: SCTP}]}"
    items = f"[{{apiVersion: v1, {first}, spec: &spec {spec}}}, {{apiVersion: v1, {second}, spec: *spec}}]"
    both = f"{{apiVersion: v1, kind: List, items: {items}}}".encode()
    other = f"{{apiVersion: v1, {second.replace('second', 'other')}, spec: {spec}}}".encode()
    alone = findings({"web.yaml": both})
    assert [one.object for one in alone if one.rule == "sctp-unsupported"] == ["Service/first", "Service/second"]
    together = findings({"api.yaml": other, "web.yaml": both})
    assert tuple(one for one in together if one.path == "web.yaml") == alone


@pytest.fixture(scope="module")
def whole() -> tuple[Finding, ...]:
    return findings(edges())


def test_files_in_runs_of_their_own(whole: tuple[Finding, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    again = apart(monkeypatch)
    assert findings(edges()) == whole
    assert 0 < len(again) < len(edges())


def test_every_file_can_be_checked_twice(whole: tuple[Finding, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    again = apart(monkeypatch)
    monkeypatch.setattr(questions, "still_holds", lambda *_: False)
    assert findings(edges()) == whole
    assert again == list(edges())


def test_texts_that_are_laid_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of very many findings are read again when they are reported."""
    files = edges()
    renderer = Renderer("rule", lambda finding, _: f"{finding.rule} at {finding.place.span.line}", Severity.NOTE)
    settings = WorkerSettings(RULES, undeclared())

    def texts(lowest: Severity) -> list[tuple[object, ...]]:
        inputs = [Input(name) for name in files]
        outcome = lint(inputs, lambda: settings, files.__getitem__, show=renderer, lowest=lambda _: lowest)
        return [(one.text, one.message, one.because, one.seen, one.fix, one.replacements) for one in outcome.findings]

    expected = {lowest: texts(lowest) for lowest in (Severity.PEDANTIC, Severity.NOTE)}
    monkeypatch.setattr(packed_result, "_MAX_FILES_WITH_DETAILS_IN_MEMORY", 0)
    apart(monkeypatch)
    assert {lowest: texts(lowest) for lowest in expected} == expected


class Guarded(Project):
    """A project that notes who reaches for it, beside the questions and their answers."""

    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401 - as of a project
        self.reached: set[str] = set()
        super().__init__(*arguments)

    def __getattribute__(self, name: str) -> object:
        caller = sys._getframe(1).f_globals["__name__"]  # noqa: SLF001 - there is no other way
        if not caller.startswith("clblint.kube.project.") and caller not in {__name__, "clblint.fast"}:
            self.reached.add(f"{caller}: {name}")
        return super().__getattribute__(name)


class GuardedWorker(Worker):
    def project_of(self, outlines: Iterable[Outline]) -> Project:
        return Guarded(outlines, self._load)


@pytest.mark.skipif(compiled_parser() is not None, reason="what is compiled has no frame, which tells who asks")
def test_checks_reach_the_project_through_questions_only() -> None:
    """What they learn from it in another way would not be asked again when it changes."""
    files = edges()
    worker = GuardedWorker(WorkerSettings(RULES, undeclared()), files.__getitem__)
    inputs = [Input(name) for name in files]
    project = worker.begin([one.outline for one in worker.read_all(inputs) if one.outline])
    assert isinstance(project, Guarded)
    assert any(one.needs for one in worker.check_kept(inputs))
    assert project.reached == set()
    worker.check_cluster(())
    assert project.reached  # which is of all files
