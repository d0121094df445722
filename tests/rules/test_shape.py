"""The shape of a rule's module: it is short, and no loop of it yields problems, for a rule is handed one subject."""

from __future__ import annotations

import ast
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2] / "plugins"
MODULES = sorted(path for path in ROOT.glob("clblint_*/*.py") if not path.name.startswith("_"))
MOST, MEDIAN = 45, 20  # lines of code
# A rule that loops all the same, and why.
LOOPS = {
    "tcp_udp_same_port_old": "it asks for versions of the cluster once for all ports: the checks that wait are counted",
}


def _docstrings_and_imports(tree: ast.Module) -> set[int]:
    """The lines of what is no code of the rule."""
    nodes: list[ast.stmt] = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)):
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                nodes.append(first)
        elif isinstance(node, (ast.Import, ast.ImportFrom, ast.If, ast.Assign)) and _is_for_imports(node):
            nodes.append(node)
    return {line for node in nodes for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


def _is_for_imports(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return ast.unparse(node) == "TYPE_CHECKING = False"
    return not isinstance(node, ast.If) or ast.unparse(node.test) == "TYPE_CHECKING"


def code_of(path: Path) -> int:
    """The lines of code of a rule's module: without docstrings, imports, comments and blank lines."""
    text = path.read_text(encoding="utf-8")
    left_out = _docstrings_and_imports(ast.parse(text))
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return sum(bool(line) and not line.startswith("#") and number not in left_out for number, line in lines)


def loops_that_yield(path: Path) -> int:
    """How many loops of a module yield anything."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    loops = (node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While)))
    return sum(any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(loop)) for loop in loops)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_rule_is_short_and_owns_no_loop(path: Path) -> None:
    assert code_of(path) <= MOST
    assert not loops_that_yield(path) or path.stem in LOOPS


def test_most_rules_are_very_short() -> None:
    assert median(map(code_of, MODULES)) <= MEDIAN


def test_an_exception_is_one() -> None:
    assert [path.stem for path in MODULES if loops_that_yield(path)] == list(LOOPS)
