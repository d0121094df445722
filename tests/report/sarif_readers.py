"""What GitHub, GitLab, VS Code, SonarQube, DefectDojo and reviewdog need of a SARIF file, beyond the schema."""

from __future__ import annotations

import gzip
import json
import re
import urllib.parse
from typing import TYPE_CHECKING, Any

from clblint.report.fingerprint import line_hashes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    Log = dict[str, Any]

LEVELS = ("note", "warning", "error")
CORNERS = ("startLine", "startColumn", "endLine", "endColumn")
MOST_BYTES, MOST_RUNS, MOST_RESULTS, MOST_TAGS, LONGEST_NAME, LONGEST_TEXT = 10_000_000, 20, 5000, 10, 255, 1024
LINK = re.compile(r"(?<!\\)\[[^\]]*\]\((\d+)\)")


def complaints(raw: bytes, root: Path) -> Iterator[str]:
    """Everything that a reader would stumble over; files are looked up below `root`."""
    if raw.startswith(b"\xef\xbb\xbf"):
        yield "a byte order mark"
    if len(gzip.compress(raw)) > MOST_BYTES:
        yield "over 10 MB packed"
    log = json.loads(raw)
    if not re.search(r"/sarif-(schema-)?2\.1\.0\.json$", log.get("$schema", "")):
        yield "$schema: VS Code's viewer wants a file of that name"
    runs = log.get("runs") or []
    if log.get("version") != "2.1.0" or not 1 <= len(runs) <= MOST_RUNS:
        yield "version, or the number of runs"
    keys = [(run.get("automationDetails", {}).get("id"), run["tool"]["driver"].get("name")) for run in runs]
    if len(set(keys)) < len(keys):
        yield "two runs with the same tool and category: rejected"
    for run in runs:
        yield from _of_run(run)
        yield from _of_results(run, root)


def _of_run(run: Log) -> Iterator[str]:
    driver = run["tool"]["driver"]
    ids = [rule.get("id") for rule in driver.get("rules", ())]
    if not driver.get("name") or "rules" not in driver or len(ids) > len(set(ids)):
        yield "the name or the rules of the driver"
    category = run.get("automationDetails", {}).get("id", "")
    if category and "/" not in category:
        yield "automationDetails.id without '/': the category would be empty"
    if run.get("columnKind") != "utf16CodeUnits":
        yield "columnKind: VS Code ignores it and assumes utf16CodeUnits"
    for rule in driver.get("rules", ()):
        for words in _of_rule(rule):
            yield f"{rule.get('id')}: {words}"


def _of_rule(rule: Log) -> Iterator[str]:
    for name in ("shortDescription", "fullDescription", "help"):
        text = rule.get(name, {}).get("text", "")
        if not text or (name != "help" and len(text) > LONGEST_TEXT):
            yield f"{name}.text is empty or too long"
    if len(rule.get("name", "")) > LONGEST_NAME or "helpUri" not in rule:
        yield "name, or helpUri, which DefectDojo, reviewdog and VS Code link to"
    if rule.get("defaultConfiguration", {}).get("level") not in LEVELS:
        yield "defaultConfiguration.level, which SonarQube reads instead of the result's"
    properties = rule.get("properties", {})
    tags = properties.get("tags", ())
    if len(tags) > MOST_TAGS:
        yield "only 10 tags are kept"
    if properties.get("precision", "high") not in {"very-high", "high", "medium", "low"}:
        yield "precision"
    if properties.get("problem.severity", "error") not in {"error", "warning", "recommendation"}:
        yield "problem.severity"
    severity = properties.get("security-severity")
    if severity is not None and not (re.fullmatch(r"\d{1,2}(\.\d)?", severity) and 0 < float(severity) <= 10):
        yield "security-severity"
    if severity is not None and "security" not in tags:
        yield "security-severity without the tag security"


def _of_results(run: Log, root: Path) -> Iterator[str]:
    results = run.get("results")
    if results is None or len(results) > MOST_RESULTS:
        yield "results: an empty list closes old alerts, and over 5000 are cut"
    told = [
        json.dumps([one.get("ruleId"), one.get("locations"), one["message"]], sort_keys=True) for one in results or ()
    ]
    if len(set(told)) < len(told):
        yield "the same result twice"
    for number, result in enumerate(results or ()):
        for words in (*_of_result(result, run["tool"]["driver"]["rules"]), *_of_places(result, root)):
            yield f"result {number}: {words}"


def _of_result(result: Log, rules: list[Log]) -> Iterator[str]:
    index = result.get("ruleIndex", -1)
    if not 0 <= index < len(rules) or rules[index]["id"] != result.get("ruleId"):
        yield "ruleId and ruleIndex"
    if result.get("level") not in LEVELS:
        yield "level"
    if result.get("kind", "fail") != "fail" or "rank" in result:
        yield "kind, for which DefectDojo drops it, or rank, which GitLab takes for the severity"
    if any(one.get("status", "accepted") == "accepted" for one in result.get("suppressions", ())):
        yield "suppressed, yet GitHub opens an alert"
    text = result["message"].get("text", "")
    ids = {str(place.get("id")) for place in result.get("relatedLocations", ())}
    if not text or not set(LINK.findall(text)) <= ids:
        yield "message.text is empty, or links to no related location"
    if len(result.get("locations", ())) != 1:
        yield "exactly one location"
    if not result.get("partialFingerprints", {}).get("primaryLocationLineHash"):
        yield "no primaryLocationLineHash"


def _of_places(result: Log, root: Path) -> Iterator[str]:
    related = result.get("relatedLocations", ())
    for main, place in (*((True, one) for one in result["locations"]), *((False, one) for one in related)):
        physical = place["physicalLocation"]
        uri, region = physical["artifactLocation"].get("uri", ""), physical.get("region", {})
        if not uri or re.match(r"[a-z][a-z0-9+.-]*:|/", uri) or "\\" in uri or ".." in uri.split("/"):
            yield f"uri {uri!r} must be relative"
        if re.search(r"[^\x21-\x7e]", uri):
            yield f"uri {uri!r} must be percent-encoded"
        numbers = [region.get(name) for name in CORNERS]
        if not all(isinstance(number, int) and number >= 1 for number in numbers):
            yield "a region needs all four numbers, counted from 1"
            continue
        if (region["endLine"], region["endColumn"]) < (region["startLine"], region["startColumn"]):
            yield "a region ends before it starts"
            continue
        yield from _in_file(result, root / urllib.parse.unquote(uri), region, main=main)


def _in_file(result: Log, path: Path, region: Log, *, main: bool) -> Iterator[str]:
    if not path.is_file() or path.is_symlink():
        yield f"no such file, or a link: {path}"
        return
    text = path.read_bytes().decode("utf-8", "replace")
    lines = re.split(r"\r\n|\r|\n", text)
    last = lines[region["endLine"] - 1] if region["endLine"] <= len(lines) else None
    if last is None or region["endColumn"] > len(last.encode("utf-16-le")) // 2 + 1:
        yield "a region outside of its file"
        return
    hashed = result["partialFingerprints"].get("primaryLocationLineHash")
    if main and hashed != line_hashes(text)[region["startLine"] - 1]:
        yield "another primaryLocationLineHash than GitHub's"
