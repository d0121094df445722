"""One Chinese word for one thing: what readers stumbled over does not come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXTS = sorted([*ROOT.glob("*/locale/zh/**/*.po"), *ROOT.glob("plugins/*/locale/zh/**/*.po"), ROOT / "README.zh-CN.md"])
# What was written, and what stands in docs/terms.zh.md instead.
FORBIDDEN = {
    "资源清单": "云上资源快照",
    "清单无法说明": "无法从 YAML 判断",
    "屏蔽没有屏蔽": "该忽略项未生效",
    "什么也没有屏蔽": "该忽略项未生效",
    "没有任何现象": "",
    "与问题共处": "处理暂不修复的问题",
    "条规则解释": "与以下 {count} 条规则有关",
    "个对应 CLB": "使用 CLB",
    "不通过：": "错误示例：",
    "会被请求创建两次": "会重复发起创建",
    "不理会": "忽略",
    "提高配额": "提升配额",
    "外部流量策略为": "Cluster 模式, Local 模式",
    "终结": "终止",
}


def chinese(path: Path) -> str:
    """What a file says in Chinese: the translations of a catalogue, the whole of a page."""
    text = path.read_text(encoding="utf-8")
    return (
        "\n".join(re.findall(r"^(?:msgstr.*|\"[^\"\n]*[\u4e00-\u9fff].*)$", text, re.MULTILINE))
        if path.suffix == ".po"
        else text
    )


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_the_words_of_the_glossary_are_used(path: Path) -> None:
    said = chinese(path)
    assert {word: better for word, better in FORBIDDEN.items() if word in said} == {}


def test_every_catalogue_is_read() -> None:
    assert len(TEXTS) > len(list((ROOT / "plugins").iterdir()))
    assert all(re.search("[\u4e00-\u9fff]", chinese(path)) for path in TEXTS)
