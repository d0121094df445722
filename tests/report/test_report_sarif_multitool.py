"""SARIF, as Microsoft's own validator sees it with its rules for GitHub's code scanning."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from clblint.report.formats import sarif

if TYPE_CHECKING:
    from pathlib import Path

    from clblint.report.report import Report, Style

pytestmark = pytest.mark.whole

# This rule fetches every address.
SETTINGS = """\
<?xml version="1.0" encoding="utf-8"?>
<Properties>
  <Properties Key="SARIF2006.UrisShouldBeReachable.Options">
    <Property Key="RuleEnabled" Value="Disabled" Type="Driver.RuleEnabledState" />
  </Properties>
</Properties>
"""


@pytest.fixture
def multitool(node_modules: Path) -> str:
    """Find the validator: the one that `CLBLINT_MULTITOOL` names, on the path, or among the npm packages."""
    packaged = sorted(node_modules.glob("@microsoft/sarif-multitool-*/Sarif.Multitool*"))
    runnable = [str(path) for path in packaged if path.suffix in {".Multitool", ".exe"}]
    found = [os.environ.get("CLBLINT_MULTITOOL"), shutil.which("Sarif.Multitool"), *runnable]
    for path in found:
        if path and os.access(path, os.X_OK):
            return path
    pytest.skip("no Sarif.Multitool (set CLBLINT_MULTITOOL, or install npm's @microsoft/sarif-multitool)")


def faults(multitool: str, log: object, folder: Path) -> list[tuple[str, Any]]:
    """Run the validator; its exit code says nothing, what it found is a log itself."""
    (folder / "settings.xml").write_text(SETTINGS, "utf-8")
    (folder / "log.sarif").write_text(json.dumps(log), "utf-8")
    options = ["--rule-kind", "Sarif;Ghas", "--level", "Error;Warning", "--config", "settings.xml"]
    command = [multitool, "validate", "log.sarif", *options, "--output", "found.sarif", "--log", "ForceOverwrite"]
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    (run,) = json.loads((folder / "found.sarif").read_text("utf-8-sig"))["runs"]
    return [(result["ruleId"], result["message"].get("arguments")) for result in run.get("results", [])]


def test_no_fault(multitool: str, either: Report, plain: Style, tmp_path: Path) -> None:
    assert faults(multitool, json.loads(sarif.render(either, plain)), tmp_path) == []


def test_faults_are_seen(multitool: str, rich: Report, plain: Style, tmp_path: Path) -> None:
    log = json.loads(sarif.render(rich, plain))
    del log["runs"][0]["tool"]["driver"]["rules"][0]["help"]
    del log["runs"][0]["results"][0]["locations"]
    assert faults(multitool, log, tmp_path) != []
