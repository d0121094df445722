"""The page for reviewers: what it holds, what it escapes, and what it leaves out; `tests/browser` opens it."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from clblint.cli.main import main
from clblint.i18n.language import in_language
from clblint.report.enclosures import Pictures
from clblint.report.formats.html import render
from clblint.report.links import rule_url
from clblint.report.terminal import visible
from clblint.source.place import Place, Span
from clblint.suppress.silenced import SuppressedFinding

if TYPE_CHECKING:
    from pathlib import Path

    from clblint.report.report import Report, Style
    from tests.report.conftest import Bench

_VOID = {"input", "meta"}
_WITHOUT_END = {"path", "rect"}


class Page(HTMLParser):
    """The elements of a page, which has to close all that it opens."""

    def __init__(self, text: str) -> None:
        """Read it."""
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}
        self.sections: list[list[str]] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag == "section":
            self.sections.append([])
        elif self.sections:
            self.sections[-1].append(tag)
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it; what is not void may not end like this in HTML."""
        assert tag in _VOID | _WITHOUT_END
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Close it."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note a text with the element that it is in."""
        self.texts.setdefault(self._open[-1] if self._open else "", []).append(data)

    def with_(self, tag: str, name: str) -> list[str]:
        """The values of an attribute of some elements."""
        return [attributes[name] for own, attributes in self.elements if own == tag and name in attributes]


def test_it_loads_nothing_and_runs_only_its_own_script(either: Report, plain: Style) -> None:
    page = Page(render(either, plain))
    assert {tag for tag, _ in page.elements} & {"link", "img", "iframe", "object", "embed", "base", "form"} == set()
    assert not [
        name for _, attributes in page.elements for name in attributes if name in {"src", "style"} or name[:2] == "on"
    ]
    (allowed,) = [text for text in page.with_("meta", "content") if text.startswith("default-src")]
    for tag in ("style", "script"):
        (text,) = page.texts[tag]
        assert f"{tag}-src 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in allowed
    assert allowed.startswith("default-src 'none';")


def test_a_finding_has_its_place_its_lines_and_its_rule(rich: Report, plain: Style) -> None:
    page = Page(render(rich, plain))
    assert page.with_("article", "data-severity") == ["error", "error"]
    assert page.with_("article", "data-rule") == ["tls-twice", "yaml-syntax"]
    assert page.texts["h2"] == ["prod/Service/web", "c#%.yaml"]
    assert page.texts["code"] == ["a b/支付.yaml:2:9", "c#%.yaml:1:1"]
    assert any("name: 支😀付" in text for text in page.texts["pre"])
    assert "see [x](1)" in "".join(page.texts["span"])
    assert page.with_("a", "href") == [rule_url("tls-twice"), rule_url("yaml-syntax")]
    assert any("rule x broke" in text for text in page.texts["p"])


def test_the_most_severe_come_first(bench: Bench, plain: Style) -> None:
    bench.files = {"a.yaml": "x: y\n"}
    place = bench.at("a.yaml", "y")
    found = [bench.finding(place, severity=word, name=word) for word in ("note", "error", "pedantic", "warning")]
    page = Page(render(bench.report(*found), plain))
    assert page.texts["h2"] == ["error", "warning", "note", "pedantic"]
    assert page.with_("input", "value") == ["error", "warning", "note", "pedantic"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_hostile_text_is_text(hostile: str, language: str, bench: Bench, plain: Style) -> None:
    bench.files = {hostile: f"{hostile}\n"}
    place = Place(hostile, Span(1, 1, 1, 3))
    found = bench.finding(
        place, hostile.replace("{", "{{").replace("}", "}}"), rule=hostile, name=hostile, seen="{port}", port=hostile
    )
    report = bench.report(found, silenced=(SuppressedFinding(found, "comment", hostile),), errors=(hostile,))
    with in_language(language):
        text = render(report, plain)
    page = Page(text)
    assert text.isascii() or language == "zh"
    assert {tag for tag, _ in page.elements} <= {
        "html", "head", "body", "meta", "title", "style", "header", "h1", "h2", "h3", "p", "section", "label", "input",
        "select", "option", "output", "main", "article", "span", "code", "a", "pre", "dl", "dt", "dd", "ul", "li",
        "script",
    }  # fmt: skip
    assert visible(hostile, plain) in page.texts["h2"]
    assert "".join(page.texts["dd"]) == visible(hostile, plain)


def test_a_page_of_thousands_says_what_it_leaves_out(bench: Bench, plain: Style) -> None:
    bench.files = {"a.yaml": "x: y\n"}
    found = bench.finding(bench.at("a.yaml", "y"))
    text = render(bench.report(*[found] * 2003), plain)
    assert text.count("<article") == 2000
    assert "3 more findings are left out" in text


def test_pictures_stand_with_their_objects(rich: Report, plain: Style) -> None:
    drawn = {"prod/Service/web": "<svg>a</svg>", "prod/Service/idle": "<svg>b</svg>"}
    text = render(rich._replace(pictures=lambda _: Pictures(drawn, 0)), plain)
    assert (
        text.index("<svg>a</svg>") < text.index("<article") < text.index("Other Services") < text.index("<svg>b</svg>")
    )


SERVICE = """\
---
apiVersion: v1
kind: Service
metadata: {{name: w{number}}}
spec: {{type: LoadBalancer, ports: [{{port: 80}}], selector: {{app: web}}, externalTrafficPolicy: {policy}}}
"""


def test_the_pictures_of_what_has_findings_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = [SERVICE.format(number=number, policy="Cluster" if number < 201 else "Local") for number in range(202)]
    (tmp_path / "web.yaml").write_text("".join(made), encoding="utf-8")
    assert main(["--no-cache", "--format", "html=report.html", "web.yaml"]) == 1
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    own, others = page.sections[1:3]
    assert (own.count("svg"), own.count("article")) == (1, 1)
    assert (others.count("svg"), others.count("article")) == (199, 0)
    assert "2 more plans are left out: clblint plan shows them" in page.texts["p"]


def test_it_is_chinese_where_people_are(rich: Report, plain: Style) -> None:
    with in_language("zh"):
        page = Page(render(rich, plain))
    assert page.with_("html", "lang") == ["zh-CN"]
