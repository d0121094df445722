"""How far a long run has come: one line on a terminal, which is gone when the run ends.

A timer asks, so nothing is shown before a second has passed and a file costs no more than one byte into a pipe, which
the other processes share.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import TYPE_CHECKING, TypeVar

from clblint.i18n.language import tr
from clblint.i18n.text import N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType

    T = TypeVar("T")

READ, CHECKED = "read", "checked"  # the stages, each known by its first letter
_SAID = {READ: N_("{done} of {total} files read"), CHECKED: N_("{done} of {total} files checked")}
_FIRST, _NEXT = 1.0, 0.1  # seconds
_ERASE = "\r\x1b[K"


def may_be_shown() -> bool:
    """Whether somebody is looking: standard error is a terminal that can erase a line, and there is a timer."""
    try:
        shown = sys.stderr.isatty()
    except (AttributeError, ValueError):  # closed
        return False
    return shown and os.environ.get("TERM", "") not in {"", "dumb"} and hasattr(signal, "setitimer")


class Progress:
    """What is to be done in each stage, and what is done in all processes."""

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
        """So many more files are to be done in a stage."""
        self._total[stage] += count

    def each(self, stage: str, files: Iterable[T]) -> Iterator[T]:
        """The files themselves; each is counted when the next one is asked for."""
        letter = stage[:1].encode()
        for file in files:
            yield file
            with contextlib.suppress(OSError):  # nobody has looked for a long time, or nobody will
                os.write(self._step, letter)

    def _show(self, _signal: int, _frame: FrameType | None) -> None:
        with contextlib.suppress(OSError):
            steps = os.read(self._pipe, 1 << 20)
            for stage in self._done:
                self._done[stage] += steps.count(stage[:1].encode())
        stage = CHECKED if self._total[CHECKED] else READ
        if self._total[stage]:
            self._shown = True  # first, for an interrupt may come in between
            done, total = f"{self._done[stage]:,}", f"{self._total[stage]:,}"
            self._write(f"{_ERASE}clblint: {tr(_SAID[stage], done=done, total=total)}")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()
