"""The README says the same in both languages."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = (ROOT / "README.md").read_text(encoding="utf-8")
CHINESE = (ROOT / "README.zh-CN.md").read_text(encoding="utf-8")
FENCES = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


def links(text: str) -> list[str]:
    """What a text leads to, in order, without the other language and without places in a page."""
    found = re.findall(r"\]\(([^)#\s]+)", FENCES.sub("", text))
    return [target for target in found if "/README" not in target]


def paragraphs(text: str) -> list[str]:
    """Its parts, each by what it begins with: a heading, bold words, a fence, a row."""
    return [re.match(r"#+ |\*\*|```\w+|\||!\[|", part)[0] for part in text.strip().split("\n\n")]  # type: ignore[index]


def test_the_commands_and_files_are_the_same() -> None:
    assert FENCES.findall(CHINESE) == FENCES.findall(ENGLISH)


def test_the_links_are_the_same() -> None:
    assert links(CHINESE) == links(ENGLISH)


def test_every_paragraph_has_its_counterpart() -> None:
    assert paragraphs(CHINESE) == paragraphs(ENGLISH)
