"""Changes of recorded Kustomize trees: what is compared are the builds, wherever their values are written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from clblint.cli.main import main
from tests.files import new_cache
from tests.recorded.trees import top_roots, trees, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.whole


@pytest.fixture
def compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an older and a newer tree."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(new_cache(tmp_path / ".cache")))
    for name in ("then", "now"):
        (tmp_path / name).mkdir()
    return tmp_path


def _changes(capsys: pytest.CaptureFixture[str]) -> list[Any]:
    """The Services that a plan or a rule says something of."""
    assert main(["plan", "--format", "json", "--against", "./then", "now"]) in {0, 1}  # 1: some are not YAML
    rows = json.loads(capsys.readouterr().out)["services"]
    main(["--select", "changes", "--format", "json", "--against", "./then", "now"])
    found = json.loads(capsys.readouterr().out)["findings"]
    return [*(row for row in rows if row["change"] != "none" or row["calls"]), *found]


def _printed(tree: dict[str, Any]) -> dict[str, str]:
    """A tree that builds the same from what was printed."""
    files = {}
    for build in top_roots(tree):
        files[f"{build['root']}/kustomization.yaml"] = "resources: [printed.yaml]\n"
        files[f"{build['root']}/printed.yaml"] = build["output"]
    return files


def _accepted() -> Iterator[str]:
    for name, tree in sorted(trees().items()):
        builds = top_roots(tree)
        if builds and all(build.get("output") for build in builds):
            yield name


@pytest.mark.parametrize("name", sorted(trees()))
def test_a_tree_does_not_differ_from_itself(name: str, compared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(trees()[name], compared / "then")
    write(trees()[name], compared / "now")
    assert _changes(capsys) == []


@pytest.mark.parametrize("name", list(_accepted()))
def test_a_tree_does_not_differ_from_its_printed_builds(
    name: str, compared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(trees()[name], compared / "then")
    write({"files": _printed(trees()[name])}, compared / "now")
    assert _changes(capsys) == []
    assert not capsys.readouterr().err
