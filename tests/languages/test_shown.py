"""What a reader of Chinese sees of the examples, with the values filled in."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from clblint.i18n.language import CHINESE, catalogue_of, in_language, tr, translated
from clblint.picture.drawing import MARKS
from clblint.plugins.manager import load_plugins
from clblint.plugins.message_catalogues import packages
from clblint.plugins.pages import page_of
from clblint.testing import findings_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from clblint.lint.rule import Rule
    from clblint.plugins.pages import Example

    from .conftest import Run

RULES = load_plugins().rules
QUOTED = re.compile(r'"[^"]*"|`[^`]*`|“[^”]*”')  # what somebody else has written
SEAM = re.compile(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]")
TWICE = re.compile(r"(监听|端口) ?\1|[\u4e00-\u9fff] (?:监听|端口) \d")
OF_A_CLB = re.compile(r"(?<!CLB 的)虚拟服务器组")


@functools.cache
def shown(rule: Rule) -> tuple[tuple[Example, str], ...]:
    """The sentences that a rule says of its examples, in Chinese."""
    with in_language(CHINESE):
        return tuple((one, text) for one in page_of(rule).examples for text in _sentences(rule, one))


def _sentences(rule: Rule, example: Example) -> Iterator[str]:
    catalogue = catalogue_of(rule.pack, CHINESE)
    for found in findings_of((rule,), example):
        for text in (found.message, found.seen, found.fix, *(label.text for label in found.because)):
            yield str(translated(text, catalogue))


def is_of_nlbs(example: Example) -> bool:
    """Whether each Service with a load balancer is one of an NLB."""
    text = "\n".join(text for _, text in example.files)
    return 0 < text.count("type: LoadBalancer") == text.count("loadBalancerClass: alibabacloud.com/nlb")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_blank_stands_between_chinese_and_latin_letters(rule: Rule) -> None:
    """A value brings no blank of its own, so the sentence around it does: `为{ports} 创建`."""
    assert [text for _, text in shown(rule) if SEAM.search(QUOTED.sub("", text))] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_value_that_brings_its_noun_finds_none_and_no_blank(rule: Rule) -> None:
    """`监听 81` is one value: neither that noun nor a blank stands before it."""
    assert [text for _, text in shown(rule) if TWICE.search(QUOTED.sub("", text))] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_an_nlb_has_server_groups_and_no_virtual_ones(rule: Rule) -> None:
    assert [text for example, text in shown(rule) if is_of_nlbs(example) and OF_A_CLB.search(text)] == []


def test_what_is_said_of_both_kinds_of_load_balancers_names_no_virtual_groups(run: Run) -> None:
    with open(packages(["clblint"])[0].po, "rb") as stream:
        said = [one.string for one in read_po(stream) if any(file.startswith("diagnose/") for file, _ in one.locations)]
    assert [text for text in said if "虚拟服务器组" in str(text)] == []
    assert "虚拟" not in run("explain", "preserve-client-ip", "--lang", "zh").stdout


NOT_KNOWN = """\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "${PROTOCOLS}"
spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata:
  name: other
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{name: a, port: 80}, {name: b, port: "${PORT}"}]
"""


def test_unknown_values_of_a_plan_are_named_in_chinese(run: Run, tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text(NOT_KNOWN, encoding="utf-8")
    said = run("plan", "--lang", "zh").stdout
    assert "  未知协议监听，端口 80（未知，第 6 行）\n" in said
    assert "  TCP 监听，端口未知" in said
    assert "    转发目标：Pod（第 14 行），端口与客户端访问的端口相同" in said
    assert "虚拟" not in said.partition("default/other")[2]


@pytest.mark.parametrize(("mark", "word"), [("unknown", "未知"), ("refused", "被拒绝")])
def test_a_mark_of_a_picture_is_no_protocol(mark: str, word: str) -> None:
    with in_language(CHINESE):
        assert [tr(one.word) for one in MARKS if one.name == mark] == [word]


def test_a_port_has_two_types_in_chinese_words(run: Run, tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text(NOT_KNOWN.replace("port: 80}", "port: 80, targetPort: []}", 1), encoding="utf-8")
    said = "".join(run("web.yaml", "--lang", "zh").stdout.split())
    assert "的JSON类型是array，而不是number或string，" in said
