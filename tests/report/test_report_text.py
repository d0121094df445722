"""The text format: whole frames as they are read, then one fact per test."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.report.formats import text as plain_text
from clblint.report.frame import frame
from clblint.report.terminal import cells, wrap
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from clblint.report.report import Style
    from tests.report.conftest import Bench

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer"
WEB = f"""\
apiVersion: v1
kind: Service
metadata:
  annotations:
    {KEY}-protocol-port: "https:443,http:80"
spec:
  ports:
    - port: 443
      targetPort: https
"""


@pytest.fixture
def web(bench: Bench) -> Bench:
    bench.files["web.yaml"] = WEB
    bench.files["pods.yaml"] = "spec:\n  containers:\n    - ports:\n        - name: https\n"
    return bench


def test_whole_finding(web: Bench, plain: Style) -> None:
    finding = web.finding(
        web.at("web.yaml", "https", nth=2),
        "port {port} is decrypted by the CLB and then sent to a TLS port",
        because=[
            (web.at("web.yaml", "https:443"), "TLS ends here, in the CLB"),
            (web.at("pods.yaml", "https"), "prod/Deployment/web, container nginx"),
        ],
        seen='400 "The plain HTTP request was sent to HTTPS port"',
        fix=f"set targetPort to http, or take https:443 out of {KEY}-protocol-port",
    )
    assert plain_text.render(web.report(finding), plain) == (
        """\
web.yaml:9:19  error  tls-twice
  prod/Service/web: port 443 is decrypted by the CLB and then sent to a TLS port

  5 │     …-protocol-port: "https:443,http:80"
    │                       --------- TLS ends here, in the CLB
  ⋮
  9 │       targetPort: https
    │                   ^^^^^
  --> pods.yaml:4:17
  4 │         - name: https
    │                 ----- prod/Deployment/web, container nginx

  symptom  400 "The plain HTTP request was sent to HTTPS port"
  fix      set targetPort to http, or take https:443 out of
           service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port
  help     clblint explain tls-twice

1 error in 1 file (12 Services read, 4 become a CLB)
"""
    )


def test_whole_finding_in_ascii(web: Bench, plain: Style) -> None:
    style = plain._replace(unicode=False)
    because = [(web.at("web.yaml", f"{KEY}-protocol"), "here")]
    finding = web.finding(web.at("web.yaml", "https", nth=2), "{key} is {word}", because=because, key=KEY, word="支")
    assert plain_text.render(web.report(finding), style) == (
        """\
web.yaml:9:19  error  tls-twice
  prod/Service/web: service.beta.kubernetes.io/alibaba-cloud-loadbalancer is \\u652f

  5 |     ...-protocol-port: "https:443,http:80"
    |     ------------ here
  :
  9 |       targetPort: https
    |                   ^^^^^

  help     clblint explain tls-twice

