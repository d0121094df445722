"""Which language is spoken, and which outputs speak it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

from clblint.report.terminal import cells

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

SUMMARY = {"en": "1 Service read, 1 becomes a CLB", "zh": "读取了 1 个 Service，1 个使用 CLB"}
CHINESE = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")


class Choice(NamedTuple):
    """What the command line, the configuration and the environment say, and what is spoken."""

    option: str
    setting: str
    locale: dict[str, str]
    spoken: str


CHOICES = {
    "nothing": Choice("", "", {}, "en"),
    "the option": Choice("zh", "", {}, "zh"),
    "the configuration": Choice("", "zh", {}, "zh"),
    "LANG": Choice("", "", {"LANG": "zh_CN.UTF-8"}, "zh"),
    "LC_MESSAGES before LANG": Choice("", "", {"LC_MESSAGES": "zh_CN.UTF-8", "LANG": "de_DE.UTF-8"}, "zh"),
    "LC_ALL before all others": Choice("", "", {"LC_ALL": "C.UTF-8", "LC_MESSAGES": "zh_CN", "LANG": "zh_CN"}, "en"),
    "LANG beside an empty variable": Choice("", "", {"LC_ALL": "", "LANG": "zh_CN.UTF-8"}, "zh"),
    "a locale of another language": Choice("", "", {"LANG": "fr_FR.UTF-8"}, "en"),
    "the configuration before the locale": Choice("", "en", {"LANG": "zh_CN.UTF-8"}, "en"),
    "the option before the configuration": Choice("en", "zh", {"LANG": "zh_CN.UTF-8"}, "en"),
    "an output that cannot carry it": Choice("zh", "", {"PYTHONIOENCODING": "latin-1"}, "en"),
}


@pytest.mark.parametrize("choice", CHOICES.values(), ids=CHOICES.keys())
def test_the_language_is_chosen_by(choice: Choice, run: Run, tmp_path: Path) -> None:
    if choice.setting:
        (tmp_path / ".clblint.yaml").write_text(f"lang: {choice.setting}\n", encoding="utf-8")
    ran = run("web.yaml", *(["--lang", choice.option] if choice.option else []), **choice.locale)
    assert SUMMARY[choice.spoken] in ran.stdout
    assert bool(CHINESE.search(ran.stdout)) == (choice.spoken == "zh")


@pytest.mark.parametrize(
    "arguments",
    [("--lang", "zh", "rules"), ("--lang=zh", "rules"), ("rules", "--lang", "zh"), ("rules", "--lang=zh")],
    ids=" ".join,
)
def test_the_option_stands_before_a_verb_or_after_it(arguments: tuple[str, ...], run: Run) -> None:
    ran = run(*arguments)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "pedantic" in ran.stdout


def test_a_language_that_is_not_spoken_is_refused(run: Run) -> None:
    ran = run("--lang", "fr")
    assert ran.returncode == 2
    assert "--lang" in ran.stderr
    assert "'en', 'zh'" in ran.stderr


def test_a_language_that_is_not_spoken_is_refused_in_the_configuration(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".clblint.yaml").write_text("lang: fr\n", encoding="utf-8")
    ran = run()
    assert ran.returncode == 2
    assert ran.stderr == "clblint: .clblint.yaml:1:7: lang: fr is not one of en, zh\n"


@pytest.mark.parametrize("style", ["json", "sarif", "github", "gitlab", "junit", "checkstyle"])
def test_a_machine_format_is_the_same_in_every_language(style: str, run: Run) -> None:
    english, chinese = (run("--format", style, "--lang", language) for language in ("en", "zh"))
    assert chinese.stdout == english.stdout
    assert chinese.returncode == english.returncode == 1


@pytest.mark.parametrize("verb", [("rules",), ("plan", "web.yaml"), ("explain", "yaml-syntax"), ("plugins",)])
def test_the_json_of_a_verb_is_the_same_in_every_language(verb: tuple[str, ...], run: Run) -> None:
    english, chinese = (run(*verb, "--format", "json", "--lang", language) for language in ("en", "zh"))
    assert chinese.stdout == english.stdout
    assert json.loads(chinese.stdout)["format" if verb[0] != "explain" else "name"]


def test_one_run_writes_each_format_in_its_language(run: Run, tmp_path: Path) -> None:
    ran = run("--format", "text", "--format", "gitlab=out.json", "--lang", "zh")
    assert SUMMARY["zh"] in ran.stdout
    assert not CHINESE.search((tmp_path / "out.json").read_text(encoding="utf-8"))


def test_a_line_of_concise_keeps_the_words_that_editors_look_for(run: Run) -> None:
    english, chinese = (run("--format", "concise", "--lang", language).stdout for language in ("en", "zh"))
    line = re.compile(r"^(web\.yaml:\d+:\d+: \w+ [\w-]+): ", re.MULTILINE)
    assert line.findall(chinese) == line.findall(english) != []


def test_what_is_kept_of_one_run_is_shown_in_the_language_of_the_next(run: Run) -> None:
    first, again = run("--lang", "en"), run("--lang", "zh")
    assert "\n  symptom  " in first.stdout
    assert "\n  现象  " in again.stdout
    assert run("--lang", "en").stdout == first.stdout
    assert run("--lang", "zh").stdout == again.stdout
    assert run("--lang", "zh", "--no-cache").stdout == again.stdout


def test_no_line_is_wider_than_its_room(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("kind: Service\n  a: b\n---\nkind: {a: b\n", encoding="utf-8")
    lines = run("--lang", "zh").stdout.splitlines()
    assert any(CHINESE.search(line) for line in lines)
    assert [line for line in lines if cells(line) > 100] == []


def test_the_rows_of_a_finding_begin_in_one_column(run: Run) -> None:
    rows = [line for line in run("--lang", "zh").stdout.splitlines() if line.startswith(("  现象", "  修复", "  详情"))]
    assert len({cells(re.match(r"  \w+ +", row)[0]) for row in rows}) == 1  # type: ignore[index]


def test_help_is_in_chinese_with_the_same_options(run: Run) -> None:
    ran = run("--help", "--lang", "zh")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("用法：clblint [-h]")
    options = re.findall(r"^  (?:-\w, )?(--[\w-]+)", ran.stdout, re.MULTILINE)
    assert options == re.findall(r"^  (?:-\w, )?(--[\w-]+)", run("--help").stdout, re.MULTILINE)
    assert not re.search(r"(?<![\w.-])(?:the|and|show|not|this|of)(?![\w.-])", ran.stdout)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_lines_of_a_usage_begin_in_one_column(language: str, run: Run) -> None:
    usage = run("--help", "--lang", language, COLUMNS="100").stdout.partition("\n\n")[0].splitlines()
    first = cells(usage[0][: usage[0].index("[")])
    assert {cells(line) - cells(line.lstrip()) for line in usage[1:]} == {first}


@pytest.mark.parametrize("verb", ["explain", "plan", "plugins", "rules"])
def test_help_of_a_verb(verb: str, run: Run) -> None:
    ran = run(verb, "--help", "--lang", "zh")
    assert ran.stdout.startswith(f"用法：clblint {verb} [-h]")
    assert not re.search(r"(?<![\w.-])(?:the|and|show|not|this|of)(?![\w.-])", ran.stdout)


def test_help_speaks_the_language_of_the_configuration(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".clblint.yaml").write_text("lang: zh\n", encoding="utf-8")
    assert run("--help").stdout.startswith("用法：")


WRONG_USE = {
    "an option": (["--nope"], "clblint: 没有选项 --nope（clblint --help 列出所有选项）\n"),
    "a value": (["--jobs", "none"], "clblint: 参数 --jobs：'none'：必须为正整数\n"),
    "a path": (["nope.yaml"], "clblint: nope.yaml：文件或目录不存在\n"),
    "a rule": (["--select", "qqq"], "clblint: 没有名为 qqq 的规则或规则包（clblint rules 可列出全部）\n"),
    "a format": (["--format", "nope"], "clblint: 没有名为 nope 的输出格式，可用的有 "),
    "a page": (["explain", "zzzzzz"], "clblint: 没有名为 zzzzzz 的规则、注解或原因"),
    "a revision": (["--against", "nope"], "clblint: --against nope：没有该目录，且当前不在 git 仓库中\n"),
}


@pytest.mark.parametrize(("arguments", "message"), WRONG_USE.values(), ids=WRONG_USE.keys())
def test_usage_errors_are_in_the_chosen_language(arguments: list[str], message: str, run: Run) -> None:
    ran = run(*arguments, LANG="zh_CN.UTF-8")
    assert ran.returncode == 2
    assert message in ran.stderr


FAULTS = {
    "a setting": ("nope: 1\n", ".clblint.yaml:1:1：没有该配置项：nope"),
    "a value": ("cluster: {nodes: -1}\n", ".clblint.yaml:1:18：cluster.nodes：-1 小于最小值 0"),
    "YAML": ("a: b: c\n", ".clblint.yaml:1:5：不是 YAML：此处不允许出现映射的值"),
}


@pytest.mark.parametrize(("text", "message"), FAULTS.values(), ids=FAULTS.keys())
def test_errors_in_a_configuration_are_in_the_chosen_language(
    text: str, message: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / ".clblint.yaml").write_text(text, encoding="utf-8")
    ran = run("--lang", "zh")
    assert ran.returncode == 2
    assert message in ran.stderr


def test_own_words_among_values_are_in_the_chosen_language(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("kind: Service\n  a: b\n", encoding="utf-8")
    assert "此处不允许出现映射的值" in run("--lang", "zh", "--format", "concise", "bad.yaml").stdout


def test_the_plan_is_in_chinese(run: Run) -> None:
    ran = run("plan", "--lang", "zh", "web.yaml")
    assert "  创建 CLB\n" in ran.stdout
    assert "  tcp 监听，端口 80（默认值）\n    转发目标：运行 Pod 的节点（第 6 行），" in ran.stdout


def test_the_page_of_an_annotation(run: Run) -> None:
    ran = run("explain", "scheduler", "--lang", "zh")
    assert "请求或连接分配到后端服务器的算法" in ran.stdout
    assert "\n作用范围    监听 " in ran.stdout
    heads = [line for line in ran.stdout.splitlines() if line.startswith(("CLB ", "NLB ", "监听 ", "默认值 "))]
    assert [cells(re.match(r"\S+ +", line)[0]) for line in heads] == [12] * len(heads)  # type: ignore[index]


@pytest.mark.parametrize("color", ["never", "always"])
def test_the_sources_of_a_page_have_their_label(color: str, run: Run) -> None:
    ran = run("explain", "local-without-wrr", "--lang", "zh", "--color", color)
    assert "来源：" in ran.stdout
    assert "Sources" not in ran.stdout


def test_what_no_manifest_tells(run: Run) -> None:
    event = ("explain", "--event", "ORDER.ARREARAGE")
    assert "无法从 YAML 判断：账单是否已支付，因为这是账户的状态。" in run(*event, "--lang", "zh").stdout
    found = json.loads(run(*event, "--lang", "zh", "--format", "json").stdout)
    assert found["notDecidableOffline"] == ["whether bills are paid, because that is the state of the account"]


@pytest.mark.skipif(os.name != "posix", reason="links and devices as on POSIX")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["circle.yaml"], "circle.yaml：符号链接的层数过多"),
        (["web.yaml/x"], "web.yaml/x：不是目录"),
        (["x" * 300], f"{'x' * 300}：文件名过长"),
        (["web.yaml", "--format", "json=/proc/x"], "/proc/x：无法写入：文件或目录不存在"),
        (["web.yaml", "--config", "."], ".：无法读取：是一个目录"),
    ],
    ids=["a circle", "below a file", "a long name", "no place", "a folder"],
)
def test_what_the_system_says(arguments: list[str], said: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "circle.yaml").symlink_to("circle.yaml")
    ran = run(*arguments, "--lang", "zh")
    assert (ran.returncode, ran.stderr) == (2, f"clblint: {said}\n")


@pytest.mark.whole
def test_english_takes_no_catalogue(tmp_path: Path) -> None:
    """The usual path pays for nothing that only another language needs."""
    (tmp_path / "empty.yaml").touch()
    code = (
        "import sys; from clblint.cli.main import main; main(['--no-cache', '.'])\n"
        "from clblint.i18n import language\n"
        "*_, size = language.catalogue_of.cache_info()\nassert size == 0\n"
        "assert 'clblint.report.translator' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
