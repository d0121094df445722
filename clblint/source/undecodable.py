"""Finds the bytes of a file that could not be decoded: where U+FFFD stands in its text instead of them."""

from __future__ import annotations

from bisect import bisect_left

_MOST = 10_000


def undecodable_in(data: bytes, encoding: str, text: str) -> tuple[int, ...]:
    """The offsets of the U+FFFD that are not in the file itself, but replace bytes of it; at most 10,000."""
    genuine = "\ufffd".encode(encoding)
    found: list[int] = []
    offset = at = 0
    for piece in text.split("\ufffd")[:-1]:
        offset += len(piece)
        at += len(piece.encode(encoding))
        if data.startswith(genuine, at):
            at += len(genuine)
        else:
            found.append(offset)
            if len(found) == _MOST:
                break
            at += _undecodable(data[at : at + 4], encoding)
        offset += 1
    return tuple(found)


def first_between(known: tuple[int, ...], text: str, start: int, end: int) -> int | None:
    """The first offset in `start` to `end` at which bytes could not be decoded, of those that are known and others."""
    found = bisect_left(known, start)
    if found < len(known):
        return known[found] if known[found] < end else None
    if len(known) < _MOST:
        return None
    rest = text.find("\ufffd", max(start, known[-1] + 1), end)
    return rest if rest >= 0 else None


def _undecodable(data: bytes, encoding: str) -> int:
    """The number of bytes at the beginning of the data that one U+FFFD replaces."""
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        return error.end
    return len(data)
