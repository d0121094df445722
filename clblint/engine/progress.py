"""The progress line of a long run on a terminal; it is erased when the run ends.

A timer signal draws the line, at first after one second. Each finished file costs one byte, written to a pipe that all
processes share.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys

from clblint.i18n.language import tr
from clblint.i18n.text import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType
    from typing import TypeVar

    T = TypeVar("T")

READ, CHECKED = "read", "checked"  # the stages; the first letter is the byte in the pipe
_SAID = {READ: N_("{done} of {total} files read"), CHECKED: N_("{done} of {total} files checked")}
_FIRST, _NEXT = 1.0, 0.1  # seconds
_ERASE = "\r\x1b[K"


def may_be_shown() -> bool:
    """Whether a line can be drawn: standard error is a terminal that can erase lines, and the system has timers."""
    try:
        shown = sys.stderr.isatty()
    except (AttributeError, ValueError):  # closed
        return False
    return shown and os.environ.get("TERM", "") not in {"", "dumb"} and hasattr(signal, "setitimer")


class Progress:
    """Counts the files to do and the files done in each stage, over all processes."""

    def __init__(self) -> None:
        self._total = {READ: 0, CHECKED: 0}
        self._done = {READ: 0, CHECKED: 0}
        self._shown = False
        self._pipe, self._step = os.pipe()
        os.set_blocking(self._pipe, False)
        os.set_blocking(self._step, False)

    def __enter__(self) -> Progress:  # noqa: PYI034 - Python 3.10 has no Self
        with contextlib.suppress(ValueError):  # not in the main thread
            self._before = signal.signal(signal.SIGALRM, self._show)
            signal.setitimer(signal.ITIMER_REAL, _FIRST, _NEXT)
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ValueError, AttributeError):
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
        if self._shown:
            self._write(_ERASE)
        os.close(self._pipe)
        os.close(self._step)

    def expect(self, stage: str, count: int) -> None:
        """Add `count` files to those to do in a stage."""
        self._total[stage] += count

    def each(self, stage: str, files: Iterable[T]) -> Iterator[T]:
        """Yield the files; each counts as done when the next one is requested."""
        letter = stage[:1].encode()
        for file in files:
            yield file
            with contextlib.suppress(OSError):  # the pipe is full, or closed
                os.write(self._step, letter)

    def _show(self, _signal: int, _frame: FrameType | None) -> None:
        with contextlib.suppress(OSError):
            steps = os.read(self._pipe, 1 << 20)
            for stage in self._done:
                self._done[stage] += steps.count(stage[:1].encode())
        stage = CHECKED if self._total[CHECKED] else READ
        if self._total[stage]:
            self._shown = True  # set first: an interrupt may come before the line is written
            done, total = f"{self._done[stage]:,}", f"{self._total[stage]:,}"
            self._write(f"{_ERASE}clblint: {tr(_SAID[stage], done=done, total=total)}")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()
