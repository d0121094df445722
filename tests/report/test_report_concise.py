"""The concise format: one finding, one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from clblint.report.formats import concise
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.report.report import Style
    from tests.report.conftest import Bench


def test_line(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "a: on"
    report = bench.report(bench.finding(bench.at("a.yaml", "on")))
    assert concise.render(report, plain) == "a.yaml:1:4: error tls-twice: port 443 is decrypted twice\n"


def test_nothing_when_clean(bench: Bench, plain: Style) -> None:
    assert concise.render(bench.report(), plain) == ""


def test_no_newline_and_no_control_leaks(bench: Bench, plain: Style) -> None:
    bench.files["a\nb.yaml"] = "a"
    finding = bench.finding(bench.at("a\nb.yaml", "a"), "is {v}", v="x\r\n\u2028\x85\x1b\u202e")
    assert concise.render(bench.report(finding), plain) == (
        "a\\nb.yaml:1:1: error tls-twice: is x\\r\\n\\u2028\\x85\\x1b\\u202e\n"
    )


def test_keys_stay_whole(bench: Bench, plain: Style) -> None:
    key = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec"
    bench.files["a.yaml"] = "a"
    assert key in concise.render(bench.report(bench.finding(bench.at("a.yaml", "a"), key)), plain)


def test_ascii_output(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "a"
    report = bench.report(bench.finding(bench.at("a.yaml", "a"), "支"))
    assert concise.render(report, plain._replace(unicode=False)).endswith(": \\u652f\n")


# As .github/matchers would have it; the runner knows no severity `note`, so notes need a matcher of their own.
LINE = r"^(.+?):(\d+):(\d+): {} ([^\s:]+): (.+)$"
GROUPS = {"file": 1, "line": 2, "column": 3}
MATCHERS = [
    {
        "owner": "clblint",
        "pattern": [{"regexp": LINE.format("(error|warning)"), **GROUPS, "severity": 4, "code": 5, "message": 6}],
    },
    {
        "owner": "clblint-notes",
        "severity": "notice",
        "pattern": [{"regexp": LINE.format("note"), **GROUPS, "code": 4, "message": 5}],
    },
]


@pytest.mark.parametrize("path", ["a.yaml", "a b/支付,%.yaml", "a: b/c.yaml", "C:/a.yaml"])
@pytest.mark.parametrize(("ours", "theirs"), [("error", "error"), ("warning", "warning"), ("note", "notice")])
def test_problem_matchers_read_it(  # noqa: PLR0913, PLR0917 - pytest gives by name
    bench: Bench, plain: Style, in_node: Callable[[str, str, object], str], path: str, ours: str, theirs: str
) -> None:
    place = Place(path, Span(2, 3, 2, 4))
    text = concise.render(
        bench.report(bench.finding(place, "is {v}", rule="acme/x", severity=ours, v="a:1:2: b")), plain
    )
    script = "console.log(JSON.stringify(given[0].flatMap(matcher => foreign.default(matcher, given[1]))));"
    assert json.loads(in_node("problem-matcher/index.js", script, [MATCHERS, text])) == [
        {"file": path, "line": "2", "column": "3", "severity": theirs, "code": "acme/x", "message": "is a:1:2: b"}
    ]
