"""The model against the recorded runs of the real NLB controller: what it makes, changes and deletes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.recorded.files import NLB_FOLDERS, runs
from tests.recorded.nlb_replay import first_difference

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("folder", NLB_FOLDERS, ids=lambda folder: folder.name)
def test_the_model_does_what_the_controller_did(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who handles it, refusals with their texts, and every call with its parameters."""
    recorded = list(runs(folder))
    wrong = {run.name: difference for run in recorded if (difference := first_difference(run))}
    with capsys.disabled():
        sys.stdout.write(f"\nrecorded runs: {len(recorded) - len(wrong)} of {len(recorded)} agree\n")
        for name, difference in wrong.items():
            sys.stdout.write(f"  {name}: {difference}\n")
    assert recorded
    assert not wrong
