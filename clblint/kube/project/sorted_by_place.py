"""Lists in the order of places, and groups of such lists, in which the part of one file is replaced."""

from __future__ import annotations

from bisect import bisect_left

from clblint.light import TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

T = TypeVar("T")
K = TypeVar("K")

Place = tuple[str, int]


def replace_part(found: list[T], path: str, part: Sequence[T], place_of: Callable[[T], Place]) -> None:
    """Replace what a list, in the order of places, has of one file; `part` is in that order, too."""
    start = bisect_left(found, (path, -1), key=place_of)
    end = start
    while end < len(found) and place_of(found[end])[0] == path:
        end += 1
    found[start:end] = part


def regroup(
    groups: dict[K, list[T]],
    path: str,
    old: Iterable[K],
    new: Iterable[tuple[K, T]],
    place_of: Callable[[T], Place],
) -> None:
    """Replace what groups have of one file: `old` are the keys under which something of it stands now."""
    parts: dict[K, list[T]] = {key: [] for key in old}
    for key, one in new:
        parts.setdefault(key, []).append(one)
    for key, part in parts.items():
        group = groups.setdefault(key, [])
        replace_part(group, path, part, place_of)
        if not group:
            del groups[key]
