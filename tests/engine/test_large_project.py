"""Above some hundred files trees are dropped once the facts are drawn from them: no rule may look into one later."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.hostile.seeds import MANIFEST, seeds

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.whole
def test_every_rule_does_without_trees(tmp_path: Path) -> None:
    texts = seeds()[MANIFEST]
    assert len(texts) > 400
    for number, text in enumerate(texts):
        (tmp_path / f"f{number:03}.yaml").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "clblint", "--no-cache", "--select", "all", "--format", "json", "."],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert json.loads(done.stdout)["internalErrors"] == []
    assert done.returncode == 1
