"""SARIF 2.1.0, for code scanning, editors and dashboards.

Where the standard allows several forms, the log has the one that all known readers accept: one run, plain
`message.text`, one location with all four numbers, levels at rules and results, an empty list if there are no results.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from itertools import islice, pairwise

from clblint.report.fingerprint import finding_keys, line_hashes
from clblint.report.formats.sarif_rules import descriptor_of, known_rules, level_of
from clblint.report.links import PROJECT
from clblint.report.report import PLAIN
from clblint.report.tally import coverage_notes
from clblint.report.terminal import visible
from clblint.report.uris import ArtifactLocations
from clblint.report.wording import all_texts, as_paragraph, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from clblint.lint.edit import Replacement
    from clblint.lint.finding import Finding, Label
    from clblint.report.enclosures import Older
    from clblint.report.report import Report, Style
    from clblint.report.rule_info import RuleInfo
    from clblint.source.place import Place, Span

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_MAX_RESULTS = 5000  # code scanning shows no more, and does not prefer the most severe ones
_END_OF_LOG = "]}]}"  # after the results
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_VERSION = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?(.*)")


def render(report: Report, style: Style) -> str:
    """The log, in ASCII, so that it is valid in any output encoding."""
    return "".join(pieces(report, style))


def pieces(report: Report, _style: Style) -> Iterator[str]:
    """Yield what is before the results, the results, and what is after them."""
    rules = known_rules(report)
    places = _SarifPlaces(report)
    # As text, which takes a fifth of the memory of objects. The bases of their places precede them.
    results = list(map(_dumped, _results(report, rules, places)))
    head, tail = _dumped(_log(report, rules, places)).rsplit(_END_OF_LOG, 1)[0], _END_OF_LOG
    yield head
    for number, result in enumerate(results):
        yield f",{result}" if number else result
    yield f"{tail}\n"


def _dumped(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _log(report: Report, rules: Sequence[RuleInfo], places: _SarifPlaces) -> dict[str, object]:
    """The log without its results, which come last."""
    bases = {"originalUriBaseIds": places.artifacts.bases} if places.artifacts.bases else {}
    run = {
        "tool": {"driver": _driver(report.version, rules)},
        "columnKind": "utf16CodeUnits",
        "invocations": [_invocation(report)],
        **bases,
        "results": [],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _results(report: Report, rules: Sequence[RuleInfo], places: _SarifPlaces) -> Iterator[dict[str, object]]:
    keyed = list(zip(report.findings, finding_keys(report.findings), strict=True))
    if len(keyed) > _MAX_RESULTS:
        keyed = sorted(keyed, key=lambda pair: -pair[0].severity)[:_MAX_RESULTS]
    index = {rule.name: number for number, rule in enumerate(rules)}
    yield from (_result(finding, key, index[finding.rule], places) for finding, key in keyed)
    yield from islice(_silenced(report, index, places), _MAX_RESULTS - len(keyed))


def _driver(version: str, rules: Sequence[RuleInfo]) -> dict[str, object]:
    return {
        "name": "clblint",
        "version": version,
        **_semantic(version),
        "informationUri": PROJECT,
        "rules": [descriptor_of(rule) for rule in rules],
    }


def _semantic(version: str) -> dict[str, str]:
    """The version in the notation of semantic versioning (`0.2.0-rc1` for `0.2rc1`); empty if it has none."""
    if not (match := _VERSION.fullmatch(version)):
        return {}
    major, minor, patch, rest = match.groups()
    pre, _, build = rest.partition("+")
    suffix = (f"-{pre.strip('.-')}" if pre.strip(".-") else "") + (f"+{build}" if build else "")
    return {"semanticVersion": f"{int(major)}.{int(minor)}.{int(patch or 0)}{suffix}"}


def _invocation(report: Report) -> dict[str, object]:
    notices = [_notice("error", text) for text in report.errors]
    notices += [_notice("warning", text) for text in _truncation_notice(len(report.findings))]
    notices += [_notice("note", text) for text in coverage_notes(report.summary)]
    optional = {"toolExecutionNotifications": notices} if notices else {}
    return {"executionSuccessful": not report.errors, **optional}


def _truncation_notice(count: int) -> Iterator[str]:
    if count > _MAX_RESULTS:
        yield f"This file holds the {_MAX_RESULTS} most severe of {count} findings; other formats hold all of them."


def _notice(level: str, text: str) -> dict[str, object]:
    return {"level": level, "message": {"text": _escaped(text) or level}}


def _result(finding: Finding, key: str, rule_index: int, places: _SarifPlaces) -> dict[str, object]:
    location: dict[str, object] = {"physicalLocation": places.of_finding(finding.place)}
    if names := list(dict.fromkeys(filter(None, (finding.object, *(one.object for one in finding.roots))))):
        location["logicalLocations"] = [{"fullyQualifiedName": _escaped(name)} for name in names]
    result: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": level_of(finding.severity),
        "message": {"text": as_paragraph(map(_escaped, all_texts(finding)))},
        "locations": [location],
        "partialFingerprints": {**places.line_hash(finding.place), "clblintFinding/v1": key},
    }
    if finding.because:
        result["relatedLocations"] = [
            _related(number, label, places) for number, label in enumerate(finding.because, 1)
        ]
    if finding.replacements:
        result["fixes"] = [_fix(finding, finding.replacements, places)]
    if properties := _properties(finding):
        result["properties"] = properties
    return result


def _properties(finding: Finding) -> dict[str, object]:
    """What SARIF has no field for: the template, as text, since the line in it is unknown, and the roots."""
    roots = [{"root": _escaped(one.root), "object": _escaped(one.object)} for one in finding.roots]
    return {
        **({"template": _escaped(finding.template)} if finding.template else {}),
        **({"roots": roots} if roots else {}),
    }


def _silenced(report: Report, index: Mapping[str, int], places: _SarifPlaces) -> Iterator[dict[str, object]]:
    """Yield the suppressed findings with their `suppressions`; code scanning ignores these, so they are opt-in."""
    keys = finding_keys([*report.findings, *(one.finding for one in report.silenced)])[len(report.findings) :]
    for one, key in zip(report.silenced, keys, strict=True):
        optional = {"justification": _escaped(one.reason)} if one.reason else {}
        result = _result(one.finding, key, index[one.finding.rule], places)
        yield {**result, "suppressions": [{"kind": one.kind, "status": "accepted", **optional}]}


def _fix(finding: Finding, replacements: Sequence[Replacement], places: _SarifPlaces) -> dict[str, object]:
    """The `fix` of a finding; readers show its description as the name of the fix."""
    text = _escaped(sentence(finding.fix)) or "mend it"
    change = {
        "artifactLocation": places.artifacts.location(finding.path),
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
    text = _escaped(sentence(label.text) + places.revision(label.place.path)) or "see also"
    return {"id": number, "message": {"text": text}, "physicalLocation": places.physical(label.place)}


def _escaped(text: str) -> str:
    """A text with escapes for control characters, and for brackets that readers would take for an embedded link."""
    parts = visible(text, PLAIN).split("]")
    linked = (part.replace("[", r"\[") if after.startswith("(") else part for part, after in pairwise(parts))
    return "]".join((*linked, parts[-1]))


class _SarifPlaces:
    """Converts places to SARIF locations; results per file and line are cached, since many findings share them."""

    def __init__(self, report: Report) -> None:
        self.artifacts = ArtifactLocations.here()
        self._line: Callable[[str, int], str] = report.source_line
        self._text: Callable[[str], str | None] = report.source_text
        self._older: Mapping[str, Older] = report.older
        self._astral: dict[tuple[str, int], tuple[int, ...]] = {}
        self._hashes: dict[tuple[str, int], dict[str, str]] = {}
        self._lines: dict[str, set[int]] = {}  # of findings, by file
        for finding in (*report.findings, *(one.finding for one in report.silenced)):
            self._lines.setdefault(finding.path, set()).add(finding.place.span.line)

    def of_finding(self, place: Place) -> dict[str, object]:
        """The `physicalLocation` of a finding, without a region if its file is one of an older revision."""
        found = self.physical(place)
        return {"artifactLocation": found["artifactLocation"]} if place.path in self._older else found

    def physical(self, place: Place) -> dict[str, object]:
        older = self._older.get(place.path)
        path = older.path if older else place.path
        location: dict[str, object] = {"artifactLocation": self.artifacts.location(path)}
        if older and len(self._line(path, place.span.end_line)) + 1 < place.span.end_column:
            return location  # the current file has no such place
        return {**location, "region": self.region(place.path, place.span)}

    def revision(self, path: str) -> str:
        """The text that names the older revision of a file; empty for a current file."""
        return f", in {self._older[path].revision}" if path in self._older else ""

    def region(self, path: str, span: Span) -> dict[str, object]:
        return {
            "startLine": span.line,
            "startColumn": self._utf16(path, span.line, span.column),
            "endLine": span.end_line,
            "endColumn": self._utf16(path, span.end_line, span.end_column),
        }

    def _utf16(self, path: str, line: int, column: int) -> int:
        """A column in UTF-16 code units, 1-based: characters beyond the BMP take two."""
        if (path, line) not in self._astral:
            text = self._line(path, line)
            found = () if text.isascii() else tuple([match.start() for match in _ASTRAL.finditer(text)])
            self._astral[path, line] = found
        return column + bisect_left(self._astral[path, line], column - 1)

    def line_hash(self, place: Place) -> dict[str, str]:
        """GitHub's fingerprint of a line; empty if the text of the file is unknown."""
        path, line = place.path, place.span.line
        for wanted, found in self._hashed(path) if path in self._lines else ():
            self._hashes[path, wanted] = {"primaryLocationLineHash": found}
        return self._hashes.get((path, line), {})

    def _hashed(self, path: str) -> Iterator[tuple[int, str]]:
        """Yield the lines of a file with findings, once, and their hashes."""
        text = self._text(path)
        hashes = [] if text is None else line_hashes(text)
        yield from ((line, hashes[line - 1]) for line in self._lines.pop(path) if line <= len(hashes))