1 error in 1 file (12 Services read, 4 become a CLB)
"""
    )


def test_colour_adds_nothing_but_colour(web: Bench, plain: Style) -> None:
    because = [(web.at("web.yaml", "443"), "beside"), (web.at("pods.yaml", "https"), "other file")]
    report = web.report(web.finding(web.at("web.yaml", "https", nth=2), because=because, seen="a 400", fix="mend it"))
    colored = plain_text.render(report, plain._replace(color=True))
    assert "\x1b[1;31merror\x1b[0m" in colored
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain_text.render(report, plain)


# One line, what is marked, and the two rows that are drawn for it.
LINES = {
    "plain": ("a: Local", "Local", "a: Local", "   ^^^^^"),
    "wide characters before": ("支付: Local", "Local", "支付: Local", "      ^^^^^"),
    "wide characters marked": ("a: 支付", "支付", "a: 支付", "   ^^^^"),
    "emoji": ("a: 😀 Local", "Local", "a: 😀 Local", "      ^^^^^"),
    "combining mark": ("a: e\u0301 Local", "Local", "a: e\u0301 Local", "     ^^^^^"),
    "tab before": ("a:\tLocal", "Local", "a:  Local", "    ^^^^^"),
    "tab marked": ("a: b\tc", "b\tc", "a: b    c", "   ^^^^^^"),
    "escape sequence": ("\x1b[31m: on", "on", r"\x1b[31m: on", "          ^^"),
    "bidi control": ("\u202ea: on", "on", r"\u202ea: on", "         ^^"),
    "C1 control": ("\x9b: on", "on", r"\x9b: on", "      ^^"),
    "zero-width blank": ("a\u200b: on", "on", r"a\u200b: on", "         ^^"),
    "no-break space": ("a:\xa0on", "on", r"a:\xa0on", "      ^^"),
    "lone surrogate": ("\udcff: on", "on", r"\udcff: on", "        ^^"),
    "key is folded": (f"{KEY}-spec: on", "on", "…-spec: on", "        ^^"),
    "key marked as a whole": (f"{KEY}-spec: on", f"{KEY}-spec", "…-spec: on", "^^^^^^"),
    "mark inside the folded part": (f"{KEY}-spec: on", "alibaba", "…-spec: on", "^"),
    "mark after the folded part": (f"{KEY}-spec: on", "spec", "…-spec: on", "  ^^^^"),
    "older prefix stays recognisable": (
        "service.beta.kubernetes.io/alicloud-loadbalancer-id: x",
        "x",
        "…/alicloud-loadbalancer-id: x",
        "                            ^",
    ),
    "misspelt prefix is shown": (
        "service.beta.kubernetes.io/alibabacloud-loadbalancer-id: x",
        "alibabacloud",
        "service.beta.kubernetes.io/alibabacloud-loadbalancer-id: x",
        "                           ^^^^^^^^^^^^",
    ),
    "two folded keys": (f"{{{KEY}-a: 1, {KEY}-b: 2}}", "2", "{…-a: 1, …-b: 2}", "              ^"),
    "trailing blanks are not drawn": ("a: on   ", "on", "a: on", "   ^^"),
}


@pytest.mark.parametrize("case", LINES.values(), ids=LINES)
def test_line_and_underline(bench: Bench, plain: Style, case: tuple[str, str, str, str]) -> None:
    line, words, shown, under = case
    bench.files["a.yaml"] = line
    report = bench.report()
    rows = frame(report.source_line, bench.finding(bench.at("a.yaml", words)), plain)
    assert rows == [f"  1 │ {shown}", f"    │ {under}"]


def test_underline_without_length(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "a:"
    finding = bench.finding(Place("a.yaml", Span(1, 3, 1, 3)))
    assert frame(bench.report().source_line, finding, plain)[1] == "    │   ^"


def test_underline_of_several_lines_marks_the_first(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "a: |  \n  b\n  c\n"
    finding = bench.finding(Place("a.yaml", Span(1, 1, 3, 4)))
    assert frame(bench.report().source_line, finding, plain) == ["  1 │ a: |", "    │ ^^^^"]


def test_underline_past_the_end_is_drawn_at_the_end(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "ab"
    finding = bench.finding(Place("a.yaml", Span(1, 70, 1, 90)))
    assert frame(bench.report().source_line, finding, plain)[1] == "    │   ^"


def test_several_labels_on_one_line(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "x: https:443,http:80"
    because = [(bench.at("a.yaml", "http:80"), "second"), (bench.at("a.yaml", "x"), "first")]
    finding = bench.finding(bench.at("a.yaml", "https"), because=because)
    assert frame(bench.report().source_line, finding, plain) == [
        "  1 │ x: https:443,http:80",
        "    │ - first",
        "    │    ^^^^^",
        "    │              ------- second",
    ]


def test_label_at_the_same_place_joins_the_main_underline(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "x: on"
    finding = bench.finding(bench.at("a.yaml", "on"), because=[(bench.at("a.yaml", "on"), "a boolean")])
    assert frame(bench.report().source_line, finding, plain) == ["  1 │ x: on", "    │    ^^ a boolean"]


def test_label_texts_are_escaped_and_folded(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "x: on"
    because = [(bench.at("a.yaml", "on"), f"\x1b[2J {KEY}-spec")]
    finding = bench.finding(bench.at("a.yaml", "on"), because=because)
    assert frame(bench.report().source_line, finding, plain)[1] == r"    │    ^^ \x1b[2J …-spec"


GAPS = {
    "next line": (2, []),
    "one line between is shown": (3, ["  2 │ b: 2"]),
    "more lines between": (4, ["  ⋮"]),
}


@pytest.mark.parametrize(("number", "between"), GAPS.values(), ids=GAPS)
def test_lines_between_labels(bench: Bench, plain: Style, number: int, between: list[str]) -> None:
    bench.files["a.yaml"] = "a: 1\nb: 2\nc: 3\nd: 4\n"
    finding = bench.finding(bench.at("a.yaml", "a"), because=[(Place("a.yaml", Span(number, 1, number, 2)), "x")])
    rows = frame(bench.report().source_line, finding, plain)
    assert rows[2:-2] == between


def test_line_numbers_are_aligned(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "a\n" * 10
    finding = bench.finding(Place("a.yaml", Span(9, 1, 9, 2)), because=[(Place("a.yaml", Span(10, 1, 10, 2)), "x")])
    assert frame(bench.report().source_line, finding, plain) == ["   9 │ a", "     │ ^", "  10 │ a", "     │ - x"]


def test_other_file_is_named_with_its_place(bench: Bench, plain: Style) -> None:
    bench.files |= {"a.yaml": "a", "dir/\x1b.yaml": "\nb"}
    finding = bench.finding(bench.at("a.yaml", "a"), because=[(bench.at("dir/\x1b.yaml", "b"), "x")])
    assert r"  --> dir/\x1b.yaml:2:1" in frame(bench.report().source_line, finding, plain)


def test_no_frame_without_source(bench: Bench, plain: Style) -> None:
    finding = bench.finding(Place("gone.yaml", Span(3, 1, 3, 2)))
    assert frame(bench.report().source_line, finding, plain) == []


def test_label_is_not_lost_without_source(bench: Bench, plain: Style) -> None:
    place = Place("gone.yaml", Span(3, 1, 3, 2))
    assert "    │ - why" in frame(
        bench.report().source_line, bench.finding(place, because=[(place._replace(path="b"), "why")]), plain
    )


LONG = 10_000_000


@pytest.mark.parametrize("color", [False, True])
def test_long_line_is_cut_around_the_mark(bench: Bench, plain: Style, *, color: bool) -> None:
    bench.files["a.yaml"] = "x" * LONG + "HERE" + "y" * LONG
    finding = bench.finding(bench.at("a.yaml", "HERE"))
    line, under = frame(bench.report().source_line, finding, plain._replace(color=color))
    assert re.search("…x+HEREy+…$", line)
    if not color:
        assert cells(line) <= plain.width
        assert (line.index("HERE"), under.count("^")) == (under.index("^"), 4)


SIDES = {
    "near the beginning": ("key: HERE" + "y" * 500, "  1 │ key: HEREy", "y…"),
    "near the end": ("x" * 500 + "HERE", "  1 │ …xx", "xHERE"),
}


@pytest.mark.parametrize(("line", "begin", "end"), SIDES.values(), ids=SIDES)
def test_long_line_is_cut_where_needed(bench: Bench, plain: Style, line: str, begin: str, end: str) -> None:
    bench.files["a.yaml"] = line
    shown, _ = frame(bench.report().source_line, bench.finding(bench.at("a.yaml", "HERE")), plain)
    assert shown.startswith(begin)
    assert shown.endswith(end)


def test_long_mark_is_underlined_as_far_as_shown(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "key: " + "y" * LONG
    line, under = frame(bench.report().source_line, bench.finding(bench.at("a.yaml", "y" * LONG)), plain)
    assert line.startswith("  1 │ key: y")
    assert (line.index("yy"), len(line)) == (under.index("^"), len(under))


def test_far_labels_of_a_long_line_are_shown_apart(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "ONE" + "x" * LONG + "TWO"
    finding = bench.finding(bench.at("a.yaml", "TWO"), because=[(bench.at("a.yaml", "ONE"), "far off")])
    first, _, second, _ = frame(bench.report().source_line, finding, plain)
    assert first.startswith("  1 │ ONE")
    assert second.endswith("xTWO")


def test_label_text_wraps_beside_its_underline(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "a: on"
    finding = bench.finding(bench.at("a.yaml", "on"), because=[(bench.at("a.yaml", "on"), "word " * 8 + "end")])
    assert frame(bench.report().source_line, finding, plain._replace(width=44))[1:] == [
        "    │    ^^ word word word word word word word",
        "    │       word end",
    ]


def test_label_text_goes_below_without_room_beside(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "a: " + "x" * 30 + "on"
    finding = bench.finding(bench.at("a.yaml", "on"), because=[(bench.at("a.yaml", "on"), "neither beside")])
    assert frame(bench.report().source_line, finding, plain._replace(width=45))[1:] == [
        "    │                                  ^^",
        "    │                           neither beside",
    ]


def test_header_is_what_terminals_make_a_link(web: Bench, plain: Style) -> None:
    report = web.report(web.finding(web.at("web.yaml", "443"), severity="note"))
    assert plain_text.render(report, plain).startswith("web.yaml:5:81  note  tls-twice\n")


def test_control_characters_in_path_object_and_message(bench: Bench, plain: Style) -> None:
    bench.files["a\n\x1b.yaml"] = "x"
    finding = bench.finding(bench.at("a\n\x1b.yaml", "x"), "is {v}", name="Service/\x07", v="\u202eevil\r\n")
    head, sentence = plain_text.render(bench.report(finding), plain).splitlines()[:2]
    assert head == r"a\n\x1b.yaml:1:1  error  tls-twice"
    assert sentence == r"  Service/\x07: is \u202eevil\r\n"


def test_finding_without_object(web: Bench, plain: Style) -> None:
    report = web.report(web.finding(web.at("web.yaml", "443"), "not YAML", name=""))
    assert plain_text.render(report, plain).splitlines()[1] == "  not YAML"


def test_megabyte_value_in_a_message(web: Bench, plain: Style) -> None:
    report = web.report(web.finding(web.at("web.yaml", "443"), "{v} is no number", v="v" * LONG))
    text = plain_text.render(report, plain)
    assert "v...v" in text
    assert "is no number" in text
    assert len(text) < LONG / 1000


def test_template_that_does_not_fit_its_values(web: Bench, plain: Style) -> None:
    report = web.report(web.finding(web.at("web.yaml", "443"), "{nothing} is here"))
    assert "{nothing} is here" in plain_text.render(report, plain)


WRAPPED = {
    "words": ("one two three", 7, ["one two", "three"]),
    "nothing": ("", 7, [""]),
    "long word stays whole": ("a verylongword b", 5, ["a", "verylongword", "b"]),
    "between wide characters": ("监听端口", 5, ["监听", "端口"]),
    "not before closing punctuation": ("监听。端口", 4, ["监", "听。", "端口"]),
    "not after opening punctuation": ("监听「端口", 6, ["监听", "「端口"]),
    "wide beside narrow": ("端口443监听", 7, ["端口443", "监听"]),
}


@pytest.mark.parametrize(("text", "width", "lines"), WRAPPED.values(), ids=WRAPPED)
def test_wrapping(text: str, width: int, lines: list[str]) -> None:
    assert wrap(text, width) == lines


@pytest.mark.whole
def test_text_run_imports_no_machine_format() -> None:
    code = (
        "import sys; from clblint.report.formats import concise, registry, text; registry.reporter('text');"
        "heavy = {'json', 'hashlib', 'unicodedata', 'clblint.report.formats.sarif', 'dataclasses'};"
        "heavy |= {'textwrap', 'urllib'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    root = Path(__file__).parents[2]
    command = [sys.executable, "-S", "-c", code]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_fold_is_not_cut_in_the_middle(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "HERE" + "x" * 85 + "service.beta.kubernetes.io/alicloud-loadbalancer-id"
    line, _ = frame(bench.report().source_line, bench.finding(bench.at("a.yaml", "HERE")), plain)
    assert line == "  1 │ HERE" + "x" * 85 + "…"
