"""What a `.pxd` file declares for the compiled form is what the class in Python has."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DECLARED = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "clblint").rglob("*.pxd"))
CLASS = re.compile(r"cdef class (?P<name>\w+)(?:\((?P<base>\w+)\))?:\n(?P<body>(?:    .*\n)+)")
SLOTS = re.compile(r"cdef public \w+ (.+)")


def module_of(declared: str) -> str:
    """The module that a file is for."""
    return declared.removesuffix(".pxd").replace("/", ".")


def names_in(body: str) -> list[str]:
    """The slots that the body of a class declares."""
    return sorted(name for names in SLOTS.findall(body) for name in names.split(", "))


# One has no slots in Python, the other no classes.
@pytest.mark.parametrize("declared", [path for path in DECLARED if not path.endswith(("/fast.pxd", "/decoding.pxd"))])
def test_the_slots_are_those_in_python(declared: str) -> None:
    module = import_module(module_of(declared))
    found = CLASS.findall((ROOT / declared).read_text(encoding="utf-8"))
    assert [
        (name, getattr(module, name).__base__.__name__, sorted(getattr(module, name).__slots__)) for name, _, _ in found
    ] == [(name, base or "object", names_in(body)) for name, base, body in found]
    assert found


@pytest.mark.parametrize("declared", DECLARED)
def test_the_module_is_compiled(declared: str) -> None:
    name = f'"*/{declared.removeprefix("clblint/").removesuffix("pxd")}py"'
    assert name in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
