"""What is in the tree, in pyproject.toml and in the wheel is the same."""

from __future__ import annotations

import gettext
import io
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

import clblint
from clblint.plugins import packed_rules
from clblint.plugins import page_endings as endings
from clblint.search import index
from tests.packaging.conftest import ROOT, build
from tools.rule_data import rule_data

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
    assert sorted(PYPROJECT["tool"]["importlinter"]["root_packages"]) == sorted([*SOURCES, "tools"])


def test_every_pack_is_named_in_every_contract_about_packs() -> None:
    for contract in PYPROJECT["tool"]["importlinter"]["contracts"]:
        for names in contract.values():
            if isinstance(names, list) and any(name in PACKS for name in names):
                assert sorted(set(names) & set(PACKS)) == PACKS, contract["name"]


def test_what_is_named_to_be_compiled_is_there() -> None:
    """A name that fits nothing would be left out without a word."""
    hook = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["cython"]
    targets = hook["options"]["files"]["targets"]
    assert hook["enable-by-default"] is False
    assert [name for name in targets if not (ROOT / name.replace("*", "clblint", 1)).is_file()] == []


@pytest.mark.parametrize("name", SOURCES)
def test_every_package_says_that_it_is_typed(name: str) -> None:
    assert (SOURCES[name] / "py.typed").read_bytes() == b""


COMPILED = {".pyx", ".pxd", ".c", ".so", ".pyd"}  # what is compiled, and what .ci/compile leaves beside it


def files_of(wheel: Path) -> dict[str, bytes]:
    """What is in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def sources() -> set[str]:
    """The files of the packages, as a wheel names them."""
    return {
        f"{name}/{path.relative_to(folder).as_posix()}"
        for name, folder in SOURCES.items()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in COMPILED
    }


MADE = {f"clblint_schemas/{name}" for name in (endings.FILE, index.FILE, f"{packed_rules.NAME}.py")}


def test_the_wheel_holds_the_packages_what_is_made_of_them_and_nothing_else(distribution: Distribution) -> None:
    packed = {name for name in files_of(distribution.wheel) if ".dist-info/" not in name}
    assert packed == {re.sub(r"\.po$", ".mo", name) for name in sources()} | MADE


def test_nothing_that_is_made_is_in_the_tree() -> None:
    """It would be read instead of its source, and be older than that one day."""
    assert [name for name in sources() if name.endswith(".mo") or name in MADE] == []


def test_the_tree_gives_the_wheel_that_the_source_distribution_gives(
    distribution: Distribution, tmp_path: Path
) -> None:
    build(ROOT, tmp_path, "--wheel")
    (wheel,) = tmp_path.iterdir()
    assert files_of(wheel) == files_of(distribution.wheel)


def test_the_wheel_holds_what_the_tree_makes_of_the_rules(distribution: Distribution) -> None:
    packed = files_of(distribution.wheel)
    for name, text in rule_data().items():
        assert packed[f"clblint_schemas/{name}"].decode() == text


@pytest.mark.parametrize("name", ["clblint", *PACKS])
def test_the_catalogues_of_the_wheel_say_what_is_translated(name: str, distribution: Distribution) -> None:
    place = f"{name}/locale/zh/LC_MESSAGES/{name}"
    compiled = gettext.GNUTranslations(io.BytesIO(files_of(distribution.wheel)[f"{place}.mo"]))
    with (SOURCES[name].parent / f"{place}.po").open("rb") as stream:
        messages = [message for message in read_po(stream, locale="zh") if message.id]
    for message in messages:
        if isinstance(message.id, str):
            assert compiled.gettext(message.id) == (message.string or message.id)
    assert any(message.string for message in messages)


def test_the_build_needs_what_clblint_needs_to_run() -> None:
    """It runs for its own wheel."""
    wanted = set(PYPROJECT["build-system"]["requires"])
    assert set(PYPROJECT["project"]["dependencies"]) <= wanted
    assert wanted - set(PYPROJECT["project"]["dependencies"]) <= set(
        PYPROJECT["project"]["optional-dependencies"]["dev"]
    )


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


@pytest.mark.whole
def test_every_file_has_the_same_version() -> None:
    command = [sys.executable, "-m", "clblint", "--version"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed.split()[:2] == ["clblint", clblint.__version__]
    assert clblint.__version__ == PYPROJECT["project"]["version"]


def test_the_licence_is_the_apache_licence() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert " ".join(text.split()).startswith("Apache License Version 2.0, January 2004")


def test_every_file_of_the_licence_field_exists() -> None:
    assert all(Path(ROOT / name).is_file() for name in PYPROJECT["project"]["license-files"])
