"""Nothing in the code is without use, as far as vulture can tell. What only a test calls is without use."""

from __future__ import annotations

import ast
from fnmatch import fnmatch
from typing import TYPE_CHECKING

import pytest
import vulture

from clblint.lint.subjects import SUBJECTS
from tests.packaging.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

CODE = ["clblint", "plugins", "schemas", "tools", "benchmarks", "playground/python"]
MIN_CONFIDENCE = 60  # per cent; vulture is as sure as this of functions, methods and attributes

USED_BY_NAME = [
    "check_cause",  # by those who test packs
    "check_page",  # as above
    "__getattr__",  # by the interpreter, in modules
    "__class_getitem__",  # as above, for parameters of a base class
    "__call__",  # as above, as what follows
    "__iter__",
    "__len__",
    "__reversed__",
    "create_module",  # by the import system, as what follows
    "has_location",
    "tidy",  # by the scripts of the playground
]
USED_BY_LIBRARIES = [
    "plural",  # gettext
    "creation_date",  # Babel
    "revision_date",
    "log_message",  # http.server
    "WheelFiles",  # Hatchling
    "initialize",
    "finalize",
    "artifact_path",
    "Constructor",  # ruamel.yaml
    "Representer",
    "allow_duplicate_keys",
    "ignore_aliases",
    "brace_single_entry_mapping_in_flow_sequence",
    "preserve_quotes",
    "warn_double_anchors",
    "push_front",  # referencing, which the playground runs with our rpds
]
PARTS_OF_SUBJECTS = [subject.by.rpartition(":")[2] for subject in SUBJECTS.values() if subject.by]


EXCUSES = [*USED_BY_NAME, *USED_BY_LIBRARIES]


def unused(excuses: Sequence[str] = ()) -> list[vulture.core.Item]:
    scan = vulture.Vulture(ignore_names=[*excuses, *PARTS_OF_SUBJECTS], ignore_decorators=["@check.also"])
    scan.scavenge([str(ROOT / folder) for folder in CODE])
    return scan.get_unused_code(min_confidence=MIN_CONFIDENCE)  # type: ignore[no-any-return] # vulture has no types


def test_nothing_is_without_use() -> None:
    assert [item.get_report() for item in unused(EXCUSES)] == []


@pytest.mark.parametrize("folder", CODE)
def test_private_constants_are_read(folder: str) -> None:
    """Vulture skips names that begin with an underscore."""
    left = {str(path.relative_to(ROOT)): names for path in (ROOT / folder).rglob("*.py") if (names := unread_in(path))}
    assert left == {}


def unread_in(path: Path) -> set[str]:
    """The private names that a module binds at its top and never reads."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    bound = (target for line in module.body if isinstance(line, ast.Assign) for target in line.targets)
    names = {one.id for target in bound for one in ast.walk(target) if isinstance(one, ast.Name)}
    read = {one.id for one in ast.walk(module) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
    return {name for name in names - read if name.startswith("_") and not name.startswith("__")}


def test_every_excuse_is_needed() -> None:
    names = {item.name for item in unused()}
    assert [one for one in EXCUSES if not any(fnmatch(name, one) for name in names)] == []
