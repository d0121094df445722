"""Work shared out among processes."""

from __future__ import annotations

import os

import pytest

from clblint.engine.batches import MOST
from clblint.engine.work_queue import WorkQueue

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is shared out without processes")


@pytest.mark.whole
@pytest.mark.parametrize("count", [0, 1, 7, MOST])
def test_each_number_is_taken_once(count: int) -> None:
    turns = WorkQueue()
    answer, told = os.pipe()
    if (child := os.fork()) == 0:
        turns.only_take()
        with os.fdopen(told, "w") as stream:
            stream.write(" ".join(map(str, turns.take())))
        os._exit(0)
    os.close(told)
    turns.give(count, takers=2)
    mine = list(turns.take())
    with os.fdopen(answer) as stream:
        others = list(map(int, stream.read().split()))
    os.waitpid(child, 0)
    turns.close()
    assert sorted(mine + others) == list(range(count))
    assert mine == sorted(mine)


def test_taking_ends_where_no_process_adds_work() -> None:
    turns = WorkQueue()
    turns.only_take()
    assert not list(turns.take())
