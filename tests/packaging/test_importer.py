"""The command imports its modules as Python does: the same ones, from the same files, never an outdated one."""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.whole
INSTALL = "from clblint.importer import install; install()\n"
SHOW = "from clblint_fake import part; print(part.VALUE, type(part.__loader__).__name__)"
KEPT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
OURS, PYTHONS = "_Loader", "SourceFileLoader"
ATTRIBUTES = """
import sys
from clblint.lint import rule
spec = rule.__spec__
print(rule.__name__, rule.__file__, rule.__cached__, rule.__package__, spec.name, spec.origin, spec.parent, spec.cached,
      spec.has_location, rule.Rule.check_of.__code__.co_filename, rule.__loader__.get_source(rule.__name__) > "")
print(sorted(vars(rule)))
"""


@pytest.fixture
def part(tmp_path: Path) -> Path:
    """A module of a package that looks like ours."""
    folder = tmp_path / "clblint_fake"
    folder.mkdir()
    (folder / "__init__.py").touch()
    module = folder / "part.py"
    module.write_text("VALUE = 1\n")
    return module


def ran(code: str, folder: Path, *options: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *options, "-c", code],
        env={**KEPT, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout or done.stderr


def shown(part: Path, *options: str, **environment: str) -> list[str]:
    """The value of the module, and whose loader it has, in a process that imports it anew."""
    return ran(INSTALL + SHOW, part.parent.parent, *options, **environment).split()


def test_a_module_is_that_of_python(tmp_path: Path) -> None:
    for _ in range(2):  # the first time without bytecode, perhaps
        found = ran(INSTALL + ATTRIBUTES, tmp_path)
    assert "rule.py" in found
    assert found == ran(ATTRIBUTES, tmp_path)


def test_bytecode_is_left_to_python_until_it_is_there(part: Path) -> None:
    assert [shown(part) for _ in range(3)] == [["1", PYTHONS], ["1", OURS], ["1", OURS]]


@pytest.mark.parametrize("text", ["VALUE = 22\n", "VALUE = 2\n"], ids=["another size", "another time"])
def test_a_changed_source_is_read(part: Path, text: str) -> None:
    shown(part)
    part.write_text(text)
    os.utime(part, (1, 1))
    assert shown(part) == [text.rsplit(maxsplit=1)[-1], PYTHONS]
    assert shown(part) == [text.rsplit(maxsplit=1)[-1], OURS]


def test_an_archive_is_left_to_python(part: Path, tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path, part.parent.name)
    assert ran(INSTALL + SHOW, Path(archive)).split() == ["1", "zipimporter"]


def test_what_is_gone_is_gone(part: Path) -> None:
    shown(part)
    part.unlink()
    assert "ImportError" in " ".join(shown(part))


@pytest.mark.parametrize("mode", ["CHECKED_HASH", "UNCHECKED_HASH"])
def test_bytecode_that_is_checked_by_its_hash_is_left_to_python(part: Path, mode: str) -> None:
    py_compile.compile(str(part), invalidation_mode=py_compile.PycInvalidationMode[mode])
    assert shown(part) == ["1", PYTHONS]


def test_bytecode_in_another_place_is_left_to_python(part: Path, tmp_path: Path) -> None:
    for _ in range(2):
        assert shown(part, PYTHONPYCACHEPREFIX=str(tmp_path / "elsewhere")) == ["1", PYTHONS]
        assert shown(part, "-O") == ["1", PYTHONS]


def test_an_extension_goes_before_a_source(part: Path) -> None:
    shown(part)
    part.with_suffix(EXTENSION_SUFFIXES[0]).write_bytes(b"no library")
    assert "ImportError" in " ".join(shown(part))


@pytest.fixture
def library(part: Path) -> Path:
    """An extension of Python in the package."""
    found = (
        find_spec(name) for name in ("_bisect", "_heapq", "_json", "_csv", "_struct", "_random", "_multiprocessing")
    )
    origins = [Path(spec.origin) for spec in found if spec is not None and spec.origin is not None]
    origin = next((path for path in origins if path.name.endswith(EXTENSION_SUFFIXES[0])), None)
    if origin is None:
        pytest.skip("this Python has no extension that is a file of its own")
    return Path(shutil.copy(origin, part.parent))


def attributes(library: Path) -> str:
    """A program that tells all of a module that Python's import system sets."""
    name = library.name.partition(".")[0]
    return (
        f"from clblint_fake import {name} as made\n"
        "spec = made.__spec__\n"
        "print(made.__name__, made.__file__, made.__package__, spec.name, spec.origin, spec.parent, spec.cached,"
        " spec.has_location, type(made.__loader__).__name__, made.__loader__.path, sorted(vars(made)))\n"
    )


def test_a_library_is_that_of_python(library: Path) -> None:
    code = attributes(library)
    found = ran(INSTALL + code, library.parent.parent)
    assert str(library) in found
    assert found == ran(code, library.parent.parent)


def test_a_library_is_found_without_python_looking_for_it(library: Path) -> None:
    blind = "import sys; sys.meta_path[:] = [one for one in sys.meta_path if 'Path' not in str(one)]\n"
    name = library.name.partition(".")[0]
    code = f"import clblint_fake\n{blind}{INSTALL}from clblint_fake import {name} as made; print(made.__file__)"
    found = ran(f"from clblint import importer\n{code}", library.parent.parent)
    assert found.strip() == str(library)


def test_a_package_goes_before_a_library(library: Path) -> None:
    package = library.with_name(library.name.partition(".")[0])
    package.mkdir()
    (package / "__init__.py").write_text("VALUE = 2\n")
    code = f"from clblint_fake import {package.name} as made; print(made.VALUE)"
    assert ran(INSTALL + code, library.parent.parent).split() == ["2"]


def test_damaged_bytecode_is_what_it_is_to_python(part: Path) -> None:
    shown(part)
    (cached,) = (part.parent / "__pycache__").glob("part.*.pyc")
    for damaged in (cached.read_bytes()[:-5], b"", b"junk"):
        cached.write_bytes(damaged)
        expected = ran(SHOW, part.parent.parent).rstrip().rpartition("\n")[2]
        cached.write_bytes(damaged)
        assert ran(INSTALL + SHOW, part.parent.parent).rstrip().rpartition("\n")[2] == expected


def test_a_package_of_somebody_else_is_left_to_python(part: Path) -> None:
    other = part.parent.with_name("other")
    part.parent.rename(other)
    for _ in range(2):
        assert ran(INSTALL + SHOW.replace("clblint_fake", "other"), other.parent).split() == ["1", PYTHONS]
