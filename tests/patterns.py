"""Every regular expression of clblint and its packs, how each is used, and texts on which it might take too long."""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections import deque
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.effort import processor_time

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

ROOT = Path(__file__).parent.parent
SOURCES = (ROOT, ROOT / "plugins")
CALLS = frozenset({"compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"})
ANCHORED = frozenset({"match", "fullmatch"})
_CALL = re.compile(rf"\bre\.(?:{'|'.join(sorted(CALLS))})\(")
COMMON = (" ", "\n", "a", "1", "\u4f60")
LONG, SHORT = 50_000, 5_000
# These read pages of rules, which come with the packs.
TRUSTED = frozenset({"pages.py", "testing.py", "catalogues.py"})


class Used(NamedTuple):
    """A pattern, where it stands, and whether it is only ever tried at one place of a text."""

    pattern: re.Pattern[Any]
    place: str
    anchored: bool


def patterns() -> list[Used]:
    """All of them, each once."""
    found: dict[tuple[str | bytes, int], Used] = {}
    for used in (*_in_code(), *_in_data()):
        key = (used.pattern.pattern, used.pattern.flags)
        before = found.get(key)
        found[key] = used if before is None or before.anchored else before
    return list(found.values())


def try_long_texts(used: Used, seconds: float) -> None:
    """Use a pattern on long texts without meaning, as clblint would use it.

    Raises `TimeoutError` if one of them takes more than `seconds` of processor time.
    """
    for text in _texts(used.pattern):
        given = text.encode() if isinstance(used.pattern.pattern, bytes) else text
        with processor_time(seconds):
            used.pattern.match(given)
            if not used.anchored:
                deque(used.pattern.finditer(given), maxlen=0)


def _in_code() -> Iterator[Used]:
    for root in SOURCES:
        for path in sorted(root.glob("clblint*/**/*.py")):
            text = path.read_text(encoding="utf-8")
            if _CALL.search(text) and path.name not in {"__main__.py", *TRUSTED}:
                yield from _of_module(path, root, text)


def _of_module(path: Path, root: Path, text: str) -> Iterator[Used]:
    name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    module = importlib.import_module(name)
    tree = ast.parse(text)
    for function, node in _calls(tree):
        made = _compiled(module, node) or _given(module, tree, node)
        if made is not None:
            anchored = function in ANCHORED or (function == "compile" and _is_anchored(tree, node))
            yield Used(made, f"{path.relative_to(ROOT)}:{node.lineno}", anchored)


def _calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CALLS:
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id == "re" and node.args:
                yield node.func.attr, node


def _compiled(module: ModuleType, node: ast.Call) -> re.Pattern[Any] | None:
    """The pattern of a call; None where it is made of what only the call knows."""
    flags = [keyword.value for keyword in node.keywords if keyword.arg == "flags"]
    if isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
        flags += node.args[1:2]
    elif isinstance(node.func, ast.Attribute) and node.func.attr in {"search", "match", "fullmatch", "split"}:
        flags += node.args[2:3]
    try:
        pattern, *set_to = (_value(module, one) for one in (node.args[0], *flags))
    except NameError:
        return None
    return pattern if isinstance(pattern, re.Pattern) else re.compile(pattern, *set_to)


def _given(module: ModuleType, tree: ast.Module, node: ast.Call) -> re.Pattern[Any] | None:
    """What the function gives that makes it, if that needs nothing."""
    for one in tree.body:
        if isinstance(one, ast.FunctionDef) and not one.args.args and _stands_in(one, node):
            made = getattr(module, one.name)()
            return made if isinstance(made, re.Pattern) else None
    return None


def _value(module: ModuleType, node: ast.expr) -> Any:  # noqa: ANN401 - whatever stands there
    return eval(compile(ast.Expression(node), "<pattern>", "eval"), dict(vars(module)))  # noqa: S307 - our own sources


def _is_anchored(tree: ast.Module, node: ast.Call) -> bool:
    """Whether what a pattern is bound to is used at a given place only, in its module."""
    names = {name for name in _bound(tree, node) if name}
    methods = {
        use.attr
        for use in ast.walk(tree)
        if isinstance(use, ast.Attribute) and not names.isdisjoint(_names(use.value)) and use.attr in CALLS
    }
    return bool(methods) and methods <= ANCHORED


def _bound(tree: ast.Module, node: ast.Call) -> Iterator[str]:
    for statement in tree.body:
        if _stands_in(statement, node):
            if isinstance(statement, ast.Assign):
                yield from (target.id for target in statement.targets if isinstance(target, ast.Name))
            elif isinstance(statement, ast.FunctionDef):
                yield statement.name


def _stands_in(statement: ast.stmt, node: ast.expr) -> bool:
    return statement.lineno <= node.lineno <= (statement.end_lineno or 0)


def _names(node: ast.expr) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _in_data() -> Iterator[Used]:
    """The patterns of the catalogue of annotations, which are searched for."""
    path = ROOT / "schemas/clblint_schemas/annotations.json"
    for text in sorted(set(_patterns_of(json.loads(path.read_text(encoding="utf-8"))))):
        yield Used(re.compile(text), path.name, anchored=False)


def _patterns_of(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in {"pattern", "if", "when"} and isinstance(value, str):
                yield value
            yield from _patterns_of(value)
    elif isinstance(data, list):
        for item in data:
            yield from _patterns_of(item)


def _texts(pattern: re.Pattern[Any]) -> Iterator[str]:
    """One sign, or two in turn, over and over, also behind what the pattern begins with."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    signs, heads = _signs(source), _heads(source)
    for sign in signs:
        yield from (head + sign * LONG + "\0" for head in ("", *heads))
    for one, other in product(signs, signs):
        if one != other:
            yield (one + other) * (SHORT // 2) + "\0"
    yield from (head * (SHORT // len(head)) for head in heads)
    yield from ((head + sign) * (SHORT // (len(head) + 1)) for head in heads for sign in signs)


@cache
def _signs(source: str) -> tuple[str, ...]:
    """Signs that the pattern names, and some of each kind."""
    named = re.findall(
        r"[^\w\s\\]", re.sub(r"\\[a-zA-Z]|[?*+|^$()]", "", source) + "".join(re.findall(r"\\([^\w])", source))
    )
    letters = re.findall(r"(?<![\\\w])[a-z]", source)[:2]
    return tuple(dict.fromkeys((*COMMON, *named[:8], *letters)))


@cache
def _heads(source: str) -> tuple[str, ...]:
    """Words and signs in a row that stand in the pattern: a run behind them gets further into it."""
    plain = re.sub(r"\\([^\w])", r"\1", source)
    return tuple(dict.fromkeys(word for word in re.findall(r"[\w./:$\-{<\"'%@#]{1,20}", plain) if word))[:6]
