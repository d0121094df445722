"""Checkstyle, as expat reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from clblint.report.formats import checkstyle
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from clblint.report.report import Report, Style
    from tests.report.conftest import Bench


def files(report: Report, style: Style) -> dict[str, list[dict[str, str]]]:
    """Read a report: for each file the attributes of its errors."""
    root = ET.fromstring(checkstyle.render(report, style).encode("ascii"))  # noqa: S314 - our own
    assert (root.tag, root.attrib) == ("checkstyle", {"version": "4.3"})
    assert {(file.tag, tuple(file.attrib)) for file in root} <= {("file", ("name",))}
    assert {error.tag for file in root for error in file} <= {"error"}
    return {file.attrib["name"]: [error.attrib for error in file] for file in root}


def test_error(bench: Bench, plain: Style) -> None:
    bench.files["a b/支.yaml"] = "\n支😀付: on"
    report = bench.report(bench.finding(bench.at("a b/支.yaml", "on"), seen="a 400", fix="mend it"))
    assert files(report, plain) == {
        "a b/支.yaml": [
            {
                "line": "2",
                "column": "6",
                "severity": "error",
                "message": "prod/Service/web: port 443 is decrypted twice. Symptom: a 400. Fix: mend it.",
                "source": "clblint.tls-twice",
            }
        ]
    }


def test_clean(clean: Report, plain: Style) -> None:
    assert files(clean, plain) == {}


def test_an_element_for_each_file(bench: Bench, plain: Style) -> None:
    report = bench.report(*(bench.finding(Place(path, Span(1, 1, 2, 1))) for path in ("b", "a", "b")))
    assert {path: len(errors) for path, errors in files(report, plain).items()} == {"b": 2, "a": 1}


@pytest.mark.parametrize(("ours", "theirs"), [("error", "error"), ("warning", "warning"), ("note", "info")])
def test_severity(bench: Bench, plain: Style, ours: str, theirs: str) -> None:
    report = bench.report(bench.finding(Place("a", Span(1, 1, 1, 2)), severity=ours))
    assert files(report, plain)["a"][0]["severity"] == theirs


def test_hostile_texts(bench: Bench, plain: Style, hostile: str) -> None:
    finding = bench.finding(Place(hostile, Span(1, 1, 1, 2)), "{v}", v=hostile, name="", rule=hostile)
    ((path, (error,)),) = files(bench.report(finding), plain).items()
    shown = hostile.encode("unicode_escape").decode() if not hostile.isprintable() else hostile
    assert (error["message"], error["source"]) == (f"{shown}.", f"clblint.{shown}")
    if all(char.isprintable() or char in "\t\r\n" for char in hostile):
        assert path == hostile
