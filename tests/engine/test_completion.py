"""Completion: what may follow, and that real shells offer it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.cli.completion import candidates
from clblint.cli.verbs import VERBS
from clblint.kube.catalogue.catalogue import catalogue
from clblint.plugins.manager import load_plugins
from clblint.search.event_texts import rules_by_cause

from .terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .conftest import Run

RULES = {rule.name for rule in load_plugins().rules}
SUFFIXES = {annotation.suffix for annotation in catalogue()}
CAUSES = set(rules_by_cause())
FILES = ":files"

ANSWERS = {
    "verbs and files first": ([""], {*VERBS, FILES}),
    "a verb": (["exp"], {"explain", FILES}),
    "files after a path": (["web.yaml", ""], {FILES}),
    "options": (["--no-c"], {"--no-cache"}),
    "an option is not offered twice": (["--no-cache", "--no-c"], set()),
    "one that may be repeated is": (["--select", "all", "--sel"], {"--select"}),
    "choices": (["--fail-on", ""], {"error", "warning", "note", "never"}),
    "choices behind =": (["--color=a"], {"--color=auto", "--color=always"}),
    "formats": (["--format", "js"], {"json"}),
    "formats of a verb": (["plan", "--format", ""], {"text", "json", "mermaid", "svg", "markdown", "yaml"}),
    "formats of a diagnosis": (["diagnose", "--format", ""], {"text", "json", "markdown", "sarif"}),
    "a file for an option": (["--config", ""], {FILES}),
    "rules and packs": (["--select", "list"], {"listeners"}),
    "the last of a list": (["--ignore", "all,local-w"], {"all,local-without-wrr"}),
    "a list behind =": (["--ignore=all,local-w"], {"--ignore=all,local-without-wrr"}),
    "rules, annotations and causes to explain": (["explain", ""], RULES | SUFFIXES | CAUSES),
    "nothing for a number": (["--jobs", ""], set()),
    "nothing for a text": (["explain", "--event", ""], set()),
    "shells": (["completion", ""], {"bash", "zsh", "fish"}),
    "only files after --": (["--", "-"], {FILES}),
    "nothing after a verb without arguments": (["init", ""], set()),
    "no words": ([], {*VERBS, FILES}),
}


def printed(*arguments: str) -> str:
    command = [sys.executable, "-m", "clblint", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(("words", "answer"), ANSWERS.values(), ids=ANSWERS)
def test_what_may_follow(words: list[str], answer: set[str]) -> None:
    assert {word for word, _ in candidates(words or [""])} == answer


@pytest.mark.whole
def test_every_verb_has_a_parser_and_is_run() -> None:
    for verb in VERBS:
        assert printed(verb, "--help").startswith(f"usage: clblint {verb}")


def test_a_broken_configuration_does_not_disturb_the_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".clblint.yaml").write_text("nonsense: 1\n")
    done = run("completion", "--words", "explain", "schedu")
    assert (done.returncode, done.stdout) == (0, "scheduler\tannotation\n")


SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
SET_UP = {
    "bash": "source completion.bash",
    "zsh": "autoload -Uz compinit; compinit -u -d zcompdump; source completion.zsh",
    "fish": "source completion.fish",
}


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Terminal]:
    """A shell in a terminal that has read its script."""
    name: str = request.param
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    (tmp_path / f"completion.{name}").write_text(printed("completion", name))
    (tmp_path / "manifest.yaml").touch()
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "TERM": "xterm",
        "PS1": "$ ",
        "CLBLINT_CACHE_DIR": str(tmp_path / "cache"),
    }
    with Terminal(SHELLS[name], tmp_path, environment) as terminal:
        terminal.write(f"{SET_UP[name]}\r")
        terminal.write("echo re''ady\r")
        terminal.expect("ready")
        yield terminal


LINES = [
    ("clblint expl\tlocal-wi\t", "local-without-wrr"),
    ("clblint --select=local-wi\t", "--select=local-without-wrr"),
    ("clblint --fail-on nev\t", "never"),
    ("clblint mani\t", "manifest.yaml"),
    ("clblint explain backend-ty\t", "backend-type"),
]


@pytest.mark.whole
@pytest.mark.parametrize(("line", "completed"), LINES)
def test_a_shell_completes(shell: Terminal, line: str, completed: str) -> None:
    shell.write(line)
    shell.expect(completed)


@pytest.mark.whole
def test_the_scripts_do_nothing_but_ask() -> None:
    for name in SHELLS:
        script = printed("completion", name)
        assert "eval" not in script
        assert "completion --words" in script
