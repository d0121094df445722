"""The tool that changes code to see whether tests notice: what it changes, what it makes of it, and a small sample."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.mutation.__main__ import LIMIT, ROOT, all_of, model_modules, rule_modules, sample
from tests.mutation.equivalents import Equivalent, equivalents
from tests.mutation.judges import Case
from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.reach import Reach
from tests.mutation.report import Report
from tests.mutation.run import HANGS, SECONDS, Verdict, verdicts

if TYPE_CHECKING:
    from pathlib import Path

RULE, MODEL = "clblint_listeners.acl_incomplete", "clblint.balancer.values.integers"
PATHS = {**rule_modules(), **model_modules()}
FEW = 20  # one of so many cases
pytestmark = pytest.mark.whole
CODE = '''"""A module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from a import b


@rule("a-name")
def check(thing: b | None, most: int = 3) -> list[b] | None:
    count: int | None = 2 if thing is None else 0
    if thing.kind != "a":
        return [one for one in thing if one not in most]
    return None
'''


def planted(module: str, old: str, new: str) -> Mutant:
    """A module with a change of ours."""
    text = PATHS[module].read_text(encoding="utf-8")
    assert old in text
    return Mutant(module, PATHS[module], 1, old, new, text.replace(old, new))


def test_what_is_changed(tmp_path: Path) -> None:
    """Neither annotations, nor imports, nor what types need, nor the decorator."""
    path = tmp_path / "a.py"
    path.write_text(CODE, encoding="utf-8")
    made = {(mutant.line, mutant.becomes) for mutant in mutants_of(path, "a")}
    assert made == {
        (12, "def check(thing: b | None, most: int = 4) -> list[b] | None:"),
        (12, "def check(thing: b | None, most: int = 2) -> list[b] | None:"),
        (13, "count: int | None = 3 if thing is None else 0"),
        (13, "count: int | None = 1 if thing is None else 0"),
        (13, "count: int | None = 2 if thing is not None else 0"),
        (13, "count: int | None = 2 if not thing is None else 0"),
        (13, "count: int | None = 2 if thing is None else 1"),
        (13, "count: int | None = 2 if thing is None else -1"),
        (14, 'if not thing.kind != "a":'),
        *((14, f'if thing.kind {sign} "a":') for sign in ("==", "<", "<=", ">", ">=", "is")),
        (15, "return [one for one in thing if one in most]"),
        (15, "return [one for one in thing if True]"),
    }


@pytest.mark.parametrize(
    ("module", "old", "new", "killer"),
    [
        (RULE, "annotations = balancer.annotations", "annotations = (balancer.annotations)", ""),
        (RULE, "if not missing:", "if missing:", "page"),
        (RULE, "so the API refuses to create", "so the API does not like", "text"),
        (RULE, "from clblint.api import", "from clblint.nowhere import", "import"),
        (RULE, "    if not missing:", "    while not missing:\n        pass\n    if not missing:", "time"),
        (MODEL, "from __future__ import annotations", "from __future__ import annotations\n", ""),
        (MODEL, "    return", "    raise SystemExit\n    return", "runs"),
        (MODEL, "_LEAST, _MOST, _MOST_UNSIGNED = ", "_LEAST, _MOST, _MOST_UNSIGNED = 0, 0, 0  # ", "runs"),
    ],
)
def test_who_kills_a_mutant(module: str, old: str, new: str, killer: str) -> None:
    mutant = planted(module, old, new)
    seconds = 8 if killer == HANGS else SECONDS  # a busy machine makes even processor time longer
    assert list(verdicts([mutant], seconds=seconds, every=FEW)) == [Verdict(mutant, killer)]


def test_no_file_is_written() -> None:
    mutant = planted(RULE, "if not missing:", "if missing:")
    list(verdicts([mutant]))
    assert "if not missing:" in mutant.path.read_text(encoding="utf-8")


def test_the_score_and_the_survivors() -> None:
    known = Equivalent("plugins/clblint_listeners/acl_incomplete.py", "c", "d")
    path = PATHS[RULE]
    killed, survivor, equal = (
        Mutant(RULE, path, line, was, becomes, "")
        for line, was, becomes in ((1, "a", "b"), (2, "b", "c"), (3, "c", "d"))
    )
    report = Report([known], ROOT)
    for verdict in (Verdict(killed, "page"), Verdict(survivor, ""), Verdict(equal, "")):
        report.add(verdict)
    assert report.score == 50
    assert list(report.lines()) == [
        "plugins/clblint_listeners/acl_incomplete.py:2\n  - b\n  + c",
        " mutants   killed  module",
        "       2    50.0%  clblint_listeners.acl_incomplete",
        "       2    50.0%  in all, with 1 that change nothing left out: 1 by page",
    ]
    assert not list(report.stale([killed, survivor, equal]))
    assert list(report.stale([killed, survivor])) == [known]
    report.add(Verdict(equal._replace(was="x"), ""))
    assert list(Report([known._replace(path="gone.py")], ROOT).stale([])) == [known._replace(path="gone.py")]


def test_an_equivalent_that_is_killed_is_none() -> None:
    path = PATHS[RULE]
    known = Equivalent(path.relative_to(ROOT).as_posix(), "a", "b")
    report = Report([known], ROOT)
    report.add(Verdict(Mutant(RULE, path, 1, "a", "b", ""), "page"))
    assert list(report.stale([Mutant(RULE, path, 1, "a", "b", "")])) == [known]


def test_the_equivalents_are_mutants() -> None:
    """All is said again with every mutant run: `python -m tests.mutation`."""
    paths = {one.path for one in equivalents()}
    modules = {name: path for name, path in PATHS.items() if path.relative_to(ROOT).as_posix() in paths}
    assert not list(Report(equivalents(), ROOT).stale(all_of(modules)))


def test_an_equivalent_of_all_modules_is_a_part_of_a_line() -> None:
    path = PATHS[RULE]
    known = Equivalent("*", "kind == 1", "kind >= 1")
    was = "if kind == 1 or kind == 2:"
    first, other = (Mutant(RULE, path, 1, was, was.replace("==", ">=", count), "") for count in (1, 2))
    report = Report([known], ROOT)
    for mutant in (first, other):
        report.add(Verdict(mutant, ""))
    assert report.survivors == [other]
    assert not list(report.stale([first, other]))
    report.add(Verdict(first, "page"))
    assert list(report.stale([first, other])) == [known]


def test_only_who_comes_to_a_line_looks_at_it(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("def one(thing):\n    if thing:\n        return 1\n    return 2\n\n\nTABLE = 3\n", encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), path, "exec"), names)  # noqa: S102 - written above
    cases = [Case("pages", "yes"), Case("edges", ""), Case("pages", "more")]
    reach = Reach(cases, lambda case: names["one"](case.name), [path])
    looked = {line: [case.name for case in reach.of(Mutant("a", path, line, "", "", ""))] for line in (1, 2, 3, 4, 7)}
    all_in_turn = ["yes", "", "more"]
    assert looked == {1: all_in_turn, 2: all_in_turn, 3: ["yes", "more"], 4: [""], 7: all_in_turn}


def test_a_sample_is_chosen_by_its_seed() -> None:
    few = dict(list(rule_modules().items())[:2])
    assert sample(few, 9, seed=1) == sample(few, 9, seed=1)
    assert sample(few, 9, seed=1) != sample(few, 9, seed=2)


@pytest.mark.parametrize(
    ("modules", "least"), [(rule_modules(), LIMIT - 20), (model_modules(), LIMIT / 4)], ids=["rules", "model"]
)
def test_a_sample_is_killed(modules: dict[str, Path], least: float) -> None:
    """Of so few, some more may survive than of all; a fifth of what looks at the model sees much less of it."""
    report = Report(equivalents(), ROOT)
    for verdict in verdicts(sample(modules, 12, seed=8), every=FEW // 4):
        report.add(verdict)
    assert report.score >= least, "\n".join(report.lines())
