"""Command lines that are not understood, or that contradict themselves: one line that says what to write instead."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.robustness.conftest import Clblint

FOUND = "local-without-wrr"

NO_STDIN = "--stdin-filename names what standard input holds: give - as the path to read it"
NO_PATH = "an empty argument stands for a {}: is a variable not set?"
NO_RULE = "--select names no rule: give names, packs, globs, or leave it out for the default"
WRONG = {
    "--formt json web.yaml": "no such option: --formt; nearest: --format",
    "web.yaml --inven clbs": "no such option: --inven; nearest: --inventory",
    "--formt=json": "no such option: --formt; nearest: --format",
    "--json web.yaml": "no such option: --json; nearest: --format json",
    "-f json web.yaml": "no such option: -f (clblint --help lists them)",
    "--fix=yes web.yaml": "--fix takes no value",
    "--lang en --formt json": "no such option: --formt; nearest: --format",
    "plan --agianst main": "no such option: --agianst; nearest: --against",
    "diagnose --html web.yaml": "no such option: --html (clblint diagnose --help lists them)",
    "rules --fromat json": "no such option: --fromat; nearest: --format",
    "plugins --xml": "no such option: --xml (clblint plugins --help lists them)",
    "explain --evnt text": "no such option: --evnt; nearest: --event",
    "init --force": "no such option: --force (clblint init --help lists them)",
    "completion bash --x": "no such option: --x (clblint completion --help lists them)",
    "baseline known.json --selct all": "no such option: --selct; nearest: --select",
    "rules public-by-default": "rules takes options only, not public-by-default",
    "explain no event": "explain has no use for event (words that belong together go in quotes)",
    "baseline": "name the file to write, such as: clblint baseline .clblint-baseline.json manifests/",
    "baseline --select all": "name the file to write, such as: clblint baseline .clblint-baseline.json manifests/",
    "baseline .": ". is a folder; the file to write comes first: clblint baseline .clblint-baseline.json .",
    "completion": "name a shell, such as: clblint completion bash",
    "rulez": "rulez: No such file or directory; nearest command: clblint rules",
    "-q rules": "rules: No such file or directory; a command comes before all options: clblint rules",
    "check web.yaml": "check: No such file or directory; nearest command: clblint PATH",
    "help": "help: No such file or directory; nearest command: clblint --help",
    "rulez/": "rulez/: No such file or directory",
    "web.yaml --context rulez": "rulez: No such file or directory",
    "--stdin-filename x.yaml web.yaml": NO_STDIN,
    "plan --stdin-filename x.yaml": NO_STDIN,
    " web.yaml": NO_PATH.format("PATH"),
    "web.yaml ": NO_PATH.format("PATH"),
    "plan ": NO_PATH.format("PATH"),
    "diagnose ": NO_PATH.format("PATH"),
    "baseline  web.yaml": NO_PATH.format("FILE"),
    "--select= web.yaml": NO_RULE,
    "--select , web.yaml": NO_RULE,
    "--format json= web.yaml": "--format json= names no file (without =, it goes to standard output)",
    "--format json=o --format sarif=./o web.yaml": (
        "./o: two reports cannot go to one file (json and sarif): name a file for each"
    ),
    **{
        f"{option}= web.yaml": f"{option} needs a {what}"
        for option, what in {
            "--config": "FILE",
            "--baseline": "FILE",
            "--inventory": "PATH",
            "--context": "PATH",
            "--against": "REV|DIR",
        }.items()
    },
}


@pytest.mark.parametrize(("line", "answer"), WRONG.items(), ids=WRONG.keys())
def test_a_wrong_command_line_gets_one_line(line: str, answer: str, project: Clblint) -> None:
    ran = project.run(*line.split(" "))
    assert (ran.code, ran.out, ran.err) == (2, "", f"clblint: {answer}\n")
    assert not (project.folder / "o").exists()


def test_usage_errors_are_in_chinese(project: Clblint) -> None:
    ran = project.run("--lang", "zh", "--formt", "json")
    assert (ran.code, ran.err) == (2, "clblint: 没有选项 --formt；最接近的是：--format\n")
    assert project.run("--lang", "zh", "baseline").err.startswith("clblint: 请给出要写入的文件")
    assert "node-port-clash、node-port-changed" in project.run("explain", "--lang", "zh", "node-port-clsh").err
    assert "checkstyle、concise" in project.run("--lang", "zh", "--format", "x", "web.yaml").err


def test_unsafe_fixes_alone_is_pointed_out_and_nothing_is_written(project: Clblint) -> None:
    before = (project.folder / "web.yaml").read_bytes()
    ran = project.run("--unsafe-fixes", "--format", "concise", "web.yaml")
    said = "clblint: --unsafe-fixes does nothing by itself: add --fix to write them, or --diff to see them\n"
    assert (ran.code, ran.err) == (1, said)
    assert FOUND in ran.out
    assert (project.folder / "web.yaml").read_bytes() == before


def test_an_empty_ignore_ignores_nothing(project: Clblint) -> None:
    """Not even what the configuration ignores."""
    project.write(".clblint.yaml", f"ignore: [{FOUND}]\n")
    assert FOUND not in project.run("--format", "concise", "web.yaml").out
    ran = project.run("--ignore", "", "--format", "concise", "web.yaml")
    assert (ran.code, ran.err) == (1, "")
    assert FOUND in ran.out


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="no /dev/null")
def test_two_reports_may_go_to_a_device(project: Clblint) -> None:
    ran = project.run("--format", "json=/dev/null", "--format", "sarif=/dev/null", "web.yaml")
    assert (ran.code, ran.out, ran.err) == (1, "", "")


def test_an_empty_ignore_is_another_question_to_the_cache(project: Clblint) -> None:
    project.write(".clblint.yaml", f"ignore: [{FOUND}]\n")
    for options, found in (((), False), (("--ignore", ""), True), ((), False)):
        assert (FOUND in project.run(*options, "--format", "concise", "web.yaml").out) is found
