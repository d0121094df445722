"""Builders for reports: findings are placed by the words they point at, so that no test counts columns by hand."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from clblint.lint.finding import Details, Finding
from clblint.lint.severity import Severity
from clblint.report.report import Report, Style, Summary
from clblint.report.rule_info import RuleInfo
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

PLAIN = Style(color=False, width=100, unicode=True)
# What a path, an object or a value may hold, and some formats give a meaning to.
HOSTILE = {
    "blanks": "a  b/c d.yaml",
    "Chinese": "支付/端口.yaml",
    "beyond 16 bits": "😀/付.yaml",
    "percent, colon, comma": "100%:443,%0A::b.yaml",
    "line ends": "a\r\nb\n::error::c.yaml",
    "tab": "a\tb.yaml",
    "controls": "a\x1b[31m\x00\x85\u2028b.yaml",
    "reading direction": "a\u202eb.yaml",
    "XML": "<a b=\"c\" d='e'>&amp;]]>.yaml",
    "Markdown": "**a** _b_ `c` [d](e) ![f](g) | ~~h~~ \\| <br>&lt; $x$ # - 1.yaml",
    "platforms": "@user #1 !2 :smile: x:100:y https://a.example/_b_ www.a.example a@b.example",
    "lone surrogate": "a\udcff.yaml",
    "no character": "a\uffff.yaml",
}
SUMMARY = Summary(files=3, services=12, balancers=4, workloads=2, templates=(), not_ours=0)


class Bench:
    """Files by path, and the findings and reports made over them."""

    def __init__(self) -> None:
        """Begin with no files."""
        self.files: dict[str, str] = {}

    def line(self, path: str, number: int) -> str:
        """Give a line without its terminator, as the source does."""
        lines = re.split(r"\r\n|\r|\n", self.files.get(path, ""))
        return lines[number - 1].removeprefix("\ufeff") if number <= len(lines) else ""

    def at(self, path: str, words: str, *, nth: int = 1) -> Place:
        """Place the nth occurrence of some words."""
        text = self.files[path]
        start = -1
        for _ in range(nth):
            start = text.index(words, start + 1)
        return Place(path, Span(*self._position(text, start), *self._position(text, start + len(words))))

    def _position(self, text: str, index: int) -> tuple[int, int]:
        before = text[:index].split("\n")
        return len(before), len(before[-1]) + 1

    def finding(
        self,
        place: Place,
        message: str = "port {port} is decrypted twice",
        because: Iterable[tuple[Place, str]] = (),
        **given: str,
    ) -> Finding:
        """Build a finding. Its other fields have defaults, and all that is given can be used in the templates."""
        values = {"port": "443", **given}
        return Finding(
            place,
            given.get("rule", "tls-twice"),
            Severity[given.get("severity", "error").upper()],
            given.get("name", "prod/Service/web"),
            given.get("subject", "port 443"),
            Details(values, message, tuple(because), given.get("seen", ""), given.get("fix", "")),
        )

    def rule(self, name: str = "tls-twice", **changes: object) -> RuleInfo:
        """Build the description of a rule."""
        info = RuleInfo(
            name=name,
            pack="listeners",
            severity=Severity.ERROR,
            evidence="S",
            summary="TLS is ended twice",
            explanation="The load balancer decrypts, and the pod wants to do it again.",
            help_text="",
            help_markdown="# tls-twice",
            since="0.1",
            tags=("tls",),
            url="",
        )
        return info._replace(**changes)  # type: ignore[arg-type]

    def report(self, *findings: Finding, **changes: object) -> Report:
        """Build a report over the files."""
        report = Report(
            findings=findings,
            rules=(self.rule(),),
            summary=SUMMARY,
            fail_on=Severity.WARNING,
            errors=(),
            version="0.1.0",
            source_line=self.line,
            source_text=self.files.get,
        )
        return report._replace(**changes)  # type: ignore[arg-type]


@pytest.fixture
def bench() -> Bench:
    """Give an empty bench."""
    return Bench()


@pytest.fixture
def plain() -> Style:
    """Give the style of a pipe: no colour."""
    return PLAIN


@pytest.fixture
def rich(bench: Bench) -> Report:
    """Give a report with a bit of everything that can be inside the working directory."""
    bench.files = {
        "a b/支付.yaml": "\ufeffkind: Service\r\nname: 支😀付\r\n  on: off\r\n",
        "c#%.yaml": "x: y\n",
    }
    first = bench.finding(bench.at("a b/支付.yaml", "付"), because=[(bench.at("c#%.yaml", "y"), "see [x](1)")])
    first = first._replace(place=Place("a b/支付.yaml", Span(2, 9, 2, 10)))
    whole = bench.finding(Place("c#%.yaml", Span(1, 1, 2, 1)), "not YAML", rule="yaml-syntax", name="", seen="\x1b?")
    return bench.report(first, whole, errors=("rule x broke",))


@pytest.fixture
def clean(bench: Bench) -> Report:
    """Give a report without findings."""
    return bench.report()


@pytest.fixture(params=["rich", "clean"])
def either(request: pytest.FixtureRequest) -> Report:
    """Give the one, then the other."""
    report: Report = request.getfixturevalue(request.param)
    return report


@pytest.fixture(params=list(HOSTILE.values()), ids=list(HOSTILE))
def hostile(request: pytest.FixtureRequest) -> str:
    """Give one text after the other that some format gives a meaning to."""
    text: str = request.param
    return text


@pytest.fixture(autouse=True)
def no_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as on nobody's server, wherever the tests run."""
    for name in ("GITHUB_ACTIONS", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def in_node(node_modules: Path, _processes: None) -> Callable[[str, str, object], str]:
    """Give the function that runs a script of Node over the file of an npm package and a value; what it prints."""

    def run(file: str, script: str, given: object) -> str:
        node, foreign = shutil.which("node"), node_modules / file
        if not node or not foreign.exists():
            pytest.skip(f"no Node, or no {foreign} (set CLBLINT_NODE_MODULES)")
        code = f"""
            import {{ readFileSync }} from "node:fs";
            const foreign = await import({json.dumps(foreign.as_uri())});
            const given = JSON.parse(readFileSync(0, "utf8"));
            {script}
        """
        done = subprocess.run(
            [node, "--input-type=module", "--eval", code],
            input=json.dumps(given),
            capture_output=True,
            check=True,
            encoding="utf-8",
        )
        return done.stdout

    return run
