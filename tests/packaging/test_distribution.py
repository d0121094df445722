"""What is in the tree, in pyproject.toml and in the wheel is the same."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import clblint
from tests.packaging.conftest import ROOT

if TYPE_CHECKING:
    from tests.packaging.conftest import Distribution

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKS = sorted(path.name for path in (ROOT / "plugins").iterdir() if path.is_dir() and path.name.startswith("clblint_"))
SOURCES = {"clblint": ROOT / "clblint", "clblint_schemas": ROOT / "schemas" / "clblint_schemas"} | {
    name: ROOT / "plugins" / name for name in PACKS
}


def test_every_pack_has_an_entry_point() -> None:
    assert PYPROJECT["project"]["entry-points"]["clblint"] == {name: name for name in PACKS}


def test_every_package_is_named_for_the_wheel() -> None:
    named = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert sorted(ROOT / name for name in named) == sorted(SOURCES.values())


def test_every_package_is_under_the_import_contracts() -> None:
    assert sorted(PYPROJECT["tool"]["importlinter"]["root_packages"]) == sorted(SOURCES)


def test_every_pack_is_named_in_every_contract_about_packs() -> None:
    for contract in PYPROJECT["tool"]["importlinter"]["contracts"]:
        for names in contract.values():
            if isinstance(names, list) and any(name in PACKS for name in names):
                assert sorted(set(names) & set(PACKS)) == PACKS, contract["name"]


@pytest.mark.parametrize("name", SOURCES)
def test_every_package_says_that_it_is_typed(name: str) -> None:
    assert (SOURCES[name] / "py.typed").read_bytes() == b""


def test_the_wheel_holds_the_packages_and_nothing_else(distribution: Distribution) -> None:
    with zipfile.ZipFile(distribution.wheel) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == {
        f"{name}/{path.relative_to(folder).as_posix()}"
        for name, folder in SOURCES.items()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_is_for_every_python_and_system(distribution: Distribution) -> None:
    assert distribution.wheel.name == f"clblint-{clblint.__version__}-py3-none-any.whl"


@pytest.mark.parametrize(
    ("field", "value"),
    [("Name", "clblint"), ("Version", clblint.__version__), ("License-Expression", "Apache-2.0")],
)
def test_the_metadata_of_the_wheel(field: str, value: str, distribution: Distribution) -> None:
    with zipfile.ZipFile(distribution.wheel) as wheel:
        metadata = wheel.read(f"clblint-{clblint.__version__}.dist-info/METADATA")
    assert message_from_bytes(metadata)[field] == value


@pytest.mark.parametrize(
    "path",
    ["LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "examples/clean.yaml", "tests/packaging/conftest.py"],
)
def test_the_source_distribution_holds(path: str, distribution: Distribution) -> None:
    with tarfile.open(distribution.sdist) as sdist:
        assert f"clblint-{clblint.__version__}/{path}" in sdist.getnames()


def test_one_version() -> None:
    command = [sys.executable, "-m", "clblint", "--version"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert {printed.strip(), f"clblint {clblint.__version__}"} == {f"clblint {PYPROJECT['project']['version']}"}


def test_the_licence_is_the_apache_licence() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert " ".join(text.split()).startswith("Apache License Version 2.0, January 2004")


def test_every_file_of_the_licence_field_exists() -> None:
    assert all(Path(ROOT / name).is_file() for name in PYPROJECT["project"]["license-files"])
