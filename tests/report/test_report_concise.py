"""The concise format: one finding, one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.report import concise

if TYPE_CHECKING:
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
