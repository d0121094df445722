"""What is laid aside comes back as it was, in any order, and what lies together is read together."""

from __future__ import annotations

import os
import random

import pytest

from clblint.files.shelf import Piece, Shelf, shelf_on_disk

SIZES = (0, 1, 100, 3_000, 70_000, 200_000)  # bytes: smaller and larger than what is read at once


def _contents(count: int, seed: int) -> list[bytes]:
    chance = random.Random(seed)  # noqa: S311 - no secret
    return [chance.randbytes(chance.choice(SIZES)) for _ in range(count)]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("make", [Shelf, shelf_on_disk], ids=["in memory", "on disk"])
def test_pieces_come_back_in_any_order_and_between_others_that_are_put(make: type[Shelf], seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    shelf, laid = make(), list[tuple[Piece, bytes]]()
    for content in _contents(60, seed):
        laid.append((shelf.put(content), content))
        at = chance.randrange(len(laid))
        for piece, expected in laid[at : at + chance.randrange(1, 6)]:
            assert piece.read() == expected
    chance.shuffle(laid)
    assert all(piece.read() == content for piece, content in laid)


@pytest.mark.skipif(not hasattr(os, "pread"), reason="where there is no pread, what is laid aside stays in memory")
def test_pieces_that_follow_each_other_are_read_together(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = list[int]()
    pread = os.pread

    def counted(handle: int, size: int, at: int) -> bytes:
        reads.append(size)
        return pread(handle, size, at)

    shelf = shelf_on_disk()
    pieces = [shelf.put(b"x" * 1_000) for _ in range(1_000)]
    monkeypatch.setattr(os, "pread", counted)
    assert all(piece.read() == b"x" * 1_000 for piece in pieces)
    assert len(reads) < len(pieces) / 20
    reads.clear()
    assert all(piece.read() == b"x" * 1_000 for piece in reversed(pieces))
    assert sum(reads) <= 2 * len(pieces) * 1_000  # what is not asked for is not read


def test_a_file_that_became_shorter_is_an_error() -> None:
    handle = os.memfd_create("shelf") if hasattr(os, "memfd_create") else pytest.skip("needs a file in memory")
    shelf = Shelf(handle)
    _, second = shelf.put(b"x" * 1_000), shelf.put(b"y" * 1_000)
    os.ftruncate(handle, 1_500)
    with pytest.raises(OSError, match="shorter than it was"):
        second.read()
