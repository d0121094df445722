"""A fast test starts no process, however it tries; a whole one may."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

NOTHING = [sys.executable, "-c", ""]
WAYS: dict[str, Callable[[], object]] = {
    "subprocess": lambda: subprocess.run(NOTHING, check=False),
    "system": lambda: os.system("true"),  # noqa: S605, S607 - it is never run
    **({"fork": os.fork, "posix_spawn": lambda: os.posix_spawn(NOTHING[0], NOTHING, {})} if os.name == "posix" else {}),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_fast_test_starts_no_process(way: Callable[[], object], request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("fast")
    with pytest.raises(RuntimeError, match="a fast test starts no process"):
        way()


@pytest.mark.whole
def test_a_whole_test_may() -> None:
    assert subprocess.run(NOTHING, check=False).returncode == 0


@pytest.mark.usefixtures("_processes")
def test_a_test_whose_fixture_starts_processes_is_whole(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("whole")
    assert not request.node.get_closest_marker("fast")
