"""Which cases come to a line of the model: no other can see a change of it."""

from __future__ import annotations

import ast
import re
import sys
import zlib
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from types import FrameType

    from tests.mutation.judges import Case
    from tests.mutation.mutants import Mutant

Line = tuple[str, int]
_CACHE = re.compile(r"(functools\.)?(lru_)?cache\b")
FIRST = 40  # so many are asked before the tests
MOST = 150  # what so many pages or recorded runs do not see, others hardly do, and some lines are run by all of them


class Reach:
    """The cases by the lines that they run."""

    def __init__(self, cases: Iterable[Case], look: Callable[[Case], None], paths: Iterable[Path]) -> None:
        """Run every case once; they all have to hold."""
        self.cases = tuple(cases)
        self._by_line: dict[Line, set[Case]] = {}
        files = frozenset(map(str, paths))
        for case in self.cases:
            for line in _lines_run(case, look, files):
                self._by_line.setdefault(line, set()).add(case)

    def of(self, mutant: Mutant) -> list[Case]:
        """The cases that may see a mutant, those of each judge in turn."""
        statement = _statement(mutant.path, mutant.line)
        if not statement:  # it runs at import, for all
            return _in_turn(self.cases)
        reached = {case for line in statement for case in self._by_line.get((str(mutant.path), line), ())}
        return _in_turn(case for case in self.cases if case in reached)


def _in_turn(cases: Iterable[Case]) -> list[Case]:
    """One of each judge, another one of each, and so on: what one kind does not see, another one may.

    All edge cases and their plans, which are made to see what others do not, and not too many others. They are drawn by
    their names, so that a new case takes the place of no more than one.
    """
    by_judge: dict[str, list[Case]] = {}
    for case in sorted(cases, key=_lot):
        by_judge.setdefault(case.judge, []).append(case)
    tests = by_judge.pop("tests", [])  # each starts a whole run of tests, and they see what is far from any example
    few = (found if judge in {"edges", "plans"} else found[:MOST] for judge, found in by_judge.items())
    others = [one for row in zip_longest(*few) for one in row if one is not None]
    return [*others[:FIRST], *tests, *others[FIRST:]]


def _lot(case: Case) -> int:
    return zlib.crc32(case.name.encode())


def _lines_run(case: Case, look: Callable[[Case], None], files: frozenset[str]) -> set[Line]:
    seen: set[Line] = set()

    def within(frame: FrameType, _event: str, _argument: object) -> Any:  # noqa: ANN401 - a function as this one
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return within

    def called(frame: FrameType, event: str, argument: object) -> Any:  # noqa: ANN401 - a function as these
        return within(frame, event, argument) if frame.f_code.co_filename in files else None

    sys.settrace(called)
    try:
        look(case)
    finally:
        sys.settrace(None)
    return seen


def _statement(path: Path, line: int) -> frozenset[int]:
    """The lines of the statement of a line, without those of statements in it; none where it runs at import.

    Decorators and defaults run at import, too, but what comes of them shows where the function runs. A function whose
    results are kept runs for the first case that needs one, and all that follow have it, too.
    """
    return _statements(path).get(line, frozenset())


@cache
def _statements(path: Path) -> dict[int, frozenset[int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and not _is_kept(node)]
    heads = {line: _lines(function.body) for function in functions for line in _head(function)}
    return heads | {
        line: lines for function in functions for one in function.body for lines in _of(one) for line in lines
    }


def _is_kept(function: ast.FunctionDef) -> bool:
    """Whether the results of a function are kept for all cases."""
    return any(_CACHE.match(ast.unparse(one)) for one in function.decorator_list)


def _head(function: ast.FunctionDef) -> range:
    first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    return range(first, function.body[0].lineno)


def _lines(body: list[ast.stmt]) -> frozenset[int]:
    return frozenset(line for one in body for line in _range(one))


def _of(statement: ast.stmt) -> Iterator[frozenset[int]]:
    inner = [node for node in ast.walk(statement) if isinstance(node, ast.stmt) and node is not statement]
    below = {line for node in inner for line in _range(node)}
    yield frozenset(_range(statement)) - below | {statement.lineno}
    for node in inner:
        yield from _of(node)


def _range(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)
