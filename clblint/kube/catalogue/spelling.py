"""Normalises misspelt annotation keys, and computes the edit distance to known ones."""

from __future__ import annotations

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
