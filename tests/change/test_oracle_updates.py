"""The effect of a change against the recorded runs of the real controller."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.recorded.files import FOLDERS, runs
from tests.recorded.replay import first_difference

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_effect_of_an_update_is_what_the_controller_did(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Refusals with their texts, every call with its parameters, and nothing where nothing happened."""
    recorded = [run for run in runs(folder) if run.mode == "update"]
    wrong = {run.name: difference for run in recorded if (difference := first_difference(run))}
    with capsys.disabled():
        sys.stdout.write(f"\nrecorded updates: {len(recorded) - len(wrong)} of {len(recorded)} agree\n")
        for name, difference in wrong.items():
            sys.stdout.write(f"  {name}: {difference}\n")
    assert recorded
    assert not wrong
