"""Sessions work beside a process whose working directory is another project, with other files of the same names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.session.edits import PROJECT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory of the process."""
    folder = tmp_path_factory.mktemp("elsewhere")
    for name in [*PROJECT, "web.yaml", "pods.yaml", "kustomization.yaml", "deep/new.yaml"]:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("exclude: ['*']\n" if ".clblint" in name else "a: [")
    for name in (".git", "known.json", "conf.yaml", "cloud"):  # folders in place of files, and the other way round
        (folder / name).mkdir()
    (folder / ".gitignore").write_text("*\n")
    monkeypatch.chdir(folder)
    return folder
