"""How much work something is, counted and not timed: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of Python a piece of work runs."""
    count = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:  # noqa: ANN401 - a function as this one
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
