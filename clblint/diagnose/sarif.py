"""The diagnosis as SARIF 2.1.0: each cause at the manifest of its Service in git, for code scanning.

A Service without a manifest has no place, and is left out.
"""

from __future__ import annotations

import os
from urllib.parse import quote

from clblint import __version__
from clblint.diagnose.diagnosis import DEGRADED, HEALTHY
from clblint.report.links import PROJECT
from clblint.report.report import PLAIN
from clblint.report.terminal import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.diagnosis import Cause, Diagnosis
    from clblint.diagnose.report import DiagnosisReport

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_CATEGORY = "clblint/diagnose/"  # beside the log of a check, which has none
_PREFIX = "diagnose-"
_LONGEST = 1000  # characters of a message that every reader takes
_MOST = 5000  # code scanning shows no more


def sarif(report: DiagnosisReport) -> dict[str, object]:
    """The log of a report."""
    results = list(_results(report))[:_MOST]
    names = sorted({str(result["ruleId"]) for result in results})
    results = [{**result, "ruleIndex": names.index(str(result["ruleId"]))} for result in results]
    driver = {
        "name": "clblint",
        "version": __version__,
        "informationUri": PROJECT,
        "rules": list(map(_rule, names)),
    }
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": _CATEGORY},
        "columnKind": "utf16CodeUnits",
        "invocations": [{"executionSuccessful": report.snapshot.complete}],
        "results": results,
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str) -> dict[str, object]:
    text = f"A cause that clblint diagnose names: {name.removeprefix(_PREFIX)}"
    return {
        "id": name,
        "name": name,
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "help": {"text": text, "markdown": text},
        "helpUri": PROJECT,
        "defaultConfiguration": {"level": "error"},
    }


def _results(report: DiagnosisReport) -> Iterator[dict[str, object]]:
    for one in report.diagnoses:
        for cause in (*one.causes, *(one.advice if one.state == HEALTHY else ())):
            if one.path:
                yield _result(one, cause)


def _result(one: Diagnosis, cause: Cause) -> dict[str, object]:
    level = "note" if one.state == HEALTHY else "warning" if one.state == DEGRADED else "error"
    advice = " ".join(f"{do}." for do in cause.do)
    place = {
        "artifactLocation": {"uri": quote(one.path.replace(os.sep, "/"))},
        "region": {"startLine": one.line, "startColumn": 1, "endLine": one.line, "endColumn": 2},
    }
    return {
        "ruleId": f"{_PREFIX}{cause.name}",
        "level": level,
        "message": {"text": visible(f"{one.name} ({one.state}): {cause.message} {advice}".strip()[:_LONGEST], PLAIN)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"primaryLocationLineHash": one.line_hash, "diagnosis/v1": f"{one.name}/{cause.name}"},
    }
