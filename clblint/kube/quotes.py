"""Detects and removes quotes that are part of a value, because it was quoted twice; quotes text for messages."""

from __future__ import annotations

from clblint.light import lru_cache

_MARKS = (
    "\"'`\u00b4\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f"
    "\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f\uff02\uff07"
)
_LEAST = 3  # two quotes and something between them


@lru_cache(2)  # called for each item of a value
def unquoted(text: str) -> str:
    """The text, or the items of a comma list, without surrounding quotes; unchanged if there are none."""
    items = text.split(",")
    bare = [_without(item) for item in items]
    return ",".join(bare) if bare != items else _without(text)


def quoted(text: str) -> str:
    """The text in quotes, with quotes and invisible characters escaped."""
    shown = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + shown.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + '"'


def _without(text: str) -> str:
    bare = text.strip()
    while len(bare) >= _LEAST and bare[0] in _MARKS and bare[-1] in _MARKS:
        bare = bare[1:-1].strip()
    while bare.startswith('\\"') and bare.endswith('\\"') and len(bare) > len('\\"\\"'):
        bare = bare[2:-2].strip()
    return bare if bare and bare != text.strip() else text
