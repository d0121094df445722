"""Whether the tests see a mutant: each judge raises if it does, `AssertionError` or what the mutant breaks with.

Rules are judged by their own page and by what is kept of what they say, on it and of the edge cases. What stands in
`clb/` is judged by all rules together, by the recorded runs of the controller and by its own tests.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.lint.rule import Rule
from clblint.plugins.manager import load_plugins
from clblint.testing import check_page, findings_of, rules_of
from tests.recorded.files import FOLDERS, runs
from tests.recorded.replay import first_difference
from tests.rules.edge_cases import EDGES
from tests.rules.transcript import kept_at, of_edges, sections_of, titled, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]


def judges_of(module: str) -> dict[str, Callable[[], None]]:
    """What looks at a module, the quickest first, by names for the report."""
    if module.startswith("clblint."):
        return {"edges": _edges_hold, "pages": _pages_hold, "runs": _runs_hold, "tests": _tests_hold}
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


def _kept() -> Iterator[tuple[Rule, dict[str, str]]]:
    for rule in load_plugins().rules:
        if kept_at(rule.name).exists():
            yield rule, sections_of(kept_at(rule.name).read_text(encoding="utf-8"))


def _edges_hold() -> None:
    kept = list(_kept())
    said = of_edges(tuple(rule for rule, _ in kept))
    for rule, sections in kept:
        assert said[rule.name] == {title: text for title, text in sections.items() if title in EDGES}


def _pages_hold() -> None:
    for rule, sections in _kept():
        for title, example in titled(rule):
            assert written(findings_of((rule,), example)) == sections.get(title, "")


def _runs_hold() -> None:
    for folder in FOLDERS:
        for run in runs(folder):
            assert not first_difference(run)


def _tests_hold() -> None:
    """All but the recorded runs, which have been judged."""
    own = ROOT / "tests" / "clb"
    assert pytest.main(["-x", "-q", "-p", "no:cacheprovider", f"--ignore={own / 'test_oracle.py'}", str(own)]) == 0
