"""Every small change to a module that cosmic-ray's operators know, and two that it lacks: each makes one mutant.

What nothing at run time sees is left as it is: annotations, imports, what stands under `if TYPE_CHECKING`.
"""

from __future__ import annotations

import ast
import copy
import re
import warnings
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# The operators that can change a node of a type; all others are asked of every node.
_ONLY = {
    "binary_operator_replacement": {"operator"},
    "comparison_operator_replacement": {"comparison"},
    "unary_operator_replacement": {"factor", "not_test"},
}
_LEFT_OUT = {
    "VariableReplacer": "needs the names of variables, and puts random numbers in their place",
    "VariableInserter": "the same",
    **dict.fromkeys(
        (f"ReplaceComparisonOperator_{one}" for one in ("Is_Eq", "Eq_Is", "IsNot_NotEq", "NotEq_IsNot")),
        "values that are equal and not the same are asked for nowhere: what is compared are words and members of enums",
    ),
}
_NOT_RUN = {"import_name", "import_from", "tfpdef"}
# A rule that is none any more would tell nothing about its tests, and a cache changes nothing but the time.
_MAY_NOT_RUN = {"if_stmt", "decorator"}
_CODE_NOT_RUN = re.compile(r"if TYPE_CHECKING:|@rule\(|@(functools\.)?(lru_)?cache\b|@(abstractmethod|overload)\b")


# What it takes to kill a mutant, by the operators that make it.
_LACKS = (
    (re.compile("ReplaceComparisonOperator"), "no example has a value for which the comparisons differ"),
    (re.compile("ReplaceAndWithOr|ReplaceOrWithAnd"), "no example in which only one of the two holds"),
    (re.compile("_FilterRemover"), "no example has anything that is left out here"),
    (re.compile("NumberReplacer"), "no example has as many"),
    (re.compile("AddNot|_InReplacer|ReplaceTrueWithFalse|ReplaceFalseWithTrue"), "no example in which this decides"),
    (re.compile(""), "no example shows what comes of this"),
)


class Mutant(NamedTuple):
    """A changed module: the changed line, what that says now, the whole of it, and what lacks to kill it."""

    module: str
    path: Path
    line: int
    was: str
    becomes: str
    source: str
    lacks: str = ""


class _InReplacer(Operator):  # type: ignore[misc] # cosmic-ray has no types
    """`in` and `not in` for each other."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:  # noqa: ANN401 - a node of parso
        if node.type == "comparison":
            yield from ((one.start_pos, one.end_pos) for one in self._of(node))

    def mutate(self, node: Any, index: int) -> Any:  # noqa: ANN401 - a node of parso
        found = list(self._of(node))[index]
        new = " in" if found.type == "comp_op" else " not in"
        node.children[node.children.index(found)] = get_ast(new)
        return node

    @staticmethod
    def _of(node: Any) -> Iterator[Any]:  # noqa: ANN401 - a node of parso
        return (one for one in node.children[1::2] if one.get_code(include_prefix=False) in {"in", "not in"})

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


class _FilterRemover(Operator):  # type: ignore[misc] # cosmic-ray has no types
    """A comprehension without its condition."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:  # noqa: ANN401 - a node of parso
        if node.type == "comp_if":
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:  # noqa: ANN401, ARG002 - as cosmic-ray calls it
        node.children[1] = get_ast(" True")
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


@cache
def _operators() -> tuple[Operator, ...]:
    provider = OperatorProvider()
    return (*(provider[name]() for name in provider if name not in _LEFT_OUT), _InReplacer(), _FilterRemover())


def mutants_of(path: Path, module: str) -> Iterator[Mutant]:
    """Every mutant of a module, from its first line to its last."""
    text = path.read_text(encoding="utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = get_ast(text)
    for node in ast_nodes(tree):
        if not _is_run(node):
            continue
        begin, end = (starts[line - 1] + column for line, column in (node.get_start_pos_of_prefix(), node.end_pos))
        for new, lacks in _changed(node):
            source = text[:begin] + new + text[end:]
            if _compiles(source):
                yield _mutant(module, path, text, source)._replace(lacks=lacks)


def _changed(node: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - a node of parso
    """What the code of a node becomes, with every operator, and what kills that."""
    for operator in _operators():
        kinds = _ONLY.get(type(operator).__module__.rpartition(".")[2])
        if kinds is None or node.type in kinds:
            for index, _ in enumerate(operator.mutation_positions(node)):
                mutated = operator.mutate(_copy(node), index)
                yield mutated.get_code() if mutated is not None else "", _lacks(type(operator).__name__)


def _lacks(operator: str) -> str:
    return next(lacks for names, lacks in _LACKS if names.match(operator))


def _copy(node: Any) -> Any:  # noqa: ANN401 - a node of parso
    """A node that may be changed, in the place of the old one."""
    parent, node.parent = node.parent, None
    made = copy.deepcopy(node)
    made.parent = node.parent = parent
    return made


def _is_run(node: Any) -> bool:  # noqa: ANN401 - a node of parso
    """Whether a change to a node could be seen: in an annotation, an import or what types need, it cannot."""
    if node.type == "operator" and node.parent.type == "parameters":  # the star before parameters by name
        return False
    inner = None
    while node is not None:
        if node.type in _NOT_RUN or (
            node.type in _MAY_NOT_RUN and _CODE_NOT_RUN.match(node.get_code(include_prefix=False))
        ):
            return False
        if node.type == "decorators" and "@abstractmethod" in node.get_code():
            return False
        if inner is not None and inner is _annotation(node):
            return False
        node, inner = node.parent, node
    return True


def _annotation(node: Any) -> Any:  # noqa: ANN401 - a node of parso
    if node.type == "annassign":
        return node.children[1]
    return node.annotation if node.type == "funcdef" else None


def _compiles(source: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `3 is 4` is warned of
        try:
            ast.parse(source)
        except SyntaxError:
            return False
    return True


def _mutant(module: str, path: Path, text: str, source: str) -> Mutant:
    old, new = text.splitlines(), source.splitlines()
    line = next(number for number, (was, becomes) in enumerate(zip(old, new, strict=False)) if was != becomes)
    gone = len(old) - len(new)  # a decorator takes its line with it, and those above that hold nothing
    if gone:
        line = next(number for number in range(line, len(old)) if old[number].lstrip().startswith("@"))
    becomes = "" if gone else new[line].strip()
    return Mutant(module, path, line + 1, old[line].strip(), becomes, source)
