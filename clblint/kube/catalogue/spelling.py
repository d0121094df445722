"""Normalises misspelt annotation keys, and finds the known ones that they are most similar to."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_PREFIX_WORDS = ("alibaba-cloud-", "alibabacloud-", "alibaba-", "alicloud-", "aliyun-", "cloud-")
_KIND_WORDS = ("loadbalancer-", "load-balancer-", "slb-", "clb-", "lb-")


def plain(name: str) -> str:
    """The name in lower case, with hyphens as the only word separators."""
    said = name.lower().replace("_", "-").replace(".", "-")
    return said if said.split() == [said] else "".join(["-" if char.isspace() else char for char in said])


def cores(key: str) -> list[str]:
    """The key without its prefix: as it is, and without words for a load balancer."""
    name = plain(key.rpartition("/")[2])
    for prefix in _PREFIX_WORDS:
        name = name.removeprefix(prefix)
    names = [name]
    for word in _KIND_WORDS:
        if name.startswith(word):
            names.append(name.removeprefix(word))
            break
    return names


def distance(one: str, other: str, reach: int) -> int:
    """The edit distance of two texts; `reach` + 1 if it is greater than `reach`."""
    if abs(len(one) - len(other)) > reach:
        return reach + 1
    row = list(range(len(other) + 1))
    for i, char in enumerate(one, 1):
        above, row[0] = row[0], i
        for j, wanted in enumerate(other, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (char != wanted))
        if min(row) > reach:
            return reach + 1
    return row[-1]


def nearest(key: str, known: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The short names that are most similar to a key, best first; `known` are all, with their known misspellings."""
    names = cores(key)
    found = _same(names, known) or _known_mistakes(names, known) or _within_reach(names[-1], known)
    if found:
        return found
    import difflib  # noqa: PLC0415 -- only an unknown key needs it

    return difflib.get_close_matches(names[-1], known, 3, 0.75)


def respelt(key: str, known: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The short names that differ from a key in spelling only."""
    names = cores(key)
    same, mistaken = _same(names, known), _known_mistakes(names, known)
    near = _within_reach(names[-1], known)
    return same or (near if not mistaken or near == mistaken else [])


def _same(names: Iterable[str], known: Iterable[str]) -> list[str]:
    squeezed = {name.replace("-", "") for name in names}
    return [one for one in known if one.replace("-", "") in squeezed]


def _known_mistakes(names: Iterable[str], known: Mapping[str, tuple[str, ...]]) -> list[str]:
    squeezed = {name.replace("-", "") for name in names}
    return [
        one for one, mistakes in known.items() if not squeezed.isdisjoint(name.replace("-", "") for name in mistakes)
    ]


def _within_reach(name: str, known: Iterable[str]) -> list[str]:
    reach = 2 if len(name) > 5 else 1  # noqa: PLR2004 -- of short names too many are near
    edits = {one: distance(name, one, reach) for one in known}
    least = min(edits.values())
    return [one for one, count in edits.items() if count == least] if least <= reach else []
