"""What must be said of recorded snapshots."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import pytest

from clblint.cli.diagnose import run as run_diagnose
from tests.diagnose.snapshots import recorded

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", sorted(recorded()))
def test_a_recorded_snapshot_has_the_expected_diagnosis(tmp_path: Path, name: str) -> None:
    case = recorded()[name]
    for file, text in case["files"].items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    out = io.StringIO()
    with redirect_stdout(out):
        run_diagnose([str(tmp_path), "--format", "json"])
    report = json.loads(out.getvalue())
    missed = [line for line in case["expect"] if not _holds(line, report, out.getvalue())]
    assert not missed, f"{case['about']}: {missed}"


def _holds(line: str, report: dict[str, Any], text: str) -> bool:
    mark, rest = line[0], line[2:].strip()
    if mark == "!":
        return rest not in text
    where, word = rest.split()
    if where == "*":
        told = {one["name"] for one in report["snapshot"]["problems"]}
        told |= {one["state"] for one in report["services"] if one["state"] == "healthy"}
        return (word in told) == (mark != "-")
    service = next((one for one in report["services"] if one["name"] == where), None)
    if service is None:
        return mark == "-"
    causes = [one["name"] for one in service["causes"]]
    advice = [one["name"] for one in service["advice"]]
    if mark == "+":
        return word in [service["state"], *causes[:2], *advice[:2]]
    if mark == "-":
        return word not in [service["state"], *causes, *advice]
    return any(one["fact"] == word and one["command"] for one in service["unknown"])
