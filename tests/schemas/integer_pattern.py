"""The pattern that the catalogue must hold for a range of integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def integer_pattern(minimum: int, maximum: int, also: Iterable[int] = ()) -> str:
    """A pattern for the integers of a range, written in any way that Go's `Atoi` accepts."""
    parts = [f"\\+?0*(?:{_digits(max(minimum, 1), maximum)})"]
    parts += ["[+-]?0+"] if minimum <= 0 or 0 in also else []
    parts += [f"-0*{-number}" for number in also if number < 0]
    return f"^(?:{'|'.join(parts)})$"


def _digits(low: int, high: int) -> str:
    """Alternatives that match the numbers from `low` to `high`, without leading zeros."""
    parts = []
    while low <= high:
        # The longest run low..last in which only the trailing digits vary over their whole range.
        zeros = 0
        while low % 10 ** (zeros + 1) == 0 and low + 10 ** (zeros + 1) - 1 <= high:
            zeros += 1
        step = 10**zeros
        top = min((high - low + 1) // step, 10 - low // step % 10)
        head, digit = divmod(low // step, 10)
        last = digit + top - 1
        choice = str(digit) if last == digit else f"[{digit}-{last}]"
        parts.append(f"{head or ''}{choice}" + ("[0-9]" if zeros else "") + (f"{{{zeros}}}" if zeros > 1 else ""))
        low += top * step
    return "|".join(parts)
