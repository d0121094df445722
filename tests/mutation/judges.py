"""Whether the tests see a mutant: each judge raises if it does, `AssertionError` or what the mutant breaks with.

Rules are judged by their own page and by what is kept of what they say, on it and of the edge cases. The model is
judged by all rules together, on their pages and of the edge cases, by the plans of these, by the recorded runs of the
controller and by its own tests.
"""

from __future__ import annotations

import importlib
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from clblint.lint.rule import Rule
from clblint.plugins.manager import load_plugins
from clblint.testing import check_page, findings_of, rules_of
from tests.clb.plans import KEPT as PLANS
from tests.clb.plans import title_of
from tests.recorded.files import FOLDERS, NLB_FOLDERS, runs
from tests.recorded.nlb_replay import first_difference as nlb_difference
from tests.recorded.replay import first_difference
from tests.rules.edge_cases import EDGES
from tests.rules.transcript import FOLDER as TRANSCRIPTS
from tests.rules.transcript import kept_at, of_edges, sections_of, titled, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]


class Case(NamedTuple):
    """What looks at the model: a judge by the name in the report, and what it looks at."""

    judge: str
    name: str


def judges_of(module: str) -> dict[str, Callable[[], None]]:
    """What looks at a rule, the quickest first, by names for the report."""
    rules = _rules_with(module)
    return {"page": lambda: _pages_pass(rules), "text": lambda: _say_what_is_kept(rules)}


def _rules_with(module: str) -> list[Rule]:
    """The rule of a module, or the rules that it helps."""
    package, _, leaf = module.rpartition(".")
    if leaf.startswith("_"):
        helped = _importers(package, leaf)
        return [rule for rule in rules_of(package) if rule.module.rpartition(".")[2] in helped]
    own = vars(importlib.import_module(module)).values()
    return [thing for thing in own if isinstance(thing, Rule)]


def _importers(package: str, leaf: str) -> set[str]:
    """The modules of a pack that import one of it, or one that imports it."""
    sources = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "plugins" / package).glob("*.py")}
    found: set[str] = set()
    new = {leaf}
    while new:
        found |= new
        new = {
            name for name, text in sources.items() if any(f"from {package}.{one} import" in text for one in found)
        } - found
    return found


def _pages_pass(rules: list[Rule]) -> None:
    for rule in rules:
        check_page(rule)


def _say_what_is_kept(rules: list[Rule]) -> None:
    """First the edge cases of which they speak: most that can be seen is seen there."""
    kept = {rule.name: sections_of(kept_at(rule.name).read_text(encoding="utf-8")) for rule in rules}
    for name in sorted(EDGES, key=lambda name: all(name not in sections for sections in kept.values())):
        said = of_edges(tuple(rules), [name])
        assert {one: texts.get(name, "") for one, texts in said.items()} == {
            one: sections.get(name, "") for one, sections in kept.items()
        }
    for rule in rules:
        assert all(written(findings_of((rule,), one)) == kept[rule.name].get(title, "") for title, one in titled(rule))


def model_cases() -> Iterator[Case]:
    """Everything that looks at the model; each looks at it in a moment."""
    yield from (Case("pages", name) for name in _kept())
    yield from (Case("edges", name) for name in EDGES)
    yield from (Case("plans", name) for name in EDGES)
    yield from (Case("runs", name) for name in _runs())
    yield from (Case("tests", path.relative_to(ROOT).as_posix()) for path in _own_tests())


def look(case: Case) -> None:
    """Look at the model."""
    _LOOKS[case.judge](case.name)


def _own_tests() -> Iterator[Path]:
    """All but the recorded runs and the plans, which are cases of their own."""
    for folder in ("balancer", "clb", "nlb"):
        paths = sorted((ROOT / "tests" / folder).glob("test_*.py"))
        yield from (path for path in paths if path.name not in {"test_oracle.py", "test_plans.py"})
    yield from (ROOT / "tests" / name for name in ("inventory/test_nlb_quota.py", "rules/test_waiting.py"))


@cache
def _kept() -> dict[str, dict[str, str]]:
    return {path.stem: sections_of(path.read_text(encoding="utf-8")) for path in sorted(TRANSCRIPTS.glob("*.txt"))}


@cache
def _rules() -> dict[str, Rule]:
    return {rule.name: rule for rule in load_plugins().rules if rule.name in _kept()}


@cache
def _runs() -> dict[str, partial[str]]:
    """What says where a recorded run and the model differ."""
    classic = {run.name: partial(first_difference, run) for folder in FOLDERS for run in runs(folder)}
    return classic | {run.name: partial(nlb_difference, run) for folder in NLB_FOLDERS for run in runs(folder)}


def _page_holds(name: str) -> None:
    rule = _rules()[name]
    for title, example in titled(rule):
        assert written(findings_of((rule,), example)) == _kept()[name].get(title, "")


def _edge_holds(name: str) -> None:
    said = of_edges(tuple(_rules().values()), [name])
    assert {one: texts.get(name, "") for one, texts in said.items()} == {
        one: sections.get(name, "") for one, sections in _kept().items()
    }


def _plan_holds(name: str) -> None:
    assert f"\n{title_of(name)}\n" in f"\n{PLANS.read_text(encoding='utf-8')}"


def _run_holds(name: str) -> None:
    assert not _runs()[name]()


def _tests_hold(path: str) -> None:
    assert pytest.main(["-x", "-q", "-p", "no:cacheprovider", str(ROOT / path)]) == 0


_LOOKS = {"pages": _page_holds, "edges": _edge_holds, "plans": _plan_holds, "runs": _run_holds, "tests": _tests_hold}
