"""What is left of a misspelt key, and how far it is from a known one."""

from __future__ import annotations

import re

_PREFIX_WORDS = ("alibaba-cloud-", "alibabacloud-", "alibaba-", "alicloud-", "aliyun-", "cloud-")
_KIND_WORDS = ("loadbalancer-", "load-balancer-", "slb-", "clb-", "lb-")


def plain(name: str) -> str:
    """In lower case, with hyphens for whatever else parts words."""
    return re.sub(r"[_.\s]", "-", name.lower())


def cores(key: str) -> list[str]:
    """What is left of a key without its prefix: as it is, and without the words for a load balancer."""
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
    """How many single-character edits lie between two texts; `reach` + 1 stands for all more."""
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
