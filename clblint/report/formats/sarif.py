"""SARIF 2.1.0, for code scanning, editors and dashboards.

Where the standard leaves room, what the known readers need decides: one run, plain `message.text`, a single location
with all four numbers, levels at the rule and at the result, an empty list of results when there is nothing to say.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from clblint.report.fingerprint import finding_keys, line_hashes
from clblint.report.formats.sarif_rules import described, known_rules, level_of
from clblint.report.links import PROJECT
from clblint.report.report import PLAIN
from clblint.report.tally import left_out
from clblint.report.terminal import visible
from clblint.report.uris import Addresses
from clblint.report.wording import all_texts, in_a_row, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from clblint.lint.edit import Replacement
    from clblint.lint.finding import Finding, Label
    from clblint.report.report import Older, Report, RuleInfo, Style
    from clblint.source.place import Place, Span

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_MOST = 5000  # code scanning shows no more, and does not choose the worst
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_VERSION = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?(.*)")


def render(report: Report, _style: Style) -> str:
    """Write the log; ASCII only, so that no output encoding can harm it."""
    return json.dumps(_log(report), separators=(",", ":")) + "\n"


def _log(report: Report) -> dict[str, object]:
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(report)]}


def _run(report: Report) -> dict[str, object]:
    places = _SarifPlaces(report)
    rules = known_rules(report)
    keyed = list(zip(report.findings, finding_keys(report.findings), strict=True))
    if len(keyed) > _MOST:
        keyed = sorted(keyed, key=lambda pair: -pair[0].severity)[:_MOST]
    index = {rule.name: number for number, rule in enumerate(rules)}
    results = [_result(finding, key, index[finding.rule], places) for finding, key in keyed]
    results += islice(_silenced(report, index, places), _MOST - len(results))
    bases = {"originalUriBaseIds": places.addresses.bases} if places.addresses.bases else {}
    return {
        "tool": {"driver": _driver(report.version, rules)},
        "columnKind": "utf16CodeUnits",
        "invocations": [_invocation(report)],
        **bases,
        "results": results,
    }


def _driver(version: str, rules: Sequence[RuleInfo]) -> dict[str, object]:
    return {
        "name": "clblint",
        "version": version,
        **_semantic(version),
        "informationUri": PROJECT,
        "rules": [described(rule) for rule in rules],
    }


def _semantic(version: str) -> dict[str, str]:
    """Say the version the way semantic versioning writes it (`0.2rc1` is `0.2.0-rc1` there)."""
    if not (match := _VERSION.fullmatch(version)):
        return {}
    major, minor, patch, rest = match.groups()
    pre, _, build = rest.partition("+")
    suffix = (f"-{pre.strip('.-')}" if pre.strip(".-") else "") + (f"+{build}" if build else "")
    return {"semanticVersion": f"{int(major)}.{int(minor)}.{int(patch or 0)}{suffix}"}


def _invocation(report: Report) -> dict[str, object]:
    notices = [_notice("error", text) for text in report.errors]
    notices += [_notice("warning", text) for text in _cut(len(report.findings))]
    notices += [_notice("note", text) for text in left_out(report.summary)]
    optional = {"toolExecutionNotifications": notices} if notices else {}
    return {"executionSuccessful": not report.errors, **optional}


def _cut(count: int) -> Iterator[str]:
    if count > _MOST:
        yield f"This file holds the {_MOST} most severe of {count} findings; other formats hold all of them."


def _notice(level: str, text: str) -> dict[str, object]:
    return {"level": level, "message": {"text": _shown(text) or level}}


def _result(finding: Finding, key: str, rule_index: int, places: _SarifPlaces) -> dict[str, object]:
    location: dict[str, object] = {"physicalLocation": places.of_finding(finding.place)}
    if finding.object:
        location["logicalLocations"] = [{"fullyQualifiedName": _shown(finding.object)}]
    result: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": level_of(finding.severity),
        "message": {"text": in_a_row(map(_shown, all_texts(finding)))},
        "locations": [location],
        "partialFingerprints": {**places.line_hash(finding.place), "clblintFinding/v1": key},
    }
    if finding.because:
        result["relatedLocations"] = [
            _related(number, label, places) for number, label in enumerate(finding.because, 1)
        ]
    if finding.replacements:
        result["fixes"] = [_fix(finding, finding.replacements, places)]
    if finding.template:  # no place of its own: the lines of a template are not those of what it renders
        result["properties"] = {"template": _shown(finding.template)}
    return result


def _silenced(report: Report, index: Mapping[str, int], places: _SarifPlaces) -> Iterator[dict[str, object]]:
    """Give what is not reported, marked as such: code scanning takes no notice of the mark, so only on request."""
    keys = finding_keys([*report.findings, *(one.finding for one in report.silenced)])[len(report.findings) :]
    for one, key in zip(report.silenced, keys, strict=True):
        optional = {"justification": _shown(one.reason)} if one.reason else {}
        result = _result(one.finding, key, index[one.finding.rule], places)
        yield {**result, "suppressions": [{"kind": one.kind, "status": "accepted", **optional}]}


def _fix(finding: Finding, replacements: Sequence[Replacement], places: _SarifPlaces) -> dict[str, object]:
    """Say what mends a finding; readers show the description as the name of the fix."""
    text = _shown(sentence(finding.fix)) or "mend it"
    change = {
        "artifactLocation": places.addresses.location(finding.path),
        "replacements": [
            {
                "deletedRegion": places.region(finding.path, span),
                **({"insertedContent": {"text": new}} if new else {}),
            }
            for span, new in replacements
        ],
    }
    properties = {"applicability": "safe" if finding.safe else "unsafe"}
    return {"description": {"text": text}, "artifactChanges": [change], "properties": properties}


def _related(number: int, label: Label, places: _SarifPlaces) -> dict[str, object]:
    text = _shown(sentence(label.text) + places.revision(label.place.path)) or "see also"
    return {"id": number, "message": {"text": text}, "physicalLocation": places.physical(label.place)}


def _shown(text: str) -> str:
    """Escape what could paint a terminal, and brackets that would be taken for a link to a place."""
    parts = visible(text, PLAIN).split("]")
    linked = (part.replace("[", r"\[") if after.startswith("(") else part for part, after in pairwise(parts))
    return "]".join((*linked, parts[-1]))


class _SarifPlaces:
    """Places in SARIF's terms. What is learnt of a file or a line is kept, for findings come in heaps."""

    def __init__(self, report: Report) -> None:
        self.addresses = Addresses.here()
        self._line: Callable[[str, int], str] = report.source_line
        self._text: Callable[[str], str | None] = report.source_text
        self._older: Mapping[str, Older] = report.older
        self._astral: dict[tuple[str, int], list[int]] = {}
        self._hashes: dict[str, list[str]] = {}

    def of_finding(self, place: Place) -> dict[str, object]:
        """Give the place of a finding: a file that is gone has no region."""
        found = self.physical(place)
        return {"artifactLocation": found["artifactLocation"]} if place.path in self._older else found

    def physical(self, place: Place) -> dict[str, object]:
        older = self._older.get(place.path)
        path = older.path if older else place.path
        location: dict[str, object] = {"artifactLocation": self.addresses.location(path)}
        if older and len(self._line(path, place.span.end_line)) + 1 < place.span.end_column:
            return location  # the file has no such place any more
        return {**location, "region": self.region(place.path, place.span)}

    def revision(self, path: str) -> str:
        """Say which revision has a file, where it is an older one."""
        return f", in {self._older[path].revision}" if path in self._older else ""

    def region(self, path: str, span: Span) -> dict[str, object]:
        return {
            "startLine": span.line,
            "startColumn": self._utf16(path, span.line, span.column),
            "endLine": span.end_line,
            "endColumn": self._utf16(path, span.end_line, span.end_column),
        }

    def _utf16(self, path: str, line: int, column: int) -> int:
        """Count the characters that take two code units before the column."""
        if (path, line) not in self._astral:
            text = self._line(path, line)
            found = [] if text.isascii() else [match.start() for match in _ASTRAL.finditer(text)]
            self._astral[path, line] = found
        return column + bisect_left(self._astral[path, line], column - 1)

    def line_hash(self, place: Place) -> dict[str, str]:
        """Give GitHub's fingerprint, or none where the file's text is unknown."""
        path, line = place.path, place.span.line
        if path not in self._hashes:
            text = self._text(path)
            self._hashes[path] = [] if text is None else line_hashes(text)
        hashes = self._hashes[path]
        return {"primaryLocationLineHash": hashes[line - 1]} if line <= len(hashes) else {}
