"""Messages of any size get through a pipe between processes, and its end is noticed."""

from __future__ import annotations

import os
import sys

import pytest

from clblint.engine.forked import await_end, forked
from clblint.engine.pipe import two_ends

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is one process"),
    pytest.mark.whole,
]
MESSAGES = (b"", b"x", b"y" * 70_000, b"z" * 3_000_000)  # bytes: less and more than a pipe of the system holds


def test_messages_of_any_size_go_there_and_back_in_order() -> None:
    here, there = two_ends()

    def echo() -> None:
        here.close()
        for _ in MESSAGES:
            there.send(there.receive())

    process = forked(echo)
    there.close()
    for message in MESSAGES:
        here.send(message)
        assert here.receive() == message
    here.close()
    await_end(process)


@pytest.mark.parametrize("sent", [b"", b"\5\0\0\0\0\0\0\0ab"], ids=["before a message", "within a message"])
def test_the_end_of_the_other_process_is_noticed(sent: bytes) -> None:
    here, there = two_ends()

    def end() -> None:
        here.close()
        os.write(there._outgoing, sent)  # noqa: SLF001 - as a process does that is killed while it writes

    process = forked(end)
    there.close()
    await_end(process)
    with pytest.raises(EOFError):
        here.receive()
    with pytest.raises(OSError, match="Broken pipe"):
        here.send(b"x")
    here.close()


def test_both_ends_are_closed_where_there_may_be_no_second_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    made, pipe = list[int](), os.pipe

    def refused() -> tuple[int, int]:
        if made:
            raise OSError
        made.extend(pipe())
        return made[0], made[1]

    monkeypatch.setattr(os, "pipe", refused)
    with pytest.raises(OSError):  # noqa: PT011 - the one above
        two_ends()
    for handle in made:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(handle)
