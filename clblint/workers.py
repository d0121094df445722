"""Shards in several processes, each with a part of the files.

The processes are forked, so that rules and settings need not be sent. Where there is no safe fork (Windows, macOS)
everything runs in one process.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from clblint.shard import Checked, Seen, Shard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from multiprocessing.connection import Connection

    from clblint.files import Input
    from clblint.lint.plain import Plain
    from clblint.shard import Settings

# Below this many files a second process costs more than it saves.
WORTH_A_PROCESS = 100


class Workers:
    """One shard here, and one in each of the other processes."""

    def __init__(
        self,
        settings: Settings,
        read: Callable[[str], bytes],
        jobs: int,
        roles: Mapping[str, Plain] | None = None,
    ) -> None:
        self._progress = settings.progress
        self._reported = 0  # of the files that were looked at
        self._shard = Shard(settings, read, roles)
        self._others: list[tuple[Any, Connection]] = []
        if jobs > 1 and sys.platform == "linux":
            self._fork(partial(Shard, settings, read, roles), jobs - 1)

    def _fork(self, make: Callable[[], Shard], count: int) -> None:
        import multiprocessing  # noqa: PLC0415 - a small run has one process

        context = multiprocessing.get_context("fork")
        for _ in range(count):
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(make, there), daemon=True)
            process.start()
            there.close()
            self._others.append((process, here))

    def look(self, inputs: Sequence[Input]) -> list[Seen]:
        """Read files, each process its part; the order of the answers is that of the inputs."""
        self._reported += sum(item.reported for item in inputs)
        if self._progress:
            self._progress.expect("read", len(inputs))
        parts = _split(inputs, len(self._others) + 1)
        for (_, pipe), part in zip(self._others, parts[1:], strict=True):
            pipe.send(("look", part))
        seen = self._shard.look(parts[0])
        for _, pipe in self._others:
            seen += pipe.recv()
        return seen

    def check(self, refs: Iterable[Plain]) -> list[Checked]:
        """Check what was read against the whole project."""
        refs = list(refs)
        if self._progress:
            self._progress.expect("checked", self._reported)
        for _, pipe in self._others:
            pipe.send(("check", refs))
        checked = self._shard.check(refs)
        for _, pipe in self._others:
            checked += pipe.recv()
        return checked

    def check_cluster(self) -> list[Plain]:
        """The findings about the declared cluster alone."""
        return self._shard.check_cluster()

    def close(self) -> list[str]:
        """End the other processes; the rules that broke in any of them."""
        failures = list(self._shard.failures)
        self._shard.forget()  # what follows needs the room
        for process, pipe in self._others:
            pipe.send(("close", None))
            failures += pipe.recv()
            process.join()
        self._others = []
        return failures


def _serve(make: Callable[[], Shard], pipe: Connection) -> None:
    shard = make()
    while True:
        command, argument = pipe.recv()
        if command == "close":
            pipe.send(shard.failures)
            return
        pipe.send(shard.look(argument) if command == "look" else shard.check(argument))


def _split(inputs: Sequence[Input], parts: int) -> list[Sequence[Input]]:
    # In runs, not in turns: objects that belong together stand in one folder, and so come to one process.
    size, rest = divmod(len(inputs), parts)
    bounds = [index * size + min(index, rest) for index in range(parts + 1)]
    return [inputs[start:end] for start, end in pairwise(bounds)]
