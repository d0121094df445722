"""The tool that changes code to see whether tests notice: what it changes, what it makes of it, and a small sample."""

from __future__ import annotations

import itertools
import mmap
from typing import TYPE_CHECKING, Any

import pytest

from tests.mutation.__main__ import LIMIT, ROOT, model_modules, rule_modules, sample
from tests.mutation.judges import Case
from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.reach import Reach
from tests.mutation.report import Report
from tests.mutation.run import BYTES, HANGS, SECONDS, SURVIVED, Verdict, verdicts
from tests.mutation.survivors import EVERYWHERE, FILE, Known, Survivor, keep, known, part_changed

if TYPE_CHECKING:
    from pathlib import Path

RULE, MODEL = "clblint_listeners.acl_incomplete", "clblint.balancer.values.integers"
PATHS = {**rule_modules(), **model_modules()}
AT = PATHS[RULE].relative_to(ROOT).as_posix()
FEW, MORE = 40, 8  # one of so many cases
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


class A:
    """A class."""

    @property
    def b(self) -> int: ...

    @property
    @abstractmethod
    def c(self) -> int: ...
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
        (22, ""),
    }


@pytest.mark.parametrize(
    ("module", "old", "new", "killer"),
    [
        (RULE, "annotations = balancer.annotations", "annotations = (balancer.annotations)", ""),
        (RULE, "if not missing:", "if missing:", "page"),
        (RULE, "so the API refuses to create", "so the API does not like", "text"),
        (RULE, "from clblint.api import", "from clblint.nowhere import", "import"),
        (RULE, "    if not missing:", "    while not missing:\n        pass\n    if not missing:", "time"),
    ],
)
def test_the_test_that_kills_a_mutant_is_named(module: str, old: str, new: str, killer: str) -> None:
    mutant = planted(module, old, new)
    seconds = 8 if killer == HANGS else SECONDS  # a busy machine makes even processor time longer
    assert list(verdicts([mutant], seconds=seconds)) == [Verdict(mutant, killer)]


def test_what_kills_a_mutant_of_the_model() -> None:
    harmless = planted(MODEL, "from __future__ import annotations", "from __future__ import annotations\n")
    swapped = planted(MODEL, "    return", "    raise SystemExit\n    return")
    imported = planted(MODEL, "_LEAST, _MOST, _MOST_UNSIGNED = ", "_LEAST, _MOST, _MOST_UNSIGNED = 0, 0, 0  # ")
    judged = verdicts([harmless, swapped, imported], every=FEW)
    assert [verdict.mutant for verdict in judged if verdict.survived] == [harmless]


def test_a_large_process_leaves_room_for_a_mutant() -> None:
    """A whole run of the tests grows; what nobody touches takes room as well."""
    harmless = planted(RULE, "from __future__ import annotations", "from __future__ import annotations\n")
    with mmap.mmap(-1, BYTES, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ):
        assert list(verdicts([harmless])) == [Verdict(harmless, SURVIVED)]


def test_no_file_is_written() -> None:
    mutant = planted(RULE, "if not missing:", "if missing:")
    list(verdicts([mutant]))
    assert "if not missing:" in mutant.path.read_text(encoding="utf-8")


def test_the_score_and_the_survivors() -> None:
    killed, survivor, unseen, equal = made = [
        Mutant(RULE, PATHS[RULE], number, was, becomes, "", "no example")
        for number, (was, becomes) in enumerate(itertools.pairwise("abcde"), 1)
    ]
    listed = Known({Survivor(AT, "d", "e"): "nobody can tell"}, {Survivor(AT, "c", "d"): "no idea"}, ("plugins/",))
    report = Report(listed, ROOT)
    for verdict in (Verdict(killed, "page"), *(Verdict(one, "") for one in (survivor, unseen, equal))):
        report.add(verdict)
    assert list(report.lines()) == [
        "plugins/clblint_listeners/acl_incomplete.py:2\n  - b\n  + c",
        " mutants   killed  module",
        "       3    33.3%  clblint_listeners.acl_incomplete",
        "       3    33.3%  in all, without 1 that change nothing: 1 by page",
    ]
    assert report.missing
    assert not report.stale(made)
    assert report.kept(made) == listed._replace(unseen={**listed.unseen, Survivor(AT, "b", "c"): "no example"})


