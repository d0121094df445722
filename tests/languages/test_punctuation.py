"""Chinese punctuation: in every translation, and where parts of a sentence meet."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from clblint.i18n.language import CHINESE, in_language, remarked, tr

from .test_shown import QUOTED, RULES, shown
from .test_terms import CATALOGUES, DATA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from clblint.lint.rule import Rule

LETTER, MARK = r"[\u4e00-\u9fff]", r"[\u3001\u3002\uff0c\uff1a\uff1b\uff08\uff09\uff1f\uff01]"
MARKDOWN = re.compile(r"\]\([^)]*\)|\*\*|https?://\S+|^ *#.*$", re.MULTILINE)
WRONG = {
    "a blank between Chinese characters": re.compile(rf"{LETTER} +(?:{LETTER}|{MARK})|{MARK} (?! )"),
    "brackets of Latin texts": re.compile(rf"{LETTER} ?\(|\){LETTER}"),
    "punctuation of Latin texts": re.compile(rf"{LETTER} ?[:;,?!](?:\s|$|{LETTER})"),
    "an event before its text": re.compile(r"(?:Failed|UnAvailableLoadBalancer|SkipSyncBackends)\uff1a\""),
    "a word twice": re.compile(r"(的|在|是|为|有|其中|监听|端口|注解)\1"),
    "two marks": re.compile(r"[\u3001\uff0c\uff1a\uff1b][\u3001\u3002\uff0c\uff1a\uff1b]|\u3002\u3002"),
}


def faults(text: str) -> Iterator[str]:
    """What is wrong with a Chinese sentence; what is quoted does not count."""
    plain = MARKDOWN.sub("", QUOTED.sub('""', text))
    yield from (f"{fault}: {text}" for fault, wrong in WRONG.items() if wrong.search(plain))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.name)
def test_a_translation_is_punctuated_as_chinese_is(path: Path) -> None:
    with path.open("rb") as stream:
        said = ["\n".join([one.string] if isinstance(one.string, str) else one.string or ()) for one in read_po(stream)]
    assert [fault for text in said[1:] for fault in faults(text)] == []


@pytest.mark.parametrize("path", DATA, ids=lambda path: path.name)
def test_chinese_data_is_punctuated_as_chinese_is(path: Path) -> None:
    said = [json.loads(one) for one in re.findall(r'"zh": ("(?:[^"\\]|\\.)*")', path.read_text(encoding="utf-8"))]
    assert len(said) > 10
    assert [fault for text in said for fault in faults(text)] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_parts_meet_without_a_blank_or_a_repeated_word(rule: Rule) -> None:
    assert [fault for _, text in shown(rule) for fault in faults(text)] == []


def test_a_value_in_chinese_stands_beside_chinese_without_a_blank() -> None:
    with in_language(CHINESE):
        unknown, known = tr("unknown"), "443"
        assert tr("port {port}", port=unknown) == f"端口{unknown}"
        assert tr("port {port}", port=known) == f"端口 {known}"


def test_a_remark_has_the_brackets_of_the_language() -> None:
    assert remarked("a", "b") == "a (b)"
    with in_language(CHINESE):
        assert remarked("a", "b") == "a（b）"
