"""The samples of the pages about suppressions and baselines hold."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.packaging.conftest import ROOT
from tests.packaging.test_docs import clblint_at

if TYPE_CHECKING:
    from pathlib import Path


def blocks(page: str, language: str) -> list[str]:
    """Give the fenced blocks of a language in a page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.whole
def test_the_suppressions_of_the_page_are_understood_and_explained(tmp_path: Path) -> None:
    comments, annotation = blocks("suppressions.md", "yaml")
    spec = "spec: {type: LoadBalancer, externalTrafficPolicy: Local, selector: {a: b}, ports: [{port: 80}]}\n"
    (tmp_path / "a.yaml").write_text(comments, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(f"apiVersion: v1\nkind: Service\n{annotation}{spec}", encoding="utf-8")
    ran = clblint_at(tmp_path, "--no-cache", "--format", "json", "--show-suppressed")
    report = json.loads(ran.stdout)
    left = {one["rule"] for one in report["findings"]}
    assert left.isdisjoint({"unexplained-suppression", "unknown-suppression"})
    silenced = [(one["path"], one["rule"]) for one in report["suppressed"]]
    assert silenced.count(("b.yaml", "local-without-wrr")) == 1
    assert {rule for path, rule in silenced if path == "a.yaml"} == {
        "public-by-default",
        "local-without-wrr",
        "selector-missing",
    }


@pytest.mark.whole
def test_the_baseline_of_the_page_is_one(tmp_path: Path) -> None:
    (text,) = blocks("baseline.md", "json")
    (tmp_path / "known.json").write_text(text, encoding="utf-8")
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "web.yaml").write_text("kind: A\n", encoding="utf-8")
    ran = clblint_at(tmp_path, "--no-cache", "--format", "json", "--baseline", "known.json")
    assert json.loads(ran.stdout)["summary"]["gone"] == 1