@pytest.mark.parametrize("unseen", [False, True])
def test_what_survives_no_more_is_not_listed(unseen: bool) -> None:  # noqa: FBT001 - a case
    mutant = Mutant(RULE, PATHS[RULE], 1, "a", "b", "")
    killed, gone = (Survivor(AT, "a", becomes) for becomes in "bc")
    without_module = killed._replace(path="gone.py")
    listed = dict.fromkeys((killed, gone, without_module), "")
    report = Report(Known({}, listed, ()) if unseen else Known(listed, {}, ()), ROOT)
    report.add(Verdict(mutant, "page"))
    assert report.stale([mutant]) == [without_module, killed, gone]
    assert report.kept([mutant]) == Known({}, {}, ())


def test_the_list_is_written_as_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "survivors.yaml"
    keep(known(), path)
    assert path.read_text(encoding="utf-8") == FILE.read_text(encoding="utf-8")


def test_each_survivor_is_a_line_of_its_module() -> None:
    """All is said again with every mutant run: `python -m tests.mutation`."""
    listed = {one for section in known()[:2] for one in section if one.path != EVERYWHERE}
    lines = {path: set(map(str.strip, (ROOT / path).read_text(encoding="utf-8").splitlines())) for path, *_ in listed}
    assert [one for one in listed if one.was not in lines[one.path]] == []


def test_an_equivalent_of_all_modules_is_a_part_of_a_line() -> None:
    equivalent = Survivor(EVERYWHERE, "kind == 1", "kind >= 1")
    was = "if kind == 1 or kind == 2:"
    first, other = (Mutant(RULE, PATHS[RULE], 1, was, was.replace("==", ">=", count), "") for count in (1, 2))
    report = Report(Known({equivalent: ""}, {}, ()), ROOT)
    for mutant in (first, other):
        report.add(Verdict(mutant, ""))
    assert report.unlisted == [other]
    assert not report.missing
    assert not report.stale([first, other])
    report.add(Verdict(first, "page"))
    assert report.stale([first, other]) == [equivalent]


def test_only_tests_that_run_a_line_judge_its_mutants(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(
        "def one(thing):\n    if thing:\n        return 1\n    return 2\n\n\nTABLE = 3\n\n\n"
        "def other(thing=1):\n    return thing\n\n\n"
        "from functools import cache\n\n\n@cache\ndef kept():\n    return 1\n",
        encoding="utf-8",
    )
    names: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), path, "exec"), names)  # noqa: S102 - written above
    cases = [Case("pages", "yes"), Case("edges", ""), Case("pages", "more")]
    reach = Reach(cases, lambda case: names["one"](case.name), [path])
    looked = {
        line: [case.name for case in reach.of(Mutant("a", path, line, "", "", ""))] for line in (1, 2, 3, 4, 7, 10, 19)
    }
    all_in_turn = ["", "yes", "more"]
    assert looked == {
        1: all_in_turn,
        2: all_in_turn,
        3: ["yes", "more"],
        4: [""],
        7: all_in_turn,
        10: [],
        19: all_in_turn,
    }


def test_a_sample_is_chosen_by_its_seed() -> None:
    few = dict(list(rule_modules().items())[:2])
    assert sample(few, 9, seed=1) == sample(few, 9, seed=1)
    assert sample(few, 9, seed=1) != sample(few, 9, seed=2)


@pytest.mark.parametrize(
    ("modules", "least"), [(rule_modules(), LIMIT - 10), (model_modules(), LIMIT - 50)], ids=["rules", "model"]
)
def test_a_sample_is_killed(modules: dict[str, Path], least: float) -> None:
    """Of so few, some more may survive than of all; an eighth of what looks at the model sees much less of it."""
    report = Report(known(), ROOT)
    for verdict in verdicts(sample(modules, 16, seed=8), every=MORE):
        report.add(verdict)
    assert report.score >= least, "\n".join(report.lines())


@pytest.mark.parametrize(
    ("was", "becomes", "part"),
    [
        ("if a == b:", "if a <= b:", ("==", "<=")),
        ("if a < b < c:", "if a < b <= c:", ("b <", "b <=")),
        ("if a:", "if not a:", ("if a", "if not a")),
        ("for one in other or more:", "for one in other and more:", ("other or", "other and")),
        ("return a[0] + b[0]", "return a[ -1] + b[0]", ("a[0", "a[ -1")),
        ("@property", "", ("@property", "")),
    ],
)
def test_what_is_changed_stands_once_in_its_line(was: str, becomes: str, part: tuple[str, str]) -> None:
    assert part_changed(was, becomes) == part
    assert was.replace(*part) == becomes
