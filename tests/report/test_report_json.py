"""The JSON format and the registry of formats."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from clblint.report.formats import json_format
from clblint.report.formats.registry import REPORTERS, reporter

if TYPE_CHECKING:
    from clblint.report.report import Report, Style
    from tests.report.conftest import Bench


def loaded(report: Report, style: Style) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json_format.render(report, style))
    return data


def test_finding(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "😀: on\nb: off\n"
    because = [(bench.at("a.yaml", "off"), "and {port}")]
    finding = bench.finding(bench.at("a.yaml", "on"), because=because, seen="a 400", fix="mend {port}")
    (got,) = loaded(bench.report(finding), plain)["findings"]
    assert len(got.pop("fingerprint")) > len("sha256:1")
    assert got == {
        "rule": "tls-twice",
        "severity": "error",
        "object": "prod/Service/web",
        "subject": "port 443",
        "message": "port 443 is decrypted twice",
        "seen": "a 400",
        "fix": "mend 443",
        "fixes": [],
        "path": "a.yaml",
        "line": 1,
        "column": 4,
        "endLine": 1,
        "endColumn": 6,
        "because": [
            {"path": "a.yaml", "line": 2, "column": 4, "endLine": 2, "endColumn": 7, "message": "and 443"},
        ],
    }


def test_clean(bench: Bench, plain: Style) -> None:
    data = loaded(bench.report(errors=("rule x broke",)), plain)
    assert (data["format"], data["version"], data["findings"]) == (1, "0.1.0", [])
    assert data["internalErrors"] == ["rule x broke"]


def test_summary(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "a"
    summary = bench.report().summary._replace(
        templates=("t",),
        waiting=(("vpc-id", 2),),
        partial=(("DescribeVSwitches", 50, 80),),
        baselined=(("error", 1), ("note", 2)),
        gone=1,
        hidden=(("note", 1), ("pedantic", 4)),
    )
    report = bench.report(bench.finding(bench.at("a.yaml", "a")), summary=summary)
    assert loaded(report, plain)["summary"] == {
        "files": 3,
        "services": 12,
        "balancers": 4,
        "workloads": 2,
        "nlbs": 0,
        "notOurs": 0,
        "templates": ["t"],
        "suppressed": 0,
        "baselined": 3,
        "gone": 1,
        "fixed": 0,
        "waiting": {"vpc-id": 2},
        "partial": {"DescribeVSwitches": {"read": 50, "total": 80}},
        "errors": 1,
        "warnings": 0,
        "notes": 0,
        "pedantic": 0,
        "hidden": {"notes": 1, "pedantic": 4},
        "failOn": "warning",
    }


def test_output_is_ascii_with_a_finding_per_line(bench: Bench, plain: Style) -> None:
    bench.files["支.yaml"] = "a"
    finding = bench.finding(bench.at("支.yaml", "a"), "支\n\u202e")
    text = json_format.render(bench.report(finding, finding), plain)
    assert text.isascii()
    assert len(text.splitlines()) == 1 + 2 + 1


def test_long_values_stay_whole(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "a"
    finding = bench.finding(bench.at("a.yaml", "a"), "{v}", v="v" * 5000)
    assert loaded(bench.report(finding), plain)["findings"][0]["message"] == "v" * 5000


@pytest.mark.parametrize("name", REPORTERS)
def test_formats_are_found_by_name(bench: Bench, plain: Style, name: str) -> None:
    found = reporter(name)
    assert found.name == name
    assert isinstance(found.render(bench.report(), plain), str)


def test_unknown_format() -> None:
    with pytest.raises(KeyError):
        reporter("nothing")
