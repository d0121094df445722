"""Markdown, as GitHub's own parser reads it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

import cmarkgfm  # type: ignore[import-untyped]
import pytest
from cmarkgfm.cmark import Options  # type: ignore[import-untyped]

from clblint.report.formats import markdown
from clblint.report.links import rule_url
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style
    from tests.report.conftest import Bench

LIMIT = 1024 * 1024
SEVERITIES = ("error", "warning", "note")


class Page(HTMLParser):
    """A page as a reader sees it: headings, paragraphs, rows of cells, the targets of links."""

    def __init__(self, text: str) -> None:
        """Let GitHub's parser make HTML of it, and read that."""
        super().__init__()
        self.headings: list[str] = []
        self.paragraphs: list[str] = []
        self.rows: list[list[str]] = []
        self.links: list[str | None] = []
        self.tags: set[str] = set()
        self.texts: list[str] = []
        self._text: list[str] = []
        self.feed(cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag == "br":
            self._text.append("\n")
        elif tag == "a":
            self.links.append(dict(attrs)["href"])
        elif tag in {"h2", "h3", "p", "td", "th"}:
            self._text = []

    def handle_data(self, data: str) -> None:
        self._text.append(data)
        self.texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        text = "".join(self._text)
        if tag in {"td", "th"}:
            self.rows[-1].append(text)
        elif tag in {"h2", "h3"}:
            self.headings.append(text)
        elif tag == "p":
            self.paragraphs.append(text)


def page(report: Report, style: Style) -> Page:
    return Page(markdown.render(report, style))


def finding(bench: Bench, path: str = "a.yaml", **given: str) -> Finding:
    return bench.finding(Place(path, Span(1, 1, 1, 2)), "{v}", (), **{"v": "x", **given})


def test_finding(bench: Bench, plain: Style) -> None:
    bench.files["a b/支.yaml"] = "\n支😀付: on"
    report = bench.report(bench.finding(bench.at("a b/支.yaml", "on"), seen="a 400", fix="mend it"))
    read = page(report, plain)
    assert read.headings == ["clblint", "1 error"]
    assert read.paragraphs == ["1 error in 1 file (12 Services read, 4 become a CLB)"]
    assert read.rows == [
        ["Place", "Rule", "Finding"],
        [
            "a b/支.yaml:2:6",
            "tls-twice",
            "prod/Service/web: port 443 is decrypted twice\nSymptom: a 400\nFix: mend it",
        ],
    ]
    assert read.links == [rule_url("tls-twice")]


def test_clean(clean: Report, plain: Style) -> None:
    read = page(clean, plain)
    assert (read.headings, read.rows) == (["clblint"], [])
    assert read.paragraphs == ["12 Services read, 4 become a CLB: nothing to report"]


def test_markdown_lists_omissions_and_errors(bench: Bench, plain: Style) -> None:
    summary = bench.report().summary._replace(templates=("_a_/*.yaml",))
    first, _, last = page(bench.report(summary=summary, errors=("rule x broke",)), plain).paragraphs
    assert first == "clblint itself failed: rule x broke"
    assert last.startswith("1 unrendered template was not checked: _a_/*.yaml (")


def test_worst_first_then_in_the_order_of_the_report(bench: Bench, plain: Style) -> None:
    severities = ["note", "error", "warning", "error"]
    report = bench.report(*(finding(bench, f"{n}", severity=severity) for n, severity in enumerate(severities)))
    read = page(report, plain)
    assert read.headings == ["clblint", "2 errors", "1 warning", "1 note"]
    assert [row[0] for row in read.rows if row[0] != "Place"] == ["1:1:1", "3:1:1", "2:1:1", "0:1:1"]


def test_third_party_rule_has_no_link(bench: Bench, plain: Style) -> None:
    read = page(bench.report(finding(bench, rule="acme/x")), plain)
    assert (read.links, read.rows[1][1]) == ([], "acme/x")


@pytest.mark.parametrize("unicode", [True, False])
def test_hostile_texts_are_shown_as_they_are(bench: Bench, plain: Style, hostile: str, *, unicode: bool) -> None:
    given = finding(bench, hostile, v=hostile, fix=hostile, name=hostile, rule=f"acme/{hostile}")
    text = markdown.render(bench.report(given), plain._replace(unicode=unicode))
    assert text.isascii() or unicode
    read = Page(text)
    shown = hostile.encode("unicode_escape").decode() if not hostile.isprintable() else hostile
    assert read.rows[1:] == [[f"{shown}:1:1", f"acme/{shown}", f"{shown}: {shown}\nFix: {shown}"]]
    assert (read.headings, read.links) == (["clblint", "1 error"], [])
    assert read.tags <= {"h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "br", "span"}


# what GitHub and GitLab look for in the text of a page; a name is looked for in each piece by itself
AFTERWARDS = ["@user", "#1", "!2", ":smile:", ":100:", "https://", "www.", "$x$"]


@pytest.mark.parametrize("token", AFTERWARDS)
def test_what_platforms_look_for_is_in_two_pieces(bench: Bench, plain: Style, token: str) -> None:
    read = page(bench.report(finding(bench, f"{token}.yaml", v=f"a {token} b {token}", name=token)), plain)
    assert token in read.rows[1][2]
    assert [text for text in read.texts if token in text] == []


def test_report_ends_before_a_summary_is_dropped(bench: Bench, plain: Style) -> None:
    findings = [finding(bench, v=f"{n}" + "支" * 200, severity=SEVERITIES[n % 3]) for n in range(3000)]
    text = markdown.render(bench.report(*findings), plain)
    assert 0.8 * LIMIT < len(text.encode()) <= 900 * 1024
    read = Page(text)
    shown = len([row for row in read.rows if row[0] != "Place"])
    assert 1000 < shown < len(findings)
    assert read.headings == ["clblint", "1000 errors", *["1000 warnings", "1000 notes"][: len(read.headings) - 2]]
    assert read.paragraphs[-1] == (
        f"{3000 - shown} more findings: this report ends at 900 KiB, other formats hold all findings"
    )
