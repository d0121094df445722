"""Bytes come back from a spill file as they were, in any order; adjacent ones are read together."""

from __future__ import annotations

import os
import random

import pytest

from clblint.files.spill_file import Slice, SpillFile, new_spill_file

SIZES = (0, 1, 100, 3_000, 70_000, 200_000)  # bytes: smaller and larger than what is read at once


def _contents(count: int, seed: int) -> list[bytes]:
    chance = random.Random(seed)  # noqa: S311 - no secret
    return [chance.randbytes(chance.choice(SIZES)) for _ in range(count)]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("make", [SpillFile, new_spill_file], ids=["in memory", "on disk"])
def test_pieces_come_back_in_any_order_and_between_others_that_are_put(make: type[SpillFile], seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    spill, spilled = make(), list[tuple[Slice, bytes]]()
    for content in _contents(60, seed):
        spilled.append((spill.put(content), content))
        at = chance.randrange(len(spilled))
        for slice_, expected in spilled[at : at + chance.randrange(1, 6)]:
            assert slice_.read() == expected
    chance.shuffle(spilled)
    assert all(slice_.read() == content for slice_, content in spilled)


@pytest.mark.skipif(not hasattr(os, "pread"), reason="without pread, all bytes stay in memory")
def test_pieces_that_follow_each_other_are_read_together(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = list[int]()
    pread = os.pread

    def counted(handle: int, size: int, at: int) -> bytes:
        reads.append(size)
        return pread(handle, size, at)

    spill = new_spill_file()
    slices = [spill.put(b"x" * 1_000) for _ in range(1_000)]
    monkeypatch.setattr(os, "pread", counted)
    assert all(slice_.read() == b"x" * 1_000 for slice_ in slices)
    assert len(reads) < len(slices) / 20
    reads.clear()
    assert all(slice_.read() == b"x" * 1_000 for slice_ in reversed(slices))
    assert sum(reads) <= 2 * len(slices) * 1_000  # what is not asked for is not read


def test_a_file_that_became_shorter_is_an_error() -> None:
    handle = os.memfd_create("spill") if hasattr(os, "memfd_create") else pytest.skip("needs a file in memory")
    spill = SpillFile(handle)
    _, second = spill.put(b"x" * 1_000), spill.put(b"y" * 1_000)
    os.ftruncate(handle, 1_500)
    with pytest.raises(OSError, match="shorter than it was"):
        second.read()


def test_the_folder_of_temporary_files_need_not_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/no/such/folder")
    assert new_spill_file().put(b"x" * 1_000).read() == b"x" * 1_000
