"""Batches of files, which processes take in turn: neighbours together, in decreasing size."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.discovery.walk import Input

MOST = 10_000  # batches: their numbers fit into the pipe of a `WorkQueue`, which holds 64 KiB on Linux
# The size of a batch of files. Neighbours go to one worker: objects of one folder refer to each other, and roots with
# one base, often one for each environment, share what is built from it.
_STEP, _LONGEST, _BATCHES = 4, 50, 16


def batches(inputs: Sequence[Input]) -> list[Sequence[Input]]:
    """Neighbours together, in batches of decreasing size, so that no process waits long for the last one."""
    found: list[Sequence[Input]] = []
    at, least = 0, len(inputs) // MOST + 1
    while at < len(inputs):
        size = max(least, min(_LONGEST, (len(inputs) - at) // _BATCHES // _STEP * _STEP + _STEP))
        found.append(inputs[at : at + size])
        at += size
    return found
