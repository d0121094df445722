"""The pages of `clblint explain` on a terminal and elsewhere, and names that are not quite right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from clblint.cli.page_text import page_lines, prose
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import page_of
from clblint.report.report import Style
from clblint.report.terminal import cells
from clblint.search.index import read_index

if TYPE_CHECKING:
    from .conftest import Run

RULES = load_plugins().rules
PLAIN = Style(color=False, width=80, unicode=True)
COLOURED = PLAIN._replace(color=True)
ESCAPE = re.compile(r"\x1b\[[\d;]*m")
PAGE = """\
It breaks `every time` here.

```yaml bad
a: 1  # <- here
# why
```

Sources: a book
"""


def test_plain_is_markdown_that_says_what_its_examples_are() -> None:
    wanted = PAGE.replace("```yaml bad", "Wrong:\n\n```yaml")
    assert list(page_lines(PAGE, PLAIN)) == wanted.splitlines()


def test_a_list_stays_one_and_a_link_can_be_copied() -> None:
    page = f"Read on:\n\n- [A title](https://example.com/{'long/' * 30})\n- {'word ' * 30}\n"
    plain, shown = (list(page_lines(page, style)) for style in (PLAIN, COLOURED))
    assert plain[2] == page.splitlines()[2]
    assert shown[2:4] == ["- A title", f"  https://example.com/{'long/' * 30}"]
    assert [line[:7] for line in plain[3:]] == ["- word ", "  word "]


def test_colours_replace_what_markdown_marks() -> None:
    assert list(page_lines(PAGE, COLOURED)) == [
        "It breaks \x1b[36mevery time\x1b[0m here.",
        "",
        "\x1b[1;31mWrong:\x1b[0m",
        "    a: 1  \x1b[1;31m# <- here\x1b[0m",
        "    \x1b[2m# why\x1b[0m",
        "",
        "\x1b[2mSources: a book\x1b[0m",
    ]


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("style", [PLAIN, COLOURED], ids=["plain", "coloured"])
def test_prose_is_wrapped_to_the_cells_of_the_terminal(width: int, style: Style) -> None:
    text = "负载均衡 `kubectl get svc` 会在集群内无法访问, and the rest of it is in English. " * 9
    lines = [ESCAPE.sub("", line) for line in prose(text, style._replace(width=width))]
    assert max(map(cells, lines)) <= width
    assert len(lines) > 3


def test_a_command_is_not_broken() -> None:
    lines = prose("word " * 15 + "`clblint explain local-without-wrr`", PLAIN)
    assert lines[-1] == "`clblint explain local-without-wrr`"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_nothing_of_a_page_is_lost(rule: object) -> None:
    markdown = page_of(rule).markdown  # type: ignore[arg-type]
    shown = ESCAPE.sub("", "\n".join(page_lines(markdown, COLOURED)))
    plain = re.sub(r"`|Wrong:|Right:|^```.*$|yaml (?:bad|good)", "", markdown, flags=re.MULTILINE)
    assert re.sub(r"`|Wrong:|Right:", "", shown).split() == plain.split()


def test_a_pipe_gets_no_colours_and_a_wish_does(run: Run) -> None:
    assert "\x1b" not in run("explain", "local-without-wrr").stdout
    assert "\x1b[1mlocal-without-wrr\x1b[0m" in run("explain", "local-without-wrr", "--color", "always").stdout


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("local-without-wr", "nearest: local-without-wrr"),
        ("cooky-timeout", "nearest: cookie-timeout"),
        ("service.beta.kubernetes.io/alibaba-cloud-loadbalancer-schedular", "-loadbalancer-scheduler\n"),
        ("spec-ignored,local-without-wrr", "; nearest: local-without-wrr, spec-ignored"),
        ("", "an empty argument stands for a RULE | ANNOTATION | CAUSE: is a variable not set?"),
        (" ", "an empty argument stands for a RULE"),
        ("backend is gone", "for an event or a symptom: clblint explain --event TEXT"),
    ],
)
def test_a_typo_names_the_nearest(run: Run, name: str, hint: str) -> None:
    done = run("explain", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert hint in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["Local-Without-WRR", "local_without wrr", '"local-without-wrr":'])
def test_spelling_that_leaves_no_doubt_is_taken(run: Run, name: str) -> None:
    assert run("explain", name).stdout.startswith("local-without-wrr  warning")


def test_an_annotation_may_be_written_as_words(run: Run) -> None:
    assert run("explain", "backend type").stdout == run("explain", "backend-type").stdout


LOOKED_AT = {
    "scheduler": {"scheduler-protocol", "local-without-wrr", "invalid-annotation-value"},
    "protocol-port": {"https-to-tls-port", "protocol-port-malformed"},
    "backend-type": {"backend-type-value"},
    "id": {"reuse-own-lb"},
}


@pytest.mark.parametrize(("suffix", "names"), LOOKED_AT.items())
def test_an_annotation_names_the_rules_that_look_at_it(run: Run, suffix: str, names: set[str]) -> None:
    out = run("explain", suffix).stdout.partition("rules that look at it\n")[2]
    assert names <= {line.split()[0] for line in out.splitlines()}


def test_a_rule_is_not_about_what_its_example_only_happens_to_hold() -> None:
    about = {rule.name for rule in read_index().rules_about("cert-id", RULES)}
    assert "https-to-tls-port" not in about
    assert "cert-missing" in about


def test_a_pack_is_named_as_such(run: Run) -> None:
    done = run("explain", "listeners")
    said = "clblint: listeners is a pack of rules: clblint rules lists them, and explain takes the name of one\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
