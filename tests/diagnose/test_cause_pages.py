"""Every cause has a page, and what its example shows is named; causes of plugins, too."""

from __future__ import annotations

import json
import re
import sys
import types

import pytest

from clblint.cli.explain import run as run_explain
from clblint.diagnose.cause_pages import CausePage, cause_pages, diagnosed, whole_cause_page
from clblint.diagnose.diagnosis import CERTAIN, HEALTHY
from clblint.diagnose.example import example_text
from clblint.diagnose.reading.files import read_text
from clblint.diagnose.run_diagnosis import DiagnosisInputs, judge
from clblint.i18n.language import in_language
from clblint.kube.clusters.profile import undeclared
from clblint.lint.cause import CauseFinder, FoundCause, LiveView
from clblint.plugins.registry import Rulebook
from clblint.search.event_texts import event_texts, rules_by_cause
from clblint.testing import check_cause
from tests.packaging.conftest import ROOT

RULES = Rulebook(()).rules
PAGES = cause_pages()
DOCUMENT = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")


def test_every_cause_has_a_page() -> None:
    files = {path.stem for path in (ROOT / "clblint" / "diagnose" / "pages").glob("*.md")}
    assert files == set(PAGES) == set(rules_by_cause())
    named = {name for row in event_texts() for name in [row.cause] if "-" in name.strip("-")}
    groups = json.loads((ROOT / "schemas" / "clblint_schemas" / "diagnoses.json").read_text(encoding="utf-8"))["groups"]
    assert named - set(groups) <= set(PAGES)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_example_shows_the_cause_first(page: CausePage) -> None:
    shown = diagnosed(page, RULES)
    found = shown.diagnosis.causes or shown.diagnosis.advice
    assert [one.name for one in found[:1]] == [page.name]
    assert (shown.diagnosis.state == HEALTHY) == (not shown.diagnosis.causes)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_shows_evidence_and_advice(page: CausePage) -> None:
    whole = whole_cause_page(page, RULES)
    head, _, rest = whole.partition("```yaml snapshot")
    assert re.fullmatch(r"[^\n]+\.\n\n(?:[^\n]+\n\n)+", head)
    parts = ("State of the example:", "What clblint diagnose says:", "What proves it:", "What to do:", "Sources:")
    places = [rest.index(part) for part in parts if part != "What proves it:" or part in rest]
    assert places == sorted(places)


def test_the_unchanged_example_is_healthy_without_advice() -> None:
    shown = diagnosed(CausePage("none", "```yaml snapshot\n```\n"), RULES)
    assert (shown.diagnosis.state, shown.diagnosis.causes, shown.diagnosis.advice) == (HEALTHY, (), ())


def test_explain_prints_the_page_of_a_cause(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_explain(["scaled-to-zero"]) == 0
    assert "Deployment web has 0 replicas." in capsys.readouterr().out
    with in_language("zh"):
        run_explain(["scaled-to-zero"])
        assert "副本数为 0" in capsys.readouterr().out


def test_explain_prefers_a_rule_to_a_cause_of_the_same_name(capsys: pytest.CaptureFixture[str]) -> None:
    run_explain(["lb-id-removed"])
    assert capsys.readouterr().out.endswith("clblint explain cause:lb-id-removed\n")
    run_explain(["cause:lb-id-removed", "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["cause"], found["rules"]) == ("lb-id-removed", ["lb-id-removed"])
    assert "put the id back" in found["page"]


def module_of_the_page() -> str:
    """The code on the page about packs."""
    found = re.search(r"^`acme_causes.py`[^\n]*:\n\n(`{3,})python\n(.*?)^\1$", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert found
    return found[2]


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> CauseFinder:
    """The cause on the page about packs."""
    module = types.ModuleType("acme_causes")
    monkeypatch.setitem(sys.modules, "acme_causes", module)
    exec(module_of_the_page(), vars(module))  # noqa: S102 - the example of the page
    (made,) = module.clblint_causes()
    assert isinstance(made, CauseFinder)
    return made


def test_the_cause_on_the_page_about_packs_is_found(finder: CauseFinder) -> None:
    check_cause(finder)
    shown = diagnosed(CausePage(finder.name, finder.page, finder.pack), RULES, (finder,))
    assert [one.name for one in shown.diagnosis.causes] == ["unknown-error", "acme/frozen"]
    assert shown.cause is not None
    assert (str(shown.cause.message), shown.cause.confidence) == ("the namespace of default/web is frozen", CERTAIN)
    assert "ask the operators to thaw it" in whole_cause_page(CausePage(finder.name, finder.page), RULES, (finder,))


def test_an_example_without_its_cause_is_reported(finder: CauseFinder) -> None:
    with pytest.raises(AssertionError, match="acme/frozen: of its example diagnose names unknown-error"):
        check_cause(finder._replace(find=lambda _: None))
    with pytest.raises(AssertionError, match="acme/frozen: of a healthy Service diagnose names acme/frozen"):
        check_cause(finder._replace(find=lambda _: FoundCause("always", (), ())))


def test_a_plugin_cause_is_advice_on_a_healthy_service_and_a_broken_one_is_reported_once(
    finder: CauseFinder,
) -> None:
    def broken(view: LiveView) -> FoundCause | None:
        raise KeyError(view.name)

    finders = (finder._replace(find=lambda _: FoundCause("always", (), ())), finder._replace(name="a/b", find=broken))
    judged = judge(read_text(example_text(""), "x"), (), DiagnosisInputs(undeclared(), finders=finders))
    (diagnosis,) = judged.report.diagnoses
    assert (diagnosis.state, [one.name for one in diagnosis.advice]) == (HEALTHY, ["acme/frozen"])
    told = [error.partition(" (")[0] for error in judged.errors]
    assert told == ["cause a/b of acme_causes broke: KeyError: 'default/web'"]
