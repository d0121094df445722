"""The annotations that a rule waits for: leaving it out without them changes no report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.discovery.walk import Input
from clblint.engine.worker import Worker, WorkerSettings
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.clusters.profile import undeclared
from clblint.lint.rule import from_row, to_row
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import page_of
from clblint.testing import findings_of
from tests.recorded.files import CONTROLLER, CORPUS, needs_corpus, runs

if TYPE_CHECKING:
    from clblint.lint.rule import Rule

RULES = load_plugins().rules


def without_when(rule: Rule) -> Rule:
    """The rule as one that may always have something to say."""
    *row, _, about, of_file = to_row(rule)
    return from_row((*row, (), about, of_file), page=rule.page, checks=rule.checks)


ALWAYS = tuple(map(without_when, RULES))


def test_these_wait_for_nothing() -> None:
    """Else the tests below would compare a report with itself."""
    assert any(rule.when for rule in RULES)
    assert not any(rule.when for rule in ALWAYS)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_with_when_finds_the_same_on_every_page(rule: Rule) -> None:
    """Every rule over the examples of every page."""
    for example in page_of(rule).examples:
        assert findings_of(RULES, example) == findings_of(ALWAYS, example)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.when], ids=lambda rule: rule.name)
def test_annotations_exist(rule: Rule) -> None:
    """A misspelt name would silence the rule."""
    assert all(catalogue().by_suffix(suffix).suffix == suffix for suffix in rule.annotations)


def recorded() -> dict[str, bytes]:
    """The manifests that the controller was recorded with."""
    texts = [
        (f"{run.name}.{number}.yaml", text) for run in runs(CONTROLLER) for number, text in enumerate(run.manifests)
    ]
    return {name: text.encode() for name, text in texts}


def test_recorded_manifests() -> None:
    """Every rule over manifests that were written to try the controller."""
    files = recorded()
    assert files
    assert reports(RULES, files) == reports(ALWAYS, files)


@needs_corpus
def test_real_manifests() -> None:
    """Every rule over manifests that nobody wrote for it."""
    files = {path.name: path.read_bytes() for path in sorted((CORPUS / "alibaba_blocks").rglob("*.yaml"))}
    assert reports(RULES, files) == reports(ALWAYS, files)


def reports(rules: tuple[Rule, ...], files: dict[str, bytes]) -> list[object]:
    worker = Worker(WorkerSettings(rules, undeclared()), files.__getitem__)
    inputs = [Input(name) for name in files]
    worker.begin([one.outline for one in worker.read_all(inputs) if one.outline])
    checked = list(worker.check_kept(inputs))
    assert not worker.failures
    assert not any(one.failures for one in checked)
    return [(one.path, one.result) for one in checked]
