"""Resolves scalars to values as go-yaml v2 does (resolve.go), and converts them to JSON values as sigs.k8s.io/yaml.

Numbers that are not written as plain decimals, explicit tags and keys that are no text have modules of their own: most
manifests have none.
"""

from __future__ import annotations

from clblint.light import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.number import Value

MERGE_TAG = "tag:yaml.org,2002:merge"

_INFINITE = float("inf")
_WORDS: dict[str, Value] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), _INFINITE),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -_INFINITE),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
# The numbers that JSON lacks, so that Kubernetes refuses them.
BEYOND_JSON = frozenset(word for word in _WORDS if "." in word)
# Plain keys that may equal a key with another spelling, or that merge other keys.
SPELLINGS = frozenset({*_WORDS, "<<"})
BEHIND_NUMBERS = ":"  # the character after `9`; a key that sorts below may be a number, which has several spellings
_NUMERIC = frozenset("+-.0123456789")
# First characters of plain scalars that may resolve to something else than a string; empty for an empty scalar.
TELLING = _NUMERIC | frozenset("yYnNtTfFoO~") | {""}

# The last characters of numbers: a quantity such as `500m` or `128Mi` is none.
_LAST = frozenset("0123456789abcdefABCDEF._")
_SURE = 19  # a number of fewer decimal digits always fits in 63 bits


def plain(text: str) -> Value:
    """The YAML value of an untagged plain scalar."""
    if text[:1] not in TELLING:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if text.isdecimal() and len(text) < _SURE and (text[0] != "0" or text == "0") and text.isascii():
        return int(text)
    if text[0] not in _NUMERIC or text[-1] not in _LAST or text.count(".") > 1:  # an address has several points
        return text
    from clblint.source.number import number  # noqa: PLC0415 - few are written in another way

    return number(text)


def plain_json(text: str) -> Value:
    """The JSON value of an untagged plain scalar."""
    return _short_json(text) if len(text) < _SURE else to_json_value(plain(text))


def quick_json(text: str, otherwise: object) -> object:
    """The JSON value of an untagged plain scalar; `otherwise` for what may be a number, but is no plain decimal."""
    if text[:1] not in TELLING:
        return text
    if text in _WORDS:
        value = _WORDS[text]
        return otherwise if isinstance(value, float) else value
    if text[0] not in _NUMERIC or text[-1] not in _LAST:
        return text
    return plain_json(text) if text.isdecimal() else otherwise


@lru_cache(maxsize=1024)
def _short_json(text: str) -> Value:
    """The same of one that is no longer than the ports and switches that most manifests share."""
    return to_json_value(plain(text))


def to_json_value(value: Value) -> Value:
    """The JSON value of a YAML value: a float without a fraction becomes an integer."""
    if isinstance(value, float):
        from clblint.source.number import json_number  # noqa: PLC0415 - as above

        return json_number(value)
    return value
