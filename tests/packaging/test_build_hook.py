"""The build hook runs modules of its own tree, whatever is installed, and whatever an installer does to the path."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.packaging.conftest import ROOT, build

if TYPE_CHECKING:
    from pathlib import Path

# As pip does where it builds apart from what is installed: what an editable installation has on its path is gone.
TREE = [str(ROOT / name) for name in ("plugins", "schemas")]
SITE = f"import sys\nsys.path[:] = [path for path in sys.path if path not in {TREE}]\n"


@pytest.mark.whole
def test_the_wheel_is_made_though_the_tree_is_taken_from_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    build(ROOT, tmp_path, "--wheel")
    (wheel,) = tmp_path.glob("*.whl")
    assert "clblint_schemas/rule_rows.py" in zipfile.ZipFile(wheel).namelist()
