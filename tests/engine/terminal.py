"""A program in a pseudo-terminal, as somebody at a keyboard has it."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

HANGS = 600.0  # seconds: only what never comes takes so long
_ESCAPES = re.compile(r"\x1b(?:\[[\d;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>78HM])|[\x00\x07]")


class Terminal:
    """A program, what is typed and what it shows; standard output may go elsewhere."""

    def __init__(
        self, command: list[str], folder: Path, environment: Mapping[str, str], output: Path | None = None
    ) -> None:
        self.shown = ""
        self._process, self._screen = pty.fork()
        if self._process == 0:
            os.chdir(folder)
            if output is not None:
                os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT), 1)
            os.execvpe(command[0], command, environment)  # noqa: S606 - a test's own command
        import fcntl  # noqa: PLC0415 - as pty, only where there are terminals
        import termios  # noqa: PLC0415 - the same

        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))

    def __enter__(self) -> Terminal:  # noqa: PYI034 - Python 3.10 has no Self
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self._process, signal.SIGKILL)
        os.close(self._screen)
        os.waitpid(self._process, 0)

    def write(self, text: str) -> None:
        """Type something."""
        os.write(self._screen, text.encode())

    def expect(self, text: str, seconds: float = HANGS) -> None:
        """Wait until it is shown, escapes aside; then only what is shown later counts."""
        end = time.monotonic() + seconds
        while text not in _ESCAPES.sub("", self.shown):
            assert self._read(end - time.monotonic()), f"{text!r} is not shown: {self.shown!r}"
        self.shown = ""

    def finish(self, seconds: float = HANGS) -> str:
        """Everything that is shown until the program ends, escapes and all."""
        end = time.monotonic() + seconds
        while self._read(end - time.monotonic()):
            pass
        return self.shown

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._screen], [], [], max(seconds, 0))
        try:
            data = os.read(self._screen, 65536) if ready else b""
        except OSError:  # the program has ended
            data = b""
        self.shown += data.decode(errors="replace")
        return bool(data)
