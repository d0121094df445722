"""`terms`: splits a text into normalised words and word pairs, by which texts are compared.

Ids, addresses, numbers and placeholders are removed, since they differ between users.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_VALUES = re.compile(
    r"""
    \bservice\.beta\.kubernetes\.io/(?:ali(?:baba-)?cloud-)?(?:loadbalancer-)?   # the prefix of an annotation key
    | \b(?:https?://|arn:|acs:)\S+                                            # a URL or an ARN
    | \b(?:[a-z]{1,5}lb|lb|vpc|vsw|acl|rsp|vsp|sg|eni|eip|cbwp|rg|i|c|k8s)(?:-[a-z0-9*]+)+\b  # a resource id
    | \b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b                       # a request id or UID
    | k8s/\S+                                                               # the name of a server group
    | \b(?:\d{1,3}|x{1,3}|\*)(?:\.(?:\d{1,3}|x{1,3}|\*)){3}(?::\d+)?\b       # an IPv4 address
    | \{[\w-]+\} | \$\{[^}]*\} | %[sdvq]
    | (?<=\W)\[[\w./-]+\]                                                  # a value as the CCM prints it
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORD = re.compile(
    r"[A-Za-z][A-Za-z0-9]*|(?<![A-Za-z0-9_.-])[45]\d\d(?![A-Za-z0-9_]|\.\d)|(?<!\d)65535(?!\d)|[\u3400-\u9fff]+"
)
_ZERO = re.compile(
    r"(?:[为是=]|\b(?:is|are|has|have|with|of|to)\b)\s*(?:0(?![\dA-Za-z_]|\.\d)|零|zero\b)|(?<![\w.:,/\[-])0(?=\s+[A-Za-z])",
    re.IGNORECASE,
)
_JOINERS = " -_\"'`"  # characters between the parts of a compound: `back end`, `back-end`
_ENDINGS = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
_MIN_STEM = 4  # letters that remain of a word without its ending
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an the of to for in on at is are was were be been it its this that and or by as with from if but not no do "
        "does you your my i we our how why what when which there here can will would may might so then than too very ",
    )
)
_STOP_CHARACTERS = frozenset("的了吗呢啊怎么样为何什请您")
_CHINESE_SYNONYMS = (
    ("负载均衡", " clb "),  # "load balancer"
    ("没有", "未"),
    ("没能", "未"),
    ("不起作用", "不生效"),
    ("访问不了", "无法访问"),
    ("访问不到", "无法访问"),
    ("不能", "无法"),
    ("到期", "过期"),
    ("超过", "超出"),
    ("实例", ""),
)
_SYNONYMS = {
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


def normalized(text: str) -> str:
    """A text in Unicode's form NFKC, without ids and other values, and with one of several Chinese synonyms."""
    text = _VALUES.sub(" ", unicodedata.normalize("NFKC", text))
    for text_form, synonym in _CHINESE_SYNONYMS:
        text = text.replace(text_form, synonym)
    return text


def words(text: str) -> frozenset[str]:
    """The stems of the words of a text, in lower case; of Chinese, all pairs of characters; `0` for a count of none."""
    return frozenset(_words_in(normalized(text)))


def _words_in(text: str) -> set[str]:
    found = {"0"} if _ZERO.search(text) else set()
    for word in _WORD.findall(text):
        found.update((stem(word.lower()),) if word.isascii() else _pairs(word))
    return found - {""}


def terms(text: str) -> frozenset[str]:
    """The words of a text, and the concatenations of adjacent ones that are not Chinese.

    So `AddressType` and `address type` share a term, as do `back end` and `backends`.
    """
    text = normalized(text)
    found = _words_in(text)
    before, end = "", 0
    for match in _WORD.finditer(text):
        separator, end = text[end : match.start()].strip(_JOINERS), match.end()
        word = stem(match[0].lower()) if match[0].isascii() else ""
        if word and before and not separator:
            found.add(_synonym(before + word))
        if word or not match[0].isascii():
            before = word
    return frozenset(found)


def _pairs(word: str) -> Iterator[str]:
    return map("".join, pairwise(char for char in word if char not in _STOP_CHARACTERS))


def last_word(text: str) -> str:
    """The last word of a text, which may be cut off; empty if it is too short or not ASCII."""
    found = _WORD.findall(normalized(text).rstrip(". \"')]}>"))
    return found[-1].lower() if found and found[-1].isascii() and len(found[-1]) >= _MIN_STEM else ""


def stem(word: str) -> str:
    """The stem of a word in lower case; empty for stop words, single letters and names with digits."""
    if word in _STOP_WORDS or len(word) == 1 or not (word.isalpha() or word.isdigit()):
        return ""
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM and not word.endswith("ss"):
            word = word[: -len(ending)] + instead
            break
    return _synonym(word)


def _synonym(word: str) -> str:
    return _SYNONYMS.get(word, word)
