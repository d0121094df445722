"""`terms`: splits a text into normalised words and word pairs, by which texts are compared.

Ids, addresses, numbers and placeholders are left out: they differ between users.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

_VALUES = re.compile(
    r"""
    \bservice\.beta\.kubernetes\.io/(?:ali(?:baba-)?cloud-)?(?:loadbalancer-)?   # the beginning of a key
    | \b(?:https?://|arn:|acs:)\S+                                            # an address on the web
    | \b(?:[a-z]{1,5}lb|lb|vpc|vsw|acl|rsp|vsp|sg|eni|eip|cbwp|rg|i|c|k8s)(?:-[a-z0-9*]+)+\b  # an id
    | \b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b                       # the id of a request or an object
    | k8s/\S+                                                               # the name of a server group
    | \b(?:\d{1,3}|x{1,3}|\*)(?:\.(?:\d{1,3}|x{1,3}|\*)){3}(?::\d+)?\b       # an address
    | \{[\w-]+\} | \$\{[^}]*\} | %[sdvq]
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORD = re.compile(
    r"[A-Za-z][A-Za-z0-9]*|(?<![A-Za-z0-9_.-])[45]\d\d(?![A-Za-z0-9_]|\.\d)|(?<!\d)65535(?!\d)|[\u3400-\u9fff]+"
)
_BETWEEN = " -_\"'`"  # what may stand inside a word: `back end`, `back-end`
_ENDINGS = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
_SHORTEST = 4  # letters that are left of a word without its ending
_IDLE = frozenset(
    re.findall(
        r"\w+",
        "a an the of to for in on at is are was were be been it its this that and or by as with from if but not no do "
        "does you your my i we our how why what when which there here can will would may might so then than too very ",
    )
)
_IDLE_SIGNS = frozenset("的了吗呢啊怎么样为何什请您")
_SAME_SIGNS = (
    ("负载均衡", " clb "),  # load balancer
    ("没有", "未"),
    ("没能", "未"),
    ("不起作用", "不生效"),
    ("访问不了", "无法访问"),
    ("访问不到", "无法访问"),
    ("不能", "无法"),
    ("到期", "过期"),
    ("实例", ""),
)
_SAME = {
    "slb": "clb",
    "lb": "clb",
    "loadbalanc": "clb",
    "loadbalancer": "clb",
    "svc": "servic",
    "anno": "annotat",
    "annotation": "annotat",
    "unable": "cannot",
    "unreachabl": "inaccessibl",
    "timedout": "timeout",
    "timeouts": "timeout",
    "mismatch": "differ",
}


def plain(text: str) -> str:
    """A text with the letters and signs of a Latin keyboard where there are such, without what stands for a value."""
    text = _VALUES.sub(" ", unicodedata.normalize("NFKC", text))
    for said, same in _SAME_SIGNS:
        text = text.replace(said, same)
    return text


def terms(text: str) -> frozenset[str]:
    """The words of a text and each two that stand side by side, in lower case and without their endings.

    `AddressType` and `address type` have a term in common, as have `back end` and `backends`.
    """
    text = plain(text)
    found: set[str] = set()
    before, end = "", 0
    for match in _WORD.finditer(text):
        word, apart = match[0], text[end : match.start()].strip(_BETWEEN)
        end = match.end()
        if not word.isascii():
            found.update(map("".join, pairwise(sign for sign in word if sign not in _IDLE_SIGNS)))
            before = ""
            continue
        word = stem(word.lower())
        if not word:
            continue
        found.add(word)
        if before and not apart:
            found.add(_same(before + word))
        before = word
    return frozenset(found)


def last_word(text: str) -> str:
    """The word at the end of a text, which may be cut off there; empty where it is too short to tell."""
    found = _WORD.findall(plain(text).rstrip(". \"')]}>"))
    return found[-1].lower() if found and found[-1].isascii() and len(found[-1]) >= _SHORTEST else ""


def stem(word: str) -> str:
    """A word in lower case without its ending; nothing where it tells nothing, as a letter or a name with digits."""
    if word in _IDLE or len(word) == 1 or not (word.isalpha() or word.isdigit()):
        return ""
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST and not word.endswith("ss"):
            word = word[: -len(ending)] + instead
            break
    return _same(word)


def _same(word: str) -> str:
    return _SAME.get(word, word)
