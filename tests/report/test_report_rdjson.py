"""reviewdog's format: what its definition has, in bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator

from clblint.lint.edit import Replacement
from clblint.report.enclosures import Older
from clblint.report.formats.rdjson import render
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from clblint.report.report import Report, Style
    from tests.report.conftest import Bench


def exactly(required: str, **properties: object) -> dict[str, object]:
    """The schema of an object with these fields, of which some are required, and no other."""
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


# As reviewdog defines it in proto/rdf/reviewdog.proto, as far as it is used, and no field beside.
_POSITION = exactly("line column", line={"type": "integer", "minimum": 1}, column={"type": "integer", "minimum": 1})
_RANGE = exactly("start end", start=_POSITION, end=_POSITION)
_TEXT = {"type": "string"}
SCHEMA = exactly(
    "diagnostics source",
    source=exactly("name", name=_TEXT, url=_TEXT),
    diagnostics={
        "type": "array",
        "items": exactly(
            "message location",
            message=_TEXT,
            location=exactly("path", path=_TEXT, range=_RANGE),
            severity={"enum": ["ERROR", "WARNING", "INFO"]},
            code=exactly("value", value=_TEXT, url=_TEXT),
            suggestions={"type": "array", "items": exactly("range text", range=_RANGE, text=_TEXT)},
        ),
    },
)


def read(report: Report, style: Style) -> list[dict[str, Any]]:
    made = json.loads(render(report, style))
    Draft202012Validator(SCHEMA).validate(made)
    diagnostics: list[dict[str, Any]] = made["diagnostics"]
    return diagnostics


def test_it_has_what_reviewdog_reads(either: Report, plain: Style) -> None:
    found = read(either, plain)
    assert [one["code"]["value"] for one in found] == [finding.rule for finding in either.findings]


def test_columns_count_bytes(rich: Report, plain: Style) -> None:
    assert read(rich, plain)[0]["location"]["range"] == {
        "start": {"line": 2, "column": 14},  # `name: ` has 6 bytes, 支 three and 😀 four
        "end": {"line": 2, "column": 17},
    }


def test_a_safe_fix_of_one_replacement_is_offered(bench: Bench, plain: Style) -> None:
    bench.files = {"a.yaml": "名: x\n"}
    found = bench.finding(bench.at("a.yaml", "x"))
    one = Replacement(bench.at("a.yaml", "x").span, "y")
    fixes = [(one,), (one, one), ()]
    made = [found.with_details(replacements=fix)._replace(safe=safe) for fix in fixes for safe in (True, False)]
    offered = [each.get("suggestions") for each in read(bench.report(*made), plain)]
    place = {"start": {"line": 1, "column": 6}, "end": {"line": 1, "column": 7}}
    assert offered == [[{"range": place, "text": "y"}], None, None, None, None, None]


def test_a_file_that_is_gone_has_no_lines(bench: Bench, plain: Style) -> None:
    found = bench.finding(Place("HEAD:web.yaml", Span(3, 1, 3, 2)))
    (one,) = read(bench.report(found, older={"HEAD:web.yaml": Older("web.yaml", "HEAD")}), plain)
    assert one["location"] == {"path": "web.yaml"}


def test_a_hostile_text_is_text(hostile: str, bench: Bench, plain: Style) -> None:
    bench.files = {hostile: f"{hostile}\n"}
    found = bench.finding(Place(hostile, Span(1, 1, 1, 3)), rule=hostile, name=hostile, port=hostile)
    assert len(read(bench.report(found), plain)) == 1
