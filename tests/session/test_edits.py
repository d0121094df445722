"""After any edits a session says what a fresh run says; `python -m tests.session 1000` makes more of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.session.edits import Editing

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("seed", [1, 2])
def test_after_random_edits_a_session_equals_a_fresh_run(seed: int, tmp_path: Path) -> None:
    editing = Editing(tmp_path, seed)
    for number in range(40):
        what = editing.edit()
        found = list(editing.differences())
        assert not found, f"edit {number}: {what}\n" + "\n".join(found)
