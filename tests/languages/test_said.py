"""What clblint says to people goes through the catalogue: no English literal stands where people will read it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
# Tools for contributors, which speak English.
TOOLS = {"catalogues.py", "messages.py", "rule_pages.py", "seed_coverage.py"}
SOURCES = sorted(path for path in (ROOT / "clblint").rglob("*.py") if path.name not in TOOLS)
SHOWN_BY = {"UsageError", "tell", "verb_parser", "new_parser"}  # what their arguments say is read by people
SHOWN_AS = {"help", "description", "epilog", "title"}
WORDS = re.compile(r"[A-Za-z]{2,}")


def is_english(node: ast.expr) -> bool:
    """Whether an expression is a text that has words of ours in it."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and " " in node.value and bool(WORDS.search(node.value))
    if isinstance(node, ast.JoinedStr):
        fixed = " ".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        return bool(WORDS.search(fixed)) and " " in fixed.strip()
    if isinstance(node, ast.BinOp):
        return is_english(node.left) or is_english(node.right)
    return isinstance(node, ast.IfExp) and (is_english(node.body) or is_english(node.orelse))


def unsaid(code: str) -> Iterator[int]:
    """The lines on which an English text is handed to what shows it."""
    for scope in ast.walk(ast.parse(code)):
        if not isinstance(scope, (ast.FunctionDef, ast.Module)):
            continue
        given: dict[str, list[ast.expr]] = {}
        for node in ast.walk(scope):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                given.setdefault(node.targets[0].id, []).append(node.value)
        for node in ast.walk(scope):
            if isinstance(node, ast.Call):
                yield from (found.lineno for found in _shown(node, given) if is_english(found))


def _shown(call: ast.Call, given: dict[str, list[ast.expr]]) -> Iterator[ast.expr]:
    """What a call shows: its arguments, and what was given to the names among them."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    arguments = [word.value for word in call.keywords if word.arg in SHOWN_AS]
    if name in SHOWN_BY or (name == "error" and "parser" in ast.unparse(call.func)):
        arguments += call.args
    for argument in arguments:
        yield argument
        yield from given.get(argument.id, ()) if isinstance(argument, ast.Name) else ()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_message_goes_through_a_catalogue(path: Path) -> None:
    """If this fails: said("... {value} ...", value=value), then python -m clblint.plugins.message_catalogues."""
    assert sorted(set(unsaid(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "code",
    [
        'raise UsageError("no such file")',
        'message = f"{path}: no such file"\nraise UsageError(message)',
        'tell("the cache is gone" if gone else "")',
        'add("--fix", help="apply fixes")',
        'parser.error("one of the two")',
        'verb_parser("init", "Write a configuration.")',
    ],
)
def test_what_would_be_english_in_every_language_is_found(code: str) -> None:
    assert list(unsaid(code))
