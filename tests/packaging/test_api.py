"""`clblint.api` gives at run time what type checkers see in it, from where they see it."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from clblint import api

TREE = ast.parse(Path(api.__file__).read_text(encoding="utf-8"))
(TYPES,) = (node.body for node in TREE.body if isinstance(node, ast.If))
SEEN = {
    alias.asname or alias.name: (node.module, alias.name)
    for node in TYPES
    if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("clblint.")
    for alias in node.names
}
(NAMES,) = (ast.literal_eval(node.value) for node in TYPES if isinstance(node, ast.Assign))


def test_its_names_are_those_of_type_checkers() -> None:
    assert sorted(vars(api)["__getattr__"]("__all__")) == sorted(NAMES)
    assert sorted(SEEN) == sorted(set(NAMES) & set(SEEN))


@pytest.mark.parametrize("name", SEEN)
def test_a_name_is_what_type_checkers_see(name: str) -> None:
    module, original = SEEN[name]
    assert getattr(api, name) is getattr(import_module(module), original)


def test_a_star_brings_all() -> None:
    found: dict[str, object] = {}
    exec("from clblint.api import *", found)  # noqa: S102 - the statement is what is tested
    assert set(NAMES) <= set(found)


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = api.nothing
