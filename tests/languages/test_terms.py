"""One Chinese word for one thing: what readers stumbled over does not come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = sorted([*ROOT.glob("*/locale/zh/**/*.po"), *ROOT.glob("plugins/*/locale/zh/**/*.po"), ROOT / "docs/zh.po"])
DATA = [ROOT / "schemas/clblint_schemas/annotations.json", ROOT / "schemas/clblint_schemas/events.json"]
TEXTS = [*CATALOGUES, *DATA, ROOT / "README.zh-CN.md", ROOT / "playground/src/texts.ts"]
# What was written, and what stands in docs/terms.zh.md instead.
FORBIDDEN = {
    "资源清单": "云上资源快照",
    "清单无法说明": "无法从 YAML 判断",
    "屏蔽没有屏蔽": "该屏蔽未生效",
    "什么也没有屏蔽": "该屏蔽未生效",
    "忽略项": "屏蔽",
    "抑制": "屏蔽",
    "[忽略]": "屏蔽",
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
    "地址段": "来源网段, 网段",
    "完整同步": "全量同步, 同步成功",
    "端口段": "端口范围",
    "画像": "集群信息",
    "集群配置": "集群信息",
    "Local 策略": "Local 模式",
    "策略为 Local": "Local 模式",
    "策略为 Cluster": "Cluster 模式",
    "Cluster 策略": "Cluster 模式",
    "专有版": "专有集群",
    "托管版": "托管集群",
    "共享带宽包": "共享带宽",
    "宽限期": "优雅终止时间",
    "未指定类": "未指定 loadBalancerClass",
    " class 的 Service": "未指定 loadBalancerClass 的 Service",
    "主机名": "域名",
    "DNS 名称": "域名",
    "保留客户端地址": "客户端地址保持",
    "您自己的": "自有",
    "您自有": "自有",
    "自建的": "自有",
    "静默": "没有任何提示",
    "文件夹": "目录",
    "拉取请求": "合并请求",
    "化名": "代号",
    "封锁": "不可调度（cordon）",
    "endpoint 的": "端点",
    "endpoints": "端点",
    "为警告": "级别为 warning",
    "为提示": "级别为 note",
    "放手": "停止管理",
    "没人要求": "多余的",
    "未申请过": "非预期的",
    "什么也不会创建": "不会创建任何资源",
    "什么都不会创建": "不会创建任何资源",
}


# Where the Chinese stands in a file of each kind; in others, it is everywhere.
CHINESE = {
    ".po": re.compile(r"^(?:msgstr.*|\"[^\"\n]*[\u4e00-\u9fff].*)$", re.MULTILINE),
    ".json": re.compile(r"\"zh\": \".*"),
}


def chinese(path: Path) -> str:
    """What a file says in Chinese: the translations of a catalogue or of data, the whole of a page."""
    text = path.read_text(encoding="utf-8")
    part = CHINESE.get(path.suffix)
    return "\n".join(part.findall(text)) if part else text


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_the_words_of_the_glossary_are_used(path: Path) -> None:
    said = chinese(path)
    assert {word: better for word, better in FORBIDDEN.items() if word in said} == {}


def test_every_catalogue_is_read() -> None:
    assert len(TEXTS) > len(list((ROOT / "plugins").iterdir()))
    assert all(re.search("[\u4e00-\u9fff]", chinese(path)) for path in TEXTS)
